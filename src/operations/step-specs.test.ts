import { describe, expect, it } from 'vitest';
import type { StepSpec } from '../work/execution-graph.ts';
import { checkSpecOf, specOf, titleOf } from './step-specs.ts';

const look = { description: 'Count again.', params: { shelf: 4 } };
const spec: StepSpec = { ...specOf(null), title: 'Count', checks: { look } };

describe('the contract of a step', () => {
  it.each([
    ['its part by the key after the attempt', 'task_1_c2look', look],
    ['nothing for a key that is not there', 'task_1_c2other', { description: '', params: {} }],
    ['nothing for what is no key', 'task_1_c2', { description: '', params: {} }],
    ['nothing of a prototype', 'task_1_c2constructor', { description: '', params: {} }],
  ])('[FC9] a check finds %s', (_, id, found) => {
    expect(checkSpecOf(spec, 'task_1', id)).toEqual(found);
  });

  it.each([
    [{ undoes: '', purpose: 'work' }, 'Count'],
    [{ undoes: '', purpose: 'check' }, 'Check: Count'],
    [{ undoes: 'task_1', purpose: 'compensation' }, 'Undo: Count'],
  ])('[FC9] the title of %j is %s', (step, title) => {
    expect(titleOf(step, spec)).toBe(title);
  });
});
