import { describe, expect, it } from 'vitest';
import { leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { Backoff, GraphStep, RecoveryDef } from './event-types.ts';
import { checkGraph } from './graph.ts';
import { backoffMs } from './recovery.ts';

const undo = { performer: 'tool', action: 'file_write' } as const;
const risky: RecoveryDef = {
  ...{ strategy: 'alternate', performer: 'tool', action: 'file_write', tier: 2 },
  ...{ approval: { lasts_ms: 1_000 }, reversibility: 'reversible', undo },
};
const fragile = (change: Partial<GraphStep>): GraphStep =>
  leaf('task_1', [], { attempts_max: 1, ...change });

describe('an alternate', () => {
  it('[RC10] waits for its own approval and is undone in its own way', () => {
    const run = new RunDriver([fragile({ recovery: [risky] })]);
    run.fail('task_1');
    run.do({ type: 'recover', step: 'task_1' });
    const { approval, reversibility } = risky;
    expect(run.state.steps.get('task_1_ar1')).toMatchObject({
      def: { tier: 2, approval, reversibility, undo },
      state: 'WAITING',
      wait: { for: 'approval' },
    });
  });

  it('[RC10] alone has risks of its own, and they are well formed', () => {
    const problem = (rung: object) =>
      checkGraph([fragile({ recovery: [{ ...risky, ...rung } as RecoveryDef] })])?.message ?? '';
    expect(problem({})).toBe('');
    expect(problem({ strategy: 'replan' })).toContain('only an alternate');
    expect(problem({ tier: 4 })).toContain('tier');
    expect(problem({ approval: { lasts_ms: 0 } })).toContain('approval');
    expect(problem({ reversibility: 'maybe' })).toContain('reversibility');
    expect(problem({ undo: { performer: 'tool', action: 'Not a name' } })).toContain('undo');
    expect(problem({ reversibility: undefined })).toContain('undo without');
  });
});

describe('the back-off of a step', () => {
  const own: Backoff = { first_ms: 10_000, most_ms: 40_000 };

  it('[RC12] doubles from its first to its most, and is the usual one if not said', () => {
    const at = (attempt: number, backoff?: Backoff) =>
      backoffMs('transient', attempt, 'x', backoff);
    const spread = at(1, own) / 10_000;
    expect(spread).toBeGreaterThanOrEqual(0.5);
    expect(spread).toBeLessThanOrEqual(1);
    expect(at(9, own)).toBeGreaterThanOrEqual(20_000);
    expect(at(9, own)).toBeLessThanOrEqual(40_000);
    expect(at(1)).toBeLessThanOrEqual(1_000);
    expect(at(3, { first_ms: 0, most_ms: 0 })).toBe(0);
    expect(backoffMs('logic', 1, 'x', own)).toBe(0);
  });

  it('[RC12] is kept between its attempts', () => {
    const run = new RunDriver([leaf('task_1', [], { attempts_max: 3, backoff: own })]);
    run.fail('task_1', 'transient');
    const until = run.state.steps.get('task_1')?.wait?.until ?? 0;
    expect(until - run.nowMs).toBeGreaterThanOrEqual(5_000);
    const eager = { first_ms: 0, most_ms: 0 };
    const other = new RunDriver([leaf('task_1', [], { attempts_max: 3, backoff: eager })]);
    other.fail('task_1', 'transient');
    expect(other.stateOf('task_1')).toBe('READY');
  });

  it('[RC12] is refused where its first is more than its most', () => {
    const backoff = { first_ms: 2, most_ms: 1 };
    expect(checkGraph([leaf('task_1', [], { backoff })])?.message).toContain('backoff');
  });
});
