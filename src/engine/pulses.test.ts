// Workers whose process died, and those that only seem to have: who loses what it held, and when.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  turn,
  until,
} from '../../test/support/temp-engine.ts';
import type { ProcessIdentity } from '../base/process-identity.ts';
import { inProcessLeaseMs, pulseDueId } from './lease.ts';
import { type ProcessView, Pulses } from './pulses.ts';

const self = { boot: 'boot_1', namespace: 'pid:[1]', pid: 1, started: '5' };
const holder = 'worker_other1';
const run = 'gen_pulses1';
const performers = ['engine'] as const;

describe('workers of other processes', () => {
  let temp: TempEngine;
  /** PIDs that are proven gone. */
  const gone = new Set<number>();
  const asked: ProcessIdentity[] = [];
  const process: ProcessView = {
    ...{ role: 'server', self },
    isGone: async (other) => {
      asked.push(other);
      return gone.has(other.pid);
    },
  };
  afterEach(async () => {
    vi.useRealTimers();
    gone.clear();
    asked.length = 0;
    await temp.close();
  });

  const open = async (wokeAt = () => 0): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    temp = await openTempEngine(undefined, { process, wokeAt });
  };
  const pulseRow = (id: string, at: number) => {
    const place = { tenant: '', run: '', step: id, attempt: 0 };
    return { id: pulseDueId(id), at, kind: 'pulse', ...place } as const;
  };
  /** A worker of another process holds a step, and its pulse is not due yet. */
  async function otherHolds(pid: number): Promise<void> {
    const put = { id: holder, role: 'server', ...self, pid } as const;
    const set = pulseRow(holder, temp.clock.now() + inProcessLeaseMs);
    await temp.store.commit([{ due: [{ set }], rows: [{ table: 'processes', put }] }]);
    await createRun(temp.engine, run, [leaf('stage_1', [], { performer: 'engine' })]);
    await take(temp.engine, { holder, performers });
  }
  const stepState = async (id = run) => {
    const [row] = await temp.store.steps(id);
    return `${row?.state} ${row?.attempt} ${row?.failures}`;
  };
  const pulses = async () => (await temp.store.processes(9)).map(({ id }) => id);
  /** One round of the look at other processes. */
  async function look(): Promise<void> {
    const before = asked.length;
    vi.advanceTimersByTime(2_500);
    await until(() => asked.length > before);
    for (let turns = 0; turns < 50; turns += 1) await turn();
  }

  it('[EN52] have one more term after this server stood still', async () => {
    let wokeAt = 0;
    await open(() => wokeAt);
    await otherHolds(41);
    vi.useRealTimers();
    const pulseAt = async () =>
      (await temp.store.dueOfRun('pulse')).find(({ id }) => id === pulseDueId(holder))?.at;
    temp.clock.advance(inProcessLeaseMs);
    wokeAt = temp.clock.now();
    await temp.beside();
    await until(async () => (await pulseAt()) === wokeAt + inProcessLeaseMs);
    expect(await stepState()).toBe('LEASED 1 0');
    temp.clock.advance(inProcessLeaseMs);
    await temp.beside();
    await until(async () => (await stepState()) === 'READY 1 1');
  });

  it('[EN54] lose what they hold before their pulse is due, where they are proven gone', async () => {
    await open();
    await otherHolds(41);
    gone.add(41);
    await look();
    expect(await stepState()).toBe('READY 1 1');
    expect(await pulses()).toEqual([]);
    expect(await temp.store.due(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    const reasons = (await temp.store.events(run, 0, 99)).map(({ header }) => header);
    expect(reasons.some((header) => header.includes('"lost"'))).toBe(true);
  });

  it('[EN54] are looked for at the start of a process too', async () => {
    await open();
    await otherHolds(41);
    gone.add(41);
    // Without a turn of any timer.
    await temp.beside();
    await until(async () => (await stepState()) === 'READY 1 1');
    expect(await pulses()).toEqual([]);
  });

  it('[EN54] keep what they hold while nothing proves them gone, until their pulse is due', async () => {
    await open();
    await otherHolds(41);
    await look();
    await look();
    expect(asked.map(({ pid }) => pid)).toEqual([41, 41]);
    expect(await stepState()).toBe('LEASED 1 0');
    expect(await pulses()).toEqual([holder]);
    temp.clock.advance(inProcessLeaseMs);
    await temp.beside();
    await until(async () => (await stepState()) === 'READY 1 1');
    expect(await pulses()).toEqual([]);
  });

  it('[EN54] lose what their last commit took though it came after they were seen gone', async () => {
    await open();
    await otherHolds(41);
    gone.add(41);
    await look();
    // On PostgreSQL a statement of a process that was killed is carried out all the same.
    await createRun(temp.engine, 'gen_pulses2', [leaf('stage_1', [], { performer: 'engine' })]);
    await take(temp.engine, { holder, performers, run: 'gen_pulses2' });
    expect(await stepState('gen_pulses2')).toBe('LEASED 1 0');
    vi.advanceTimersByTime(2_500);
    await until(async () => (await stepState('gen_pulses2')) === 'READY 1 1');
  });

  it('[EN54] lose what a busy database took for them half a minute after they were seen gone', async () => {
    await open();
    await otherHolds(41);
    gone.add(41);
    await look();
    const looks = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= 1) {
        vi.advanceTimersByTime(2_500);
        for (let turns = 0; turns < 50; turns += 1) await turn();
      }
    };
    await looks(12);
    await createRun(temp.engine, 'gen_pulses3', [leaf('stage_1', [], { performer: 'engine' })]);
    await take(temp.engine, { holder, performers, run: 'gen_pulses3' });
    expect(await stepState('gen_pulses3')).toBe('LEASED 1 0');
    await looks(12);
    expect(await stepState('gen_pulses3')).toBe('READY 1 1');
  });

  it('[EN54] lose what they held though the one that took over died in the middle of it', async () => {
    await open();
    await otherHolds(41);
    const rows = [{ table: 'processes', remove: { id: holder } }] as const;
    await temp.store.commit([{ due: [{ clear: pulseDueId(holder) }], rows }]);
    expect(await stepState()).toBe('LEASED 1 0');
    await temp.beside();
    await until(async () => (await stepState()) === 'READY 1 1');
    expect(asked).toEqual([]);
  });

  it('[EN56] are lost when their pulse rings; one of this process is only late, and moved on', async () => {
    await open();
    await createRun(temp.engine, run, [leaf('stage_1', [], { performer: 'engine' })]);
    await take(temp.engine, { holder, performers });
    const pulses = (isOwn: boolean): Pulses => {
      const expired = { submit: async () => lost.push(isOwn ? 'own' : 'other') };
      const runs = { get: () => expired } as never;
      return new Pulses({ store: temp.store, runs, onError: () => undefined, process });
    };
    const lost: string[] = [];
    const [ours, others] = [pulses(true), pulses(false)];
    const onLost = () => lost.push('told');
    const pulse = await ours.start({ holder, isBusy: () => true, onLost });
    const dueRow = async () => {
      const rows = await temp.store.due(Number.MAX_SAFE_INTEGER, 9);
      return rows.find(({ id }) => id === pulseDueId(holder));
    };
    const late = (await dueRow()) ?? pulseRow(holder, 0);
    temp.clock.advance(inProcessLeaseMs);
    await ours.ring(late);
    expect((await dueRow())?.at).toBe(temp.clock.now() + inProcessLeaseMs);
    expect(lost).toEqual([]);
    // Nor is it gone, whatever the system says of its PID.
    gone.add(self.pid);
    await ours.look();
    expect(await dueRow()).toBeDefined();
    // It was moved on: a row that rang elsewhere at that moment is old.
    await others.ring(late);
    expect(await dueRow()).toBeDefined();
    expect(lost).toEqual([]);
    await others.ring((await dueRow()) ?? late);
    expect(await dueRow()).toBeUndefined();
    expect(lost).toEqual(['other']);
    await pulse.stop();
  });

  it('[EN54] in an engine that knows no processes are left to their pulse', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    temp = await openTempEngine();
    await otherHolds(41);
    vi.advanceTimersByTime(2_500);
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(await stepState()).toBe('LEASED 1 0');
  });
});

it('[EN54] a run that cannot be read does not keep the others from being freed', async () => {
  const freed: string[] = [];
  const errors: unknown[] = [];
  const submit = async (id: string): Promise<void> => {
    if (id === 'exec_bad') throw new TypeError('not a log');
    freed.push(id);
  };
  const places = ['exec_bad', 'exec_good'].map((id) => ({ run: id, step: 'task_1', attempt: 1 }));
  const pulses = new Pulses({
    store: { orphanedSteps: async () => places } as never,
    runs: { get: (id: string) => ({ submit: () => submit(id) }) } as never,
    onError: (error) => errors.push(error),
    process: null,
  });
  await pulses.expireOrphans();
  expect(freed).toEqual(['exec_good']);
  expect(errors).toHaveLength(1);
});
