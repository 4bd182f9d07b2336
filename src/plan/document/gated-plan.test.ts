import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import { planOf, taskOf } from '../../../test/support/small-plan.ts';
import { gateIds } from '../../contract/plan-gates.ts';
import { readPlan } from '../../schedule/read/plan.ts';
import { gatedPlan, rejudged } from './gated-plan.ts';

describe('a plan and its gates', () => {
  it('[PD11] any plan can be judged, one that somebody wrote by hand too', () => {
    const hand = gatedPlan(planOf([taskOf([{ subtask_id: 'task_1_a', action: 'repair_code' }])]));
    expect(hand.gates?.map(({ gate }) => gate)).toEqual(gateIds);
    expect(hand.verdict?.decision).toBe('go_with_conditions');
  });

  it('[PD11] a plan that was changed is judged anew', () => {
    const plan = gatedPlan(fullPlan());
    const late = { ...plan, schedule: { ...plan.schedule, meets_deadline: false } };
    expect(rejudged(late)).toMatchObject({
      verdict: { reason: expect.stringMatching(/is missed/) as string },
    });
  });

  it('[PD13] each task says what it costs; tasks and risks come to the whole', () => {
    const plan = gatedPlan(fullPlan());
    const tasks = plan.phases.flatMap((phase) => phase.tasks);
    const sum = tasks.reduce((all, { total_cost }) => all + (total_cost?.base ?? 0), 0);
    const spare = (plan.cost_lines ?? []).filter(({ task }) => task === undefined);
    expect(sum).toBeGreaterThan(0);
    expect(sum + spare.reduce((all, { base }) => all + base, 0)).toBeLessThanOrEqual(
      plan.costs.base + 1,
    );
    const paid = (plan.cost_lines ?? []).find(({ task }) => task !== undefined);
    const task = tasks.find(({ task_id }) => task_id === paid?.task);
    expect(task?.total_cost?.base).toBeGreaterThanOrEqual(paid?.base ?? Infinity);
    for (const phase of plan.phases) {
      const own = phase.tasks.reduce((all, one) => all + (one.total_cost?.base ?? 0), 0);
      expect(phase.total_cost?.base ?? 0).toBeCloseTo(own, 2);
    }
    expect(task?.total_cost?.currency).toBe(plan.costs.currency);
  });

  it('[PD13] what a task costs is told anew, and changes no schedule', () => {
    const plan = gatedPlan(fullPlan());
    const wrong = structuredClone(plan);
    for (const { tasks } of wrong.phases) {
      for (const task of tasks) task.total_cost = { low: 1, base: 2, high: 3e9, currency: 'EUR' };
    }
    const [{ project, stated }, own] = [readPlan(wrong), readPlan(fullPlan())];
    expect({ project, stated }).toEqual({ project: own.project, stated: own.stated });
    expect(rejudged(wrong)).toEqual(plan);
  });

  it('[PD11] one that was never judged, or is no whole plan, is not judged', () => {
    const { gates: _gates, verdict: _verdict, ...plain } = fullPlan();
    expect(rejudged(plain)).toBe(plain);
    expect(rejudged({ title: 'half', gates: [] })).toEqual({ title: 'half' });
  });
});
