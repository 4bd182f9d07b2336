import { describe, expect, it } from 'vitest';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { DueWrite } from '../store/store.ts';
import type { Command } from './machine.ts';
import { leaseDueId, projectDue, projectRows, runRow, stepRow, wakeDueId } from './projection.ts';

const run = 'exec_driver1';

/** Rows as a store would hold them: the last put wins. */
class Rows {
  readonly rows = new Map<string, unknown>();
  readonly due = new Map<string, unknown>();

  take(driver: RunDriver, command: Command): void {
    const events = driver.do(command);
    this.put(driver, events);
  }

  put(driver: RunDriver, events: RunDriver['events'] | ReturnType<RunDriver['do']>): void {
    for (const write of projectRows(driver.state, events)) {
      if (!('put' in write)) throw new Error('a projection removes nothing');
      const key = write.table === 'steps' ? write.put.step : write.table;
      this.rows.set(key, write.put);
    }
    for (const write of projectDue(driver.state, events)) this.#due(write);
  }

  #due(write: DueWrite): void {
    if ('clear' in write) this.due.delete(write.clear);
    else this.due.set(write.set.id, write.set);
  }
}

describe('the projection', () => {
  it('[EN13] after every commit the rows are what the state says', () => {
    const driver = new RunDriver([
      leaf('task_1'),
      leaf('task_2', ['task_1']),
      group('phase_1', ['task_1', 'task_2']),
      leaf('task_3', ['phase_1'], { attempts_max: 1 }),
    ]);
    const rows = new Rows();
    rows.put(driver, driver.events);
    const agent = { holder: 'agent_a', attempt: 1 };
    const ref = { id: 'ct_x', size: 1, digest: 'ab' };
    const commands: Command[] = [
      { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 50 },
      { type: 'start', step: 'task_1', ...agent, reportedAt: 1 },
      { type: 'fail', step: 'task_1', ...agent, class: 'transient', error: ref },
      { type: 'wake', step: 'task_1' },
      { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 50 },
      { type: 'complete', step: 'task_1', holder: 'agent_a', attempt: 2, output: ref },
      { type: 'lease', step: 'task_2', holder: 'agent_a', leaseMs: 50 },
      { type: 'complete', step: 'task_2', ...agent, output: ref },
      { type: 'note', by: 'agent_a', step: '', kind: 'remark', reportedAt: 1, note: ref },
      { type: 'lease', step: 'task_3', holder: 'agent_a', leaseMs: 50 },
      { type: 'release', step: 'task_3', ...agent },
      { type: 'lease', step: 'task_3', holder: 'agent_a', leaseMs: 50 },
      { type: 'erase', count: 1 },
    ];
    for (const command of commands) {
      driver.nowMs += 2_000;
      rows.take(driver, command);
      expect(rows.rows.get('runs')).toEqual(runRow(driver.state));
      for (const [id, step] of driver.state.steps) {
        expect(rows.rows.get(id)).toEqual(stepRow(driver.state, step));
      }
    }
    expect(driver.state.status).toBe('CANCELLED');
    expect(rows.due.size).toBe(0);
  });

  it('[EN13] writes the rows that changed and no others', () => {
    const driver = new RunDriver([leaf('task_1'), leaf('task_2'), leaf('task_3', ['task_1'])]);
    const events = driver.complete('task_1');
    const steps = projectRows(driver.state, events).flatMap((write) =>
      'put' in write && write.table === 'steps' ? [write.put.step] : [],
    );
    expect(steps).toEqual(['task_1', 'task_3']);
  });

  it('[EN16] a lease has a timer at its end, a wait one at its time, anything else none', () => {
    const driver = new RunDriver([leaf('task_1')]);
    const rows = new Rows();
    rows.put(driver, driver.events);
    expect(rows.due.size).toBe(0);
    const lease = { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 60_000 } as const;
    rows.take(driver, lease);
    const common = { tenant: 'tenant_driver', run, step: 'task_1', attempt: 1 };
    const leaseId = leaseDueId(run, 'task_1');
    expect([...rows.due.values()]).toEqual([
      { id: leaseId, at: driver.nowMs + 60_000, kind: 'lease', ...common },
    ]);
    const error = { id: 'ct_x', size: 1, digest: 'ab' };
    const held = { step: 'task_1', holder: 'agent_a', attempt: 1 };
    rows.take(driver, { type: 'fail', ...held, class: 'transient', error });
    const wakeId = wakeDueId(run, 'task_1');
    expect([...rows.due.values()]).toEqual([
      { id: wakeId, at: driver.nowMs + 1_000, kind: 'wake', ...common },
    ]);
    driver.nowMs += 1_000;
    rows.take(driver, { type: 'wake', step: 'task_1' });
    expect(rows.due.size).toBe(0);
  });
});
