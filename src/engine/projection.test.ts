import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandOf, graphs, moves } from '../../test/support/random-run.ts';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { DueRow, DueWrite } from '../store/store.ts';
import { type MovedStep, movingOfSteps } from '../store/tables.ts';
import type { Command } from './commands.ts';
import {
  leaseDueId,
  leaseEndsAt,
  mustBeAcknowledged,
  project,
  runRow,
  stepRow,
  wakeDueId,
} from './projection.ts';
import { backoffMs } from './recovery.ts';

const run = 'exec_driver1';

/** Rows as a store would hold them: the last put wins, a move changes a few fields of what is there. */
class Rows {
  readonly rows = new Map<string, object>();
  readonly due = new Map<string, DueRow>();

  take(driver: RunDriver, command: Command): void {
    const events = driver.do(command);
    this.put(driver, events);
  }

  put(driver: RunDriver, events: RunDriver['events'] | ReturnType<RunDriver['do']>): void {
    const projection = project(driver.state, events);
    for (const write of projection.rows) {
      if ('move' in write) this.#move(write.move);
      else if ('put' in write) {
        this.rows.set(write.table === 'steps' ? write.put.step : write.table, write.put);
      } else throw new Error('a projection removes nothing');
    }
    for (const write of projection.due) this.#due(write);
  }

  #move(row: MovedStep): void {
    const before = this.rows.get(row.step);
    if (!before) throw new Error(`${row.step} moved before it was put`);
    const moved = Object.fromEntries(movingOfSteps.map((column) => [column, row[column]]));
    this.rows.set(row.step, { ...before, ...moved });
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
    const steps = project(driver.state, events).rows.flatMap((write) =>
      'move' in write ? [write.move.step] : write.table === 'runs' ? [] : ['another'],
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
    const wakesAt = driver.nowMs + backoffMs('transient', 1, `${run}/task_1`);
    expect([...rows.due.values()]).toEqual([{ id: wakeId, at: wakesAt, kind: 'wake', ...common }]);
    driver.nowMs += 1_000;
    rows.take(driver, { type: 'wake', step: 'task_1' });
    expect(rows.due.size).toBe(0);
  });

  it('[EN13] after any commands the rows are what the state says, and every wait has its timer', () => {
    fc.assert(
      fc.property(graphs, moves(40), (graph, list) => {
        const driver = new RunDriver(graph);
        const rows = new Rows();
        rows.put(driver, driver.events);
        for (const move of list) {
          driver.nowMs += 700;
          const command = commandOf(driver, move);
          const decision = driver.decide(command);
          if (!decision.events) continue;
          for (const draft of decision.events) driver.record(draft);
          rows.put(driver, decision.events);
          checkRows(driver, rows);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function checkRows({ state }: RunDriver, { rows, due }: Rows): void {
  expect(rows.get('runs')).toEqual(runRow(state));
  for (const [id, step] of state.steps) {
    expect(rows.get(id)).toEqual(stepRow(state, step));
    const { lease, wait } = step;
    const isOpen = lease !== null && mustBeAcknowledged(state, step, lease);
    const wholeEnd = lease ? leaseEndsAt(state, step, lease, lease.leasedAt) : null;
    const endsAt = isOpen ? lease.leasedAt + lease.ackMs : wholeEnd;
    const timer = due.get(leaseDueId(run, id));
    // When the end of a run begins, those who work have one more term, within the time to finish.
    const mayBeMoved = lease !== null && endsAt !== null && state.ending !== null;
    const latest = mayBeMoved ? leaseEndsAt(state, step, lease, Number.POSITIVE_INFINITY) : endsAt;
    const at = timer?.at ?? null;
    expect(at === null).toBe(endsAt === null);
    expect(Number(at)).toBeGreaterThanOrEqual(Number(endsAt));
    expect(Number(at)).toBeLessThanOrEqual(Number(latest));
    expect(timer?.attempt ?? step.attempt).toBe(step.attempt);
    const wakesAt = wait?.for === 'time' ? wait.until : null;
    // What is left over of a wait that was cut short is cleared when it rings.
    expect(wakesAt === null ? null : due.get(wakeDueId(run, id))?.at).toBe(wakesAt);
  }
}
