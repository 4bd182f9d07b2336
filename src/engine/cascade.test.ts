import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { GraphStep, Join } from './event-types.ts';

const member = (id: string, needs: readonly string[] = [], change: Partial<GraphStep> = {}) =>
  leaf(id, needs, { parent: 'phase_1', attempts_max: 1, ...change });
const joined = (join: Join, ids: readonly string[], parent?: string): GraphStep =>
  group('phase_1', ids, parent, { join });
const three = ['task_1', 'task_2', 'task_3'];

/** A group of three with a step after it. */
const trio = (join: Join): RunDriver =>
  new RunDriver([
    ...three.map((id) => member(id)),
    joined(join, three),
    leaf('task_9', ['phase_1']),
  ]);

describe('a group', () => {
  it.each([
    ['all', 3],
    ['any', 1],
    [1, 1],
    [2, 2],
    [3, 3],
    ['best', 3],
  ] as const)('[EN23] that joins %s of three is done after %i', (join, needed) => {
    const run = trio(join);
    for (const id of three.slice(0, needed - 1)) run.complete(id);
    expect(run.stateOf('phase_1')).toBe('PENDING');
    const events = run.complete(three[needed - 1] ?? '');
    expect(run.stateOf('phase_1')).toBe('VERIFIED');
    expect(run.stateOf('task_9')).toBe('READY');
    const rest = three.slice(needed);
    for (const id of rest) expect(run.stateOf(id)).toBe('CANCELLED');
    const join1 = events.find((event) => 'check' in event.data && event.data.check === 'join');
    expect(join1?.data).toMatchObject({ step: 'phase_1', by: '', ready: ['task_9'] });
    run.complete('task_9');
    expect(run.state).toMatchObject({ status: 'COMPLETED', active: 0, held: 0 });
  });

  it.each([
    ['all', 1],
    ['any', 3],
    [2, 2],
    ['best', 3],
  ] as const)('[EN23] that joins %s of three fails after %i failures', (join, failures) => {
    const run = trio(join);
    for (const id of three.slice(0, failures - 1)) run.fail(id, 'policy');
    expect(run.stateOf('phase_1')).toBe('PENDING');
    const events = run.fail(three[failures - 1] ?? '', 'policy');
    expect(events).toContainEqual({ type: 'group.failed', data: { step: 'phase_1' } });
    expect(run.stateOf('phase_1')).toBe('FAILED');
  });

  it('[EN23] that takes the best waits for all that still can, and leaves out what failed', () => {
    const run = trio('best');
    run.complete('task_2');
    run.fail('task_1', 'policy');
    expect(run.stateOf('phase_1')).toBe('PENDING');
    run.fail('task_3', 'policy');
    expect(run.stateOf('phase_1')).toBe('VERIFIED');
  });

  it('[EN23] takes what its members still hold when it joins early', () => {
    const run = trio('any');
    const slow = run.lease('task_2', 'agent_b');
    run.complete('task_1');
    expect(run.states()).toMatchObject({ task_2: 'CANCELLED', task_3: 'CANCELLED' });
    const late = {
      type: 'complete',
      ...slow,
      output: { id: 'ct_x', size: 1, digest: 'ab' },
    } as const;
    expect(run.refused(late).code).toBe('lease_lost');
    expect(run.state.held).toBe(0);
  });

  it('[EN23] dismisses a member that became ready in the very moment of the join', () => {
    const run = new RunDriver([
      member('task_1'),
      member('task_2', ['task_1']),
      joined('any', ['task_1', 'task_2']),
    ]);
    run.complete('task_1');
    expect(run.states()).toEqual({ task_1: 'VERIFIED', task_2: 'CANCELLED', phase_1: 'VERIFIED' });
    expect(run.state).toMatchObject({ status: 'COMPLETED', active: 0 });
  });

  it('[EN23] dismisses groups within it, and all that is in them', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_1' }),
      group('phase_2', ['task_2', 'task_3'], 'phase_1'),
      leaf('task_2', [], { parent: 'phase_2' }),
      leaf('task_3', ['task_2'], { parent: 'phase_2' }),
      joined('any', ['task_1', 'phase_2']),
    ]);
    run.lease('task_2');
    run.complete('task_1');
    expect(run.states()).toEqual({
      task_1: 'VERIFIED',
      phase_2: 'CANCELLED',
      task_2: 'CANCELLED',
      task_3: 'CANCELLED',
      phase_1: 'VERIFIED',
    });
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN23] within a group fails it too, and a failed one can be done without', () => {
    const nested = (join: Join): RunDriver =>
      new RunDriver([
        group('phase_2', ['task_1'], 'phase_1'),
        leaf('task_1', [], { parent: 'phase_2', attempts_max: 1 }),
        leaf('task_2', [], { parent: 'phase_1' }),
        joined(join, ['phase_2', 'task_2']),
      ]);
    const strict = nested('all');
    strict.fail('task_1');
    expect(strict.states()).toMatchObject({ phase_2: 'FAILED', phase_1: 'FAILED' });
    const lax = nested('any');
    lax.fail('task_1');
    expect(lax.states()).toMatchObject({ phase_2: 'FAILED', phase_1: 'PENDING' });
    lax.complete('task_2');
    expect(lax.state.status).toBe('COMPLETED');
  });

  it('[EN23] that failed is open again when a member is tried again, up to the top', () => {
    const run = new RunDriver([
      group('phase_2', ['task_1'], 'phase_1'),
      leaf('task_1', [], { parent: 'phase_2', attempts_max: 1 }),
      joined('all', ['phase_2']),
      leaf('task_9', ['phase_1']),
    ]);
    run.fail('task_1');
    expect(run.state.status).toBe('FAILED');
    const events = run.do({ type: 'retry', step: 'task_1', by: 'person_a' });
    expect(events.at(-1)?.data).toMatchObject({ step: 'task_1', groups: ['phase_2', 'phase_1'] });
    expect(run.states()).toMatchObject({ phase_2: 'PENDING', phase_1: 'PENDING' });
    run.complete('task_1');
    run.complete('task_9');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN23] joins exactly when its rule says, whatever order its members end in', () => {
    const joinOf = (count: number): fc.Arbitrary<Join> =>
      fc.oneof(fc.constantFrom<Join>('all', 'any', 'best'), fc.integer({ min: 1, max: count }));
    const ends = fc
      .array(fc.constantFrom('ok', 'skipped', 'failed'), { minLength: 1, maxLength: 6 })
      .chain((list) => fc.tuple(fc.constant(list), joinOf(list.length)));
    fc.assert(
      fc.property(ends, ([list, join]) => {
        const ids = list.map((_, index) => `task_${index}`);
        const run = new RunDriver([...ids.map((id) => member(id)), joined(join, ids)]);
        let good = 0;
        let bad = 0;
        for (const [index, end] of list.entries()) {
          const id = ids[index] ?? '';
          if (run.stateOf('phase_1') !== 'PENDING') break;
          if (end === 'ok') run.complete(id);
          else if (end === 'skipped') run.do({ type: 'skip', step: id, by: 'person_a' });
          else run.fail(id, 'policy');
          if (end === 'failed') bad += 1;
          else good += 1;
          expect(run.stateOf('phase_1')).toBe(stateBy(join, list.length, good, bad));
        }
        const end = run.stateOf('phase_1') === 'VERIFIED' ? 'COMPLETED' : 'FAILED';
        expect(run.state.status).toBe(run.state.active === 0 ? end : 'RUNNING');
      }),
      { numRuns: 300 },
    );
  });
});

/** The rule of the join, said once more. */
function stateBy(join: Join, members: number, good: number, bad: number): string {
  if (join === 'best') {
    if (good > 0 && good + bad === members) return 'VERIFIED';
    return bad === members ? 'FAILED' : 'PENDING';
  }
  const needed = join === 'all' ? members : join === 'any' ? 1 : join;
  if (good >= needed) return 'VERIFIED';
  return members - bad < needed ? 'FAILED' : 'PENDING';
}
