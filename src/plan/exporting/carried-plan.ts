// A plan for MS Project XML: what the format has no fields for goes into the notes, in words for people
// and as a record for our own reader. Dates, odds and verdicts are computed again when it is read.
import type { Plan, PlanTask } from '../../contract/plan.ts';
import type { Carried, CarriedPlan } from '../../schedule/write/msproject/carried.ts';

function taskCarried(task: PlanTask): Carried {
  const accepted = task.acceptance_criteria.map((criterion) => `- ${criterion}`);
  return {
    words: [task.description, '', 'Accepted when:', ...accepted].join('\n'),
    record: { task },
    riskTier: task.risk_tier,
    performer: task.performer,
  };
}

function wholeCarried(plan: Plan): Carried {
  const { phases: _phases, schedule: _dates, gates: _gates, verdict: _verdict, ...rest } = plan;
  return { words: plan.summary, record: { plan: rest } };
}

export function carriedPlan(plan: Plan): CarriedPlan {
  const parts = plan.phases.flatMap(({ tasks, ...phase }): [string, Carried][] => [
    [phase.phase_id, { words: phase.name, record: { phase } }],
    ...tasks.map((task): [string, Carried] => [task.task_id, taskCarried(task)]),
  ]);
  return { whole: wholeCarried(plan), parts: new Map(parts) };
}
