// The time of a person is over: told once, whoever notices, and not when somebody came in time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TwoEngines } from '../../test/model/two-engines.ts';
import { leaf } from '../../test/support/run-driver.ts';
import { claimRequest, createRun } from '../../test/support/temp-engine.ts';
import { fold } from './apply.ts';
import { contentJson } from './content.ts';
import type { ControlRequest } from './engine-api.ts';
import type { GraphStep, RunEvent } from './event-types.ts';
import { decodeEvent } from './log-header.ts';
import { overdueDueId } from './projection.ts';
import { replayDecide } from './replay.ts';
import { verifyRun } from './verify.ts';

const run = 'exec_overdue1';
const dayMs = 24 * 3_600_000;
const risky = (change: Partial<GraphStep> = {}): GraphStep =>
  leaf('task_1', [], { tier: 2, approval: { lasts_ms: 90 * dayMs }, ...change });

describe('what is overdue', () => {
  let world: TwoEngines;
  beforeEach(async () => {
    world = new TwoEngines();
    await world.open();
  });
  afterEach(() => world.close());

  const create = (...steps: GraphStep[]) =>
    world.settle(createRun(world.engine(0), run, [...steps, leaf('task_9')]));
  const events = async (): Promise<RunEvent[]> =>
    (await world.store.events(run, 0, 1_000)).map((one) => decodeEvent(one.header));
  const notes = async () =>
    (await events()).filter(({ type, data }) => type === 'note.recorded' && 'kind' in data);
  const timer = async () =>
    (await world.store.dueOfRun(run)).find(({ id }) => id === overdueDueId(run, 'task_1'));
  type Said = ControlRequest extends infer One
    ? One extends unknown
      ? Omit<One, 'tenant' | 'run' | 'by'>
      : never
    : never;
  const control = (said: Said) => {
    const request = { tenant: 'tenant_temp', run, by: 'person_a', ...said } as ControlRequest;
    return world.settle(world.engine(0).control(request));
  };
  const digest = async () =>
    fold(run, await world.store.events(run, 0, 1_000)).steps.get('task_1')?.wait?.key ?? '';

  it('[IB3] is noted once in the log, by one of two servers, with what it waits for', async () => {
    await create(risky());
    expect((await timer())?.at).toBe(world.clock.now() + dayMs);
    await world.advance(dayMs - 1);
    expect(await notes()).toEqual([]);
    await world.advance(1);
    const [note, ...more] = await notes();
    expect(more).toEqual([]);
    expect(note?.data).toMatchObject({ by: '', kind: 'overdue', step: 'task_1' });
    const row = await world.store.content(note?.refs?.note?.id ?? '');
    expect(row && contentJson(row)).toMatchObject({
      waits_for: 'approval',
      message: expect.stringContaining('Overdue') as string,
    });
    expect(await timer()).toBeUndefined();
    await world.advance(10 * dayMs);
    expect(await notes()).toHaveLength(1);
    expect((await world.settle(verifyRun(world.store, run))).ok).toBe(true);
    expect((await world.settle(replayDecide(world.store, run))).ok).toBe(true);
  });

  it('[IB3] rings after a restart too', async () => {
    await create(risky());
    await world.restart(0);
    await world.restart(1);
    await world.advance(dayMs);
    expect(await notes()).toHaveLength(1);
    await world.restart(0);
    await world.advance(dayMs);
    expect(await notes()).toHaveLength(1);
  });

  it('[IB3] is not said of what somebody saw to in time', async () => {
    await create(risky());
    await control({ action: 'approve', step: 'task_1', digest: await digest() });
    expect(await timer()).toBeUndefined();
    await world.advance(2 * dayMs);
    expect(await notes()).toEqual([]);
  });

  it('[IB3] is said anew when it is asked for again', async () => {
    await create(risky());
    await world.advance(dayMs);
    await control({ action: 'reject', step: 'task_1', digest: await digest(), reason: 'No.' });
    await control({ action: 'retry_step', step: 'task_1' });
    await world.advance(dayMs);
    expect(await notes()).toHaveLength(2);
  });

  it('[IB1] the step says how long a person has, and by when its task was planned', async () => {
    const until = world.clock.now() + 5 * dayMs;
    await create(
      risky({ sla: { within_ms: 60_000 } }),
      leaf('task_2', [], { performer: 'human', sla: { until } }),
    );
    const at = new Map((await world.store.dueOfRun(run)).map(({ id, at }) => [id, at]));
    expect(at.get(overdueDueId(run, 'task_1'))).toBe(world.clock.now() + 60_000);
    expect(at.get(overdueDueId(run, 'task_2'))).toBe(until);
    const person = claimRequest({ holder: 'person_b', performers: ['human'] });
    expect(await world.settle(world.engine(0).claim(person))).toMatchObject({ step: 'task_2' });
    await world.advance(10 * dayMs);
    expect((await notes()).map(({ data }) => 'step' in data && data.step)).toEqual(['task_1']);
  });

  it('[IB3] is not said of a run that has ended, and leaves no timer', async () => {
    await create(risky());
    await control({ action: 'kill' });
    await world.advance(2 * dayMs);
    expect(await notes()).toEqual([]);
    expect(await world.store.dueOfRun(run)).toEqual([]);
  });
});
