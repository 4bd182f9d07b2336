import { describe, expect, it } from 'vitest';
import { growthOf, mostGrowth } from '../../test/support/growth.ts';
import { group, leaf } from '../../test/support/run-driver.ts';
import type { GraphStep, StepWait } from './event-types.ts';
import { checkGraph, findCycle, maxSteps } from './graph.ts';

const chain = (length: number): GraphStep[] =>
  Array.from({ length }, (_, index) =>
    leaf(`task_${index}`, index === 0 ? [] : [`task_${index - 1}`]),
  );

const joining = (join: number): GraphStep => group('phase_1', ['task_1'], undefined, { join });
const waiting = (wait: StepWait): GraphStep => leaf('task_1', [], { wait });
const takeBack = { performer: 'agent', action: 'take_back' } as const;

describe('the graph check', () => {
  it('[EN9] passes a graph that holds together', () => {
    const steps = [
      group('phase_1', ['task_1', 'task_2']),
      leaf('task_2', ['task_1']),
      leaf('task_1'),
    ];
    expect(checkGraph(steps)).toBeNull();
  });

  it.each([
    ['no step', [], 'no step to do'],
    ['only groups', [group('phase_1', ['phase_2']), group('phase_2', [])], 'no step to do'],
    ['an unknown need', [leaf('task_1', ['task_7'])], 'task_1 needs task_7'],
    ['an unknown parent', [leaf('task_1', [], { parent: 'phase_7' })], 'phase_7'],
    ['the same id twice', [leaf('task_1'), leaf('task_1')], 'same id'],
    ['a need named twice', [leaf('task_1'), leaf('task_2', ['task_1', 'task_1'])], 'twice'],
    ['a group of nothing', [leaf('task_1'), group('phase_1', [])], 'phase_1'],
    ['an id with a space', [leaf('task 1')], 'task 1'],
    ['an id that is too long', [leaf(`task_${'1'.repeat(96)}`)], 'not of the form'],
    ['an action that is a sentence', [leaf('task_1', [], { action: 'Write it!' })], 'task_1'],
    ['no attempt', [leaf('task_1', [], { attempts_max: 0 })], 'task_1'],
    ['attempts without end', [leaf('task_1', [], { attempts_max: 1_000_000 })], 'task_1'],
    ['half an attempt', [leaf('task_1', [], { attempts_max: 1.5 })], 'task_1'],
    ['no time', [leaf('task_1', [], { timeout_ms: 0 })], 'task_1'],
    ['an undo of its own', [leaf('task_1', [], { purpose: 'compensation' })], 'engine alone'],
    ['the id of an undo', [leaf('undo_task_1')], 'engine alone'],
    ['what undoes', [leaf('task_1', [], { undoes: 'task_1' })], 'engine alone'],
    ['a join that is no group', [leaf('task_1', [], { join: 'any' })], 'only groups'],
    ['rounds that are no group', [leaf('task_1', [], { rounds_max: 2 })], 'only groups'],
    ['more to join than there are', [leaf('task_1'), joining(2)], 'join'],
    ['a join of none', [leaf('task_1'), joining(0)], 'join'],
    ['half a join', [leaf('task_1'), joining(0.5)], 'join'],
    ['a choice of nobody', [leaf('task_1', [], { when: { step: 'task_9', is: 'a' } })], 'when'],
    ['an urgency beyond all', [leaf('task_1', [], { priority: 10 })], 'priority'],
    ['half an urgency', [leaf('task_1', [], { priority: 1.5 })], 'priority'],
    ['a slot that is a sentence', [leaf('task_1', [], { slot: 'any one' })], 'slot'],
    ['a wait for a sentence', [waiting({ for: 'event', key: 'all of it' })], 'wait.key'],
    ['a wait for nothing known', [waiting({ for: 'luck' as 'time' })], 'wait.for'],
    ['a wait of half a millisecond', [waiting({ for: 'time', delay_ms: 0.5 })], 'not a time'],
    ['a wait until never', [waiting({ for: 'time', until: 9e15 })], 'not a time'],
    ['a wait beyond all time', [waiting({ for: 'time', delay_ms: 9e15 })], 'not a time'],
    [
      'one good time and one bad',
      [waiting({ for: 'time', until: 1, delay_ms: 1.5 })],
      'not a time',
    ],
    ['an undo of no effect', [leaf('task_1', [], { undo: takeBack })], 'reversibility'],
    ['time without end', [leaf('task_1', [], { timeout_ms: Number.POSITIVE_INFINITY })], 'task_1'],
  ])('[EN9] refuses %s, by name', (_, steps, words) => {
    expect(checkGraph(steps)).toEqual({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining(words),
    });
  });

  it('[EN9] names the steps of a cycle and no others', () => {
    const steps = [
      leaf('task_1', ['task_3']),
      leaf('task_2', ['task_1']),
      leaf('task_3', ['task_2']),
      leaf('task_4', ['task_3']),
      leaf('task_5'),
    ];
    const cycle = findCycle(steps);
    expect([...(cycle ?? [])].sort()).toEqual(['task_1', 'task_2', 'task_3']);
    expect(checkGraph(steps)?.message).toContain(' → ');
  });

  it('[EN9] keeps the message short when the cycle is long', () => {
    const ring = chain(5_000).map((step, at) => ({ ...step, needs: [`task_${(at + 1) % 5_000}`] }));
    const message = checkGraph(ring)?.message ?? '';
    expect(message).toContain('5000 steps');
    expect(message.length).toBeLessThan(1_000);
  });

  it('[EN9] finds a step that waits for itself', () => {
    expect(findCycle([leaf('task_1', ['task_1'])])).toEqual(['task_1']);
  });

  it('[EN9] refuses more steps than a run may have, and takes as many', () => {
    expect(checkGraph(chain(maxSteps + 1))).toMatchObject({ code: 'limit_exceeded' });
    expect(checkGraph(chain(maxSteps))).toBeNull();
  });

  it.each([
    ['a chain', chain],
    [
      'a star',
      (length: number) =>
        chain(length).map((step, index) => ({ ...step, needs: index === 0 ? [] : ['task_0'] })),
    ],
    [
      'a ring',
      (length: number) =>
        chain(length).map((step, at) => ({ ...step, needs: [`task_${(at + 1) % length}`] })),
    ],
  ] as const)('[EN9] checks %s of 10,000 steps in time in step with their number', (_, steps) => {
    const growth = growthOf(maxSteps / 4, (size) => checkGraph(steps(size)));
    expect(growth).toBeLessThan(mostGrowth);
  });
});
