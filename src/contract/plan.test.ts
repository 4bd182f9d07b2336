import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isoDateSchema, planIdPattern, planSchema, subtaskSchema } from './plan.ts';

describe('the shape of plan.json', () => {
  it('[PL13] can be published as JSON Schema, with the fields agents were promised', () => {
    const schema = z.toJSONSchema(planSchema);
    const promised = [
      'plan_id',
      'goal',
      'phase_count',
      'phases',
      'dependencies',
      'roles_required',
      'risks',
    ];
    expect(schema.required).toEqual(expect.arrayContaining(promised));
  });

  it('[PL13] ids have a prefix and are lower case', () => {
    for (const good of ['task_1_2', 'task_1_2_a', 'plan_x9']) expect(good).toMatch(planIdPattern);
    for (const bad of ['task', 'Task_1', 'task_', '_1', 'task-1'])
      expect(bad).not.toMatch(planIdPattern);
  });

  it('[PL13] dates, actions and parameters are bounded', () => {
    expect(isoDateSchema.safeParse('2026-13-01').success).toBe(false);
    const step = {
      subtask_id: 'task_1_1_a',
      action: 'send_email',
      description: 'x',
      params: { to: 'a' },
    };
    expect(subtaskSchema.safeParse(step).success).toBe(true);
    expect(subtaskSchema.safeParse({ ...step, action: 'Send Email' }).success).toBe(false);
    expect(subtaskSchema.safeParse({ ...step, params: { to: 'a'.repeat(2001) } }).success).toBe(
      false,
    );
  });
});
