// A plan with its dates, whoever made it. One that was taken in without a schedule gets one here, with
// a fixed effort, so that the same plan is always written the same.
import { isPlanwrightError, PlanwrightError } from '../../base/errors.ts';
import type { Plan } from '../../contract/plan.ts';
import { readPlan } from '../../schedule/read/plan.ts';
import { scheduleProject } from '../../schedule/run/schedule-project.ts';
import { rowsOf, type Scheduled } from '../../schedule/scheduled.ts';
import { scheduledPlan } from '../document/scheduled-plan.ts';

const EFFORT = { seed: 1, schedules: 20 };

function scheduledNow(plan: Plan): Scheduled {
  const { project, currency, stated, risks, budget, confidence } = readPlan(plan, {
    lenient: true,
  });
  const outcome = scheduleProject({ project, effort: EFFORT, risks, stated, budget, confidence });
  return {
    ...{ planId: plan.plan_id, title: plan.title, project, currency, stated },
    ...{ rows: rowsOf(project, outcome), finish: outcome.finish },
  };
}

export function datedPlan(plan: Plan): Scheduled {
  const dated = scheduledPlan(plan);
  if (dated) return dated.scheduled;
  try {
    return scheduledNow(plan);
  } catch (error) {
    if (!isPlanwrightError(error)) throw error;
    const message = `This plan has no dates, and none can be computed: ${error.message}. The formats json, md, html, docx, checklist and zip need none.`;
    throw new PlanwrightError('not_allowed_now', message, error.facts, error);
  }
}
