// A plan with what the gates say of it, and what that comes to.
import { type Plan, planSchema } from '../../contract/plan.ts';
import { runGates } from '../../gates/index.ts';
import { verdictOf } from '../../gates/verdict.ts';
import { taskCosts, withTaskCosts } from './task-costs.ts';

export function gatedPlan(plan: Plan): Plan {
  const gates = runGates(plan);
  const phases = withTaskCosts(plan, taskCosts(plan));
  return { ...plan, phases, gates, verdict: verdictOf(plan, gates) };
}

/** A plan that was changed does not go on telling what the gates said before. */
export function rejudged(plan: object): object {
  if (!('gates' in plan) && !('verdict' in plan)) return plan;
  const { gates: _gates, verdict: _verdict, ...rest } = plan as Partial<Plan>;
  const parsed = planSchema.safeParse(rest);
  if (!parsed.success) return rest;
  const { gates, verdict } = gatedPlan(parsed.data);
  const phases = withTaskCosts(rest as Plan, taskCosts(parsed.data));
  return { ...rest, phases, gates, verdict };
}
