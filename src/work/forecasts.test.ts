// Forecasts on the real engine and store, with a clock that is moved by hand.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  callOf,
  claimRequest,
  openTempEngine,
  type TempEngine,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { artifactWrites } from '../engine/artifacts.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { RunWatch } from '../events/run-watch.ts';
import type { ScheduleJob } from '../schedule/run/outcome.ts';
import { scheduleProject } from '../schedule/run/schedule-project.ts';
import { detailsOf, summaryOf } from './forecast-view.ts';
import { type ForecastLimits, Forecasts } from './forecasts.ts';

const hour = 3_600_000;
const run = { id: 'exec_temp0001', tenant, plan: 'plan_temp1' };

/** Two tasks of eight hours by agents, one after the other, from 15 November 2023 on. */
const plan = {
  title: 'Two tasks',
  start_date: '2023-11-15',
  costs: { currency: 'EUR', budget: 1000 },
  roles: [{ name: 'Robot', kind: 'agent', rate_per_hour: 10 }],
  phases: [
    {
      phase_id: 'phase_1',
      tasks: ['task_a', 'task_b'].map((id) => ({
        task_id: id,
        title: id,
        performer: 'agent',
        assignee_role: 'Robot',
        estimate: { low: 6, likely: 8, high: 10 },
      })),
    },
  ],
  dependencies: [{ from: 'task_a', to: 'task_b' }],
  schedule: {
    tasks: [
      { id: 'task_a', way: null, start: '2023-11-15T00:00Z', finish: '2023-11-15T08:00Z' },
      { id: 'task_b', way: null, start: '2023-11-15T08:00Z', finish: '2023-11-15T16:00Z' },
    ],
  },
};

const step = (id: string, needs: string[] = []): GraphStep => ({
  ...{ id, needs, performer: 'agent', purpose: 'work', action: 'do_task' },
  ...{ attempts_max: 3, timeout_ms: 30 * 24 * hour, tier: 1 },
});

let world: TempEngine;
let watch: RunWatch;
let jobs: ScheduleJob[];
/** What odds wait for. */
let gate: Promise<void>;
let errors: unknown[];

const open = (limits: Partial<ForecastLimits> = {}): Forecasts =>
  new Forecasts(
    {
      reader: world.store,
      watch,
      now: () => world.clock.now(),
      compute: async (job) => {
        jobs.push(job);
        await gate;
        return scheduleProject(job);
      },
      onError: (error) => void errors.push(error),
    },
    { oddsEveryMs: 0, idleMs: 100 * hour, ...limits },
  );

async function storePlan(text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const file = { owner: run.plan, path: 'plan.json', contentType: 'application/json', bytes };
  const { content, rows } = artifactWrites(world.ids, tenant, world.clock.now(), [file]);
  await world.store.commit([{ content, rows }]);
}

async function start(id = run.id): Promise<void> {
  const steps = [step('task_a'), step('task_b', ['task_a'])];
  await world.engine.createRun({
    ...{ run: id, kind: 'execution', plan: run.plan, tenant, by: 'person_temp1' },
    steps: steps.map((def) => ({ def, spec: { title: def.id } })),
  });
}

const claim = async () => {
  const claimed = await world.engine.claim(claimRequest({ run: run.id, leaseMs: 20 * 24 * hour }));
  if (!claimed) throw new Error('there is no work');
  return claimed;
};

/** Sets the clock to an hour of 15 November 2023. */
function clockTo(hours: number): void {
  world.clock.advance(Date.parse('2023-11-15T00:00Z') + hours * hour - world.clock.now());
}

async function look(forecasts: Forecasts) {
  const forecast = await forecasts.look(run);
  if (!forecast) throw new Error('there is no forecast');
  const now = world.clock.now();
  return { ...summaryOf(forecast, now), ...detailsOf(forecast, now, { slipHours: 8 }) };
}

async function fresh(forecasts: Forecasts) {
  await until(async () => !(await look(forecasts)).is_stale);
  return look(forecasts);
}

beforeEach(async () => {
  world = await openTempEngine();
  watch = new RunWatch();
  world.engine.onAdvance((advance) => watch.tell(advance));
  [jobs, errors, gate] = [[], [], Promise.resolve()];
  await storePlan(JSON.stringify(plan));
  await start();
});
afterEach(() => world.close());

describe('forecasts of executions', () => {
  it('[SC161] is the plan before anything happens, dates first and odds after', async () => {
    const forecasts = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const first = await look(forecasts);
    expect(first).toMatchObject({
      ...{ finish: '2023-11-15T16:00:00.000Z', planned_finish: '2023-11-15T16:00:00.000Z' },
      ...{ finish_p50: null, finish_p80: null, cost: null, computed_at: null, is_stale: true },
      ...{ currency: 'EUR', age_ms: null, critical_path: ['task_a', 'task_b'], late: [] },
    });
    resolve();
    const then = await fresh(forecasts);
    expect(Date.parse(then.finish_p80 ?? '')).toBeGreaterThan(Date.parse(then.finish));
    expect(then).toMatchObject({ cost: 160, age_ms: 0, runs: 1000, spent: 0 });
    expect(then.cost_p80).toBeGreaterThan(160);
  });

  it('[SC161] follows each event: early work comes earlier, late work later', async () => {
    const forecasts = open();
    clockTo(0);
    const taken = await claim();
    expect((await look(forecasts)).tasks.map(({ state }) => state)).toEqual(['running', 'waiting']);
    clockTo(5);
    await world.engine.complete({ ...callOf(taken), output: {} });
    const early = await look(forecasts);
    expect(early.finish).toBe('2023-11-15T13:00:00.000Z');
    expect(early.tasks).toMatchObject([{ task_id: 'task_b', late_hours: -3, state: 'waiting' }]);
    await claim();
    clockTo(20);
    const late = await look(forecasts);
    expect(Date.parse(late.finish)).toBeGreaterThan(Date.parse('2023-11-15T20:00Z'));
    expect(late.late).toMatchObject([{ task_id: 'task_b', end_moves_hours: 8, moves_count: 1 }]);
  });

  it('[SC161] says how far work is by what its holder reports', async () => {
    const forecasts = open();
    clockTo(0);
    const taken = await claim();
    clockTo(2);
    await world.engine.heartbeat({ ...callOf(taken), progress: 75, note: null });
    expect(await look(forecasts)).toMatchObject({ finish: '2023-11-15T12:00:00.000Z' });
  });

  it('[SC162] odds are marked as old after an event until new ones have come', async () => {
    const forecasts = open();
    const before = await fresh(forecasts);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    clockTo(1);
    await claim();
    const after = await forecasts.look(run);
    expect(after && summaryOf(after, world.clock.now())).toMatchObject({
      is_stale: true,
      computed_at: before.computed_at,
      finish_p80: before.finish_p80,
    });
    resolve();
    expect((await fresh(forecasts)).computed_at).toBe('2023-11-15T01:00:00.000Z');
    const job = jobs.at(-1);
    expect(job?.project.tasks.find(({ id }) => id === 'task_a')?.actual).toMatchObject({
      started: job?.now,
    });
  });

  it('[SC162] odds follow an event without a look, while somebody looks now and then', async () => {
    const forecasts = open();
    await fresh(forecasts);
    const count = jobs.length;
    await claim();
    await until(() => jobs.length === count + 1);
    expect(jobs.at(-1)?.project.tasks.some(({ actual }) => actual !== undefined)).toBe(true);
    expect(errors).toEqual([]);
  });

  it('[SC161] what was used comes on top of the cost, where the plan has a rate for dollars', async () => {
    const used = async (more: object) => {
      await storePlan(JSON.stringify({ ...plan, ...more }));
      return (await fresh(open())).cost;
    };
    const taken = await claim();
    await world.engine.complete({ ...callOf(taken), output: {}, usage: { money: 5_000_000 } });
    const without = await used({});
    const rates = [{ code: 'USD', rate_to_project: 0.9, source: 'a bank' }];
    expect(await used({ currencies: rates })).toBeCloseTo((without ?? 0) + 4.5);
  });

  it('[SC162] odds that cannot be computed are told once, and tried again after an event', async () => {
    let asked = 0;
    const compute = () => {
      asked += 1;
      return Promise.reject(new Error('no'));
    };
    const told: unknown[] = [];
    const ports = { reader: world.store, watch, now: () => world.clock.now(), compute };
    const forecasts = new Forecasts(
      { ...ports, onError: (error) => void told.push(error) },
      { oddsEveryMs: 0 },
    );
    await look(forecasts);
    await until(() => told.length === 1);
    expect(await look(forecasts)).toMatchObject({ is_stale: true, finish_p50: null });
    await claim();
    await until(() => told.length === 2);
    expect(asked).toBe(2);
  });

  it('[SC163] nobody looks: nothing is read or computed, and it is dropped', async () => {
    const forecasts = open({ idleMs: hour });
    await fresh(forecasts);
    expect([forecasts.size, watch.size]).toEqual([1, 1]);
    const count = jobs.length;
    world.clock.advance(2 * hour);
    await claim();
    expect([forecasts.size, watch.size, jobs.length]).toEqual([0, 0, count]);
    expect((await look(forecasts)).tasks[0]?.state).toBe('running');
  });

  it('[SC163] so many and no more; one that was looked at a moment ago stays', async () => {
    const forecasts = open({ forecasts: 1, keepMs: hour });
    const other = { ...run, id: 'exec_temp0002' };
    await start(other.id);
    await look(forecasts);
    expect(await forecasts.look(other)).toBeNull();
    world.clock.advance(hour);
    expect(await forecasts.look(other)).not.toBeNull();
    expect([forecasts.size, watch.size]).toEqual([1, 1]);
    forecasts.close();
    expect([forecasts.size, watch.size]).toEqual([0, 0]);
    expect(await forecasts.look(run)).toBeNull();
  });

  it('[SC163] a plan without a schedule has none, nor one that is no plan', async () => {
    const { schedule: _, ...bare } = plan;
    for (const text of [JSON.stringify(bare), '{"phases": 1}', 'no JSON']) {
      await storePlan(text);
      expect(await open().look(run)).toBeNull();
    }
    expect(await open().look({ ...run, plan: 'plan_none' })).toBeNull();
  });

  it('[SC163] many events at once give the same dates as one by one', async () => {
    const [slow, quick] = [open(), open()];
    clockTo(0);
    await look(slow);
    const first = await claim();
    await look(slow);
    clockTo(3);
    await world.engine.complete({ ...callOf(first), output: {} });
    await look(slow);
    await claim();
    clockTo(4);
    const [one, other] = [await fresh(slow), await fresh(quick)];
    expect(one).toEqual(other);
  });

  /** As a change request does: it waits until that hour of 15 November 2023. */
  async function waitUntil(id: string, hours: number, baseRev: number): Promise<void> {
    const until = Date.parse('2023-11-15T00:00Z') + hours * hour;
    const def = { ...step(id, id === 'task_b' ? ['task_a'] : []), wait: { for: 'time', until } };
    await world.engine.patch({
      ...({ run: run.id, by: 'person_temp1', cause: 'edit', baseRev } as const),
      ...{ added: [], changed: [{ def: def as GraphStep, spec: { title: id } }] },
    });
  }

  it('[CG8] what waits for a moment begins then, and what was begun goes on then', async () => {
    const forecasts = open();
    clockTo(0);
    expect((await look(forecasts)).finish).toBe('2023-11-15T16:00:00.000Z');
    await waitUntil('task_b', 20, 1);
    expect((await look(forecasts)).finish).toBe('2023-11-16T04:00:00.000Z');
    await waitUntil('task_b', 12, 2);
    expect((await look(forecasts)).finish).toBe('2023-11-15T20:00:00.000Z');
    await claim();
    clockTo(2);
    await waitUntil('task_a', 30, 3);
    const later = await look(forecasts);
    expect(later.tasks.map(({ state, finish }) => [state, finish])).toEqual([
      ['running', '2023-11-16T12:00:00.000Z'],
      ['waiting', '2023-11-16T20:00:00.000Z'],
    ]);
    expect(await look(open())).toMatchObject({ finish: later.finish, tasks: later.tasks });
    expect((await fresh(forecasts)).finish_p50).toMatch(/^2023-11-16T/);
  });

  it('[CG8] a pair has all that is in the log, and what is tried on one stays there', async () => {
    clockTo(0);
    await claim();
    const forecasts = open();
    const pair = await forecasts.pair(run);
    const now = world.clock.now();
    const [one, other] = pair ?? [];
    expect(one?.live(now).finish).toBe(other?.live(now).finish);
    expect(one?.seq).toBeGreaterThan(1);
    expect(one && (await forecasts.costOf(one, now))).toBe(160);
    expect(await forecasts.pair({ ...run, plan: 'plan_none' })).toBeNull();
    expect(forecasts.size).toBe(0);
  });
});
