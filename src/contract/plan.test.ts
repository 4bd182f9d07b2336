import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isoDateSchema, planIdPattern, planSchema, subtaskSchema } from './plan.ts';
import { calendarSchema, roleSchema, useSchema, waySchema } from './plan-working.ts';

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
    expect(subtaskSchema.safeParse({ ...step, params: { to: 'a'.repeat(20_001) } }).success).toBe(
      false,
    );
  });

  it('[SC82] what the scheduler reads is optional, so that plans of before stay valid', () => {
    const { required = [] } = z.toJSONSchema(planSchema);
    for (const field of ['time_zone', 'calendars', 'roles', 'deadline', 'budget', 'confidence'])
      expect(required).not.toContain(field);
    const task = planSchema.shape.phases.element.shape.tasks.element.shape;
    for (const field of [task.ways, task.uses, task.milestone, task.not_before, task.actual])
      expect(field.safeParse(undefined).success).toBe(true);
  });

  it('[SC82] calendars, roles, uses and ways are bounded', () => {
    const day = [{ from: '09:00', to: '24:00' }];
    const week = [day, day, day, day, day, [], []];
    expect(calendarSchema.safeParse({ calendar_id: 'office', week }).success).toBe(true);
    expect(calendarSchema.safeParse({ calendar_id: 'x', week: week.slice(1) }).success).toBe(false);
    expect(roleSchema.safeParse({ name: 'Cook', capacity: 1.5 }).success).toBe(false);
    expect(useSchema.safeParse({ role: 'Cook', skill: 'frying' }).success).toBe(false);
    expect(useSchema.safeParse({}).success).toBe(false);
    const estimate = { low: 1, likely: 2, high: 3 };
    expect(waySchema.safeParse({ way_id: 'w', estimate, uses: [{ role: 'Cook' }] }).success).toBe(
      true,
    );
  });
});
