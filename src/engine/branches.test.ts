import { describe, expect, it } from 'vitest';
import { contentRef, group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { GraphStep } from './event-types.ts';

const decision = (id: string, needs: readonly string[] = [], change: Partial<GraphStep> = {}) =>
  leaf(id, needs, { purpose: 'decision', ...change });
const when = (step: string, is: string): Partial<GraphStep> => ({ when: { step, is } });
const checkpoint = (id: string, needs: readonly string[]): GraphStep =>
  leaf(id, needs, { performer: 'engine', purpose: 'checkpoint', action: 'checkpoint' });

/** Yes leads to one chain, no to another, and both to the end. */
const fork = (): RunDriver =>
  new RunDriver([
    decision('pick_1'),
    leaf('yes_1', ['pick_1'], when('pick_1', 'yes')),
    leaf('yes_2', ['yes_1']),
    leaf('no_1', ['pick_1'], when('pick_1', 'no')),
    leaf('no_2', ['no_1', 'pick_1'], when('pick_1', 'no')),
    leaf('end_1', ['yes_2', 'no_2']),
  ]);

describe('a decision', () => {
  it('[EN24] opens the branch that it chose and skips the others, on the record', () => {
    const run = fork();
    const events = run.choose('pick_1', 'yes');
    expect(events.map((event) => event.type)).toEqual([
      'step.verified',
      'step.skipped',
      'step.skipped',
    ]);
    expect(events[0]?.data).toMatchObject({ choice: 'yes', ready: ['yes_1'] });
    expect(events[1]?.data).toMatchObject({ step: 'no_1', cause: 'branch', by: '' });
    expect(run.states()).toMatchObject({ yes_1: 'READY', no_1: 'SKIPPED', no_2: 'SKIPPED' });
    run.complete('yes_1');
    run.complete('yes_2');
    expect(run.stateOf('end_1')).toBe('READY');
  });

  it('[EN24] for the other branch lets what needs a skipped step go on', () => {
    const run = fork();
    run.choose('pick_1', 'no');
    expect(run.states()).toMatchObject({ yes_1: 'SKIPPED', yes_2: 'READY', no_1: 'READY' });
  });

  it('[EN24] that nobody expected skips every branch, and the run goes on', () => {
    const run = fork();
    run.choose('pick_1', 'maybe');
    expect(run.states()).toMatchObject({ yes_1: 'SKIPPED', no_1: 'SKIPPED', no_2: 'SKIPPED' });
    run.complete('yes_2');
    run.complete('end_1');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN24] within a branch not taken is skipped with all that hangs on its choice', () => {
    const run = new RunDriver([
      decision('pick_1'),
      decision('pick_2', ['pick_1'], when('pick_1', 'deep')),
      leaf('task_1', ['pick_2'], when('pick_2', 'a')),
      leaf('task_2', ['task_1', 'pick_2'], when('pick_2', 'b')),
    ]);
    run.choose('pick_1', 'shallow');
    expect(run.states()).toMatchObject({ pick_2: 'SKIPPED', task_1: 'SKIPPED', task_2: 'SKIPPED' });
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN24] a branch not taken counts for the group that it is in', () => {
    const run = new RunDriver([
      decision('pick_1'),
      leaf('task_1', ['pick_1'], { ...when('pick_1', 'yes'), parent: 'phase_1' }),
      leaf('task_2', [], { parent: 'phase_1' }),
      group('phase_1', ['task_1', 'task_2']),
    ]);
    run.complete('task_2');
    run.choose('pick_1', 'no');
    expect(run.stateOf('phase_1')).toBe('VERIFIED');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN24] must say what it chose, in a plain word; nothing else may', () => {
    const run = new RunDriver([decision('pick_1'), leaf('task_1')]);
    const held = run.lease('pick_1');
    const output = contentRef('ct_x');
    const complete = { type: 'complete', ...held, output } as const;
    expect(run.refused(complete).code).toBe('INVALID_ARGUMENTS');
    expect(run.refused({ ...complete, choice: 'a b' }).code).toBe('INVALID_ARGUMENTS');
    expect(run.refused({ ...complete, choice: '' }).code).toBe('INVALID_ARGUMENTS');
    expect(run.refused({ ...complete, choice: 'x'.repeat(65) }).code).toBe('INVALID_ARGUMENTS');
    const other = { type: 'complete', ...run.lease('task_1'), output, choice: 'yes' } as const;
    expect(run.refused(other).code).toBe('INVALID_ARGUMENTS');
    run.finish(held, 'yes');
    expect(run.stateOf('pick_1')).toBe('VERIFIED');
  });

  it('[EN24] that a person skips takes no branch', () => {
    const run = fork();
    run.do({ type: 'skip', step: 'pick_1', by: 'person_a' });
    expect(run.states()).toMatchObject({ pick_1: 'SKIPPED', yes_1: 'SKIPPED', no_1: 'SKIPPED' });
  });
});

describe('a checkpoint', () => {
  it('[EN24] is passed by itself when all before it is done, and opens what is behind', () => {
    const run = new RunDriver([
      leaf('task_1'),
      leaf('task_2'),
      checkpoint('gate_1', ['task_1', 'task_2']),
      checkpoint('gate_2', ['gate_1']),
      leaf('task_3', ['gate_2']),
    ]);
    run.complete('task_1');
    expect(run.stateOf('gate_1')).toBe('PENDING');
    const events = run.complete('task_2');
    const passed = events.map((event) => ('step' in event.data ? event.data.step : event.type));
    expect(passed).toEqual(['task_2', 'gate_1', 'gate_2']);
    expect(run.states()).toMatchObject({ gate_1: 'VERIFIED', gate_2: 'VERIFIED', task_3: 'READY' });
  });

  it('[EN24] behind a failed step is not passed', () => {
    const run = new RunDriver([
      leaf('task_1', [], { attempts_max: 1 }),
      checkpoint('gate_1', ['task_1']),
    ]);
    run.fail('task_1');
    expect(run.stateOf('gate_1')).toBe('PENDING');
    expect(run.state.status).toBe('FAILED');
  });

  it('[EN24] with nothing before it is refused, since nobody would pass it', () => {
    expect(() => new RunDriver([leaf('task_1'), checkpoint('gate_1', [])])).toThrow('gate_1');
  });
});
