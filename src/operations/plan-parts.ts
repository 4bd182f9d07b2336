// The parts of a plan that can be read one by one, taken out of plan.json.

import type { Plan } from '../contract/plan.ts';
import { type PlanPart, pageChars } from '../contract/plan-read.ts';
import type { Matter } from './read-page.ts';

/** Parts that are in plan.json itself. */
export type DocumentPart = Exclude<PlanPart, 'usage' | 'reasoning' | 'section' | 'file'>;

const tasksOf = ({ phases }: Plan) =>
  phases.flatMap(({ phase_id, name, tasks }) =>
    tasks.map((task) => ({ phase_id, phase: name, ...task })),
  );

const list = (items: readonly unknown[] | undefined, head?: object): Matter => ({
  kind: 'list',
  items: items ?? [],
  ...(head ? { head } : {}),
});

/** Where there is no plan_summary.json: what a reader asks first. */
function summaryOf(plan: Plan): object {
  const { plan_id, title, goal, summary, brain, notice, start_date, finish_date } = plan;
  const { deadline, meets_deadline } = plan.schedule;
  return {
    ...{ plan_id, title, goal, summary, brain, notice, start_date, finish_date },
    ...{ deadline, meets_deadline, costs: plan.costs },
    ...(plan.verdict ? { verdict: plan.verdict } : {}),
    phases: plan.phases.map(
      ({ phase_id, name, start_date: start, finish_date: finish, tasks }) => ({
        ...{ phase_id, name, start_date: start, finish_date: finish, tasks: tasks.length },
      }),
    ),
    risks: plan.risks.length,
    assumptions: plan.assumptions.length,
    open_questions: plan.open_questions,
    quality_summary: plan.quality_summary,
  };
}

function scheduleOf(plan: Plan): Matter {
  const { tasks, baseline: _, lint, simulation, ...head } = plan.schedule;
  const odds = simulation ? { ...simulation, criticality: undefined } : undefined;
  const rows =
    tasks ??
    tasksOf(plan).map(({ task_id, start_date, finish_date }) => ({
      ...{ id: task_id, start_date, finish_date },
    }));
  return list(rows, {
    ...head,
    ...(odds ? { simulation: odds } : {}),
    ...(lint && lint.length > 0 ? { lint } : {}),
  });
}

function costsOf(plan: Plan): Matter {
  const { cost, cash_flow } = plan.schedule;
  const lines = plan.cost_lines ?? [];
  const priced = tasksOf(plan).flatMap(({ task_id, title, cost: own }) =>
    own ? [{ task_id, title, ...own }] : [],
  );
  const rows = lines.length > 0 ? lines : priced;
  const scheduled = { ...(cost ? { scheduled: cost } : {}), ...(cash_flow ? { cash_flow } : {}) };
  return list(rows, { ...plan.costs, ...scheduled });
}

export function documentPart(plan: Plan, part: DocumentPart): Matter {
  switch (part) {
    case 'summary':
      return list([], summaryOf(plan));
    case 'tasks':
      return list(tasksOf(plan));
    case 'schedule':
      return scheduleOf(plan);
    case 'risks':
      return list(plan.risks);
    case 'assumptions':
      return list(plan.assumptions);
    case 'costs':
      return costsOf(plan);
    case 'gates':
      return list(plan.gates, plan.verdict ? { verdict: plan.verdict } : {});
  }
}

/** A section of plan.json by its name; what is too long for a page comes as the text of its JSON. */
export function sectionMatter(value: unknown): Matter {
  if (Array.isArray(value)) return list(value);
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value !== 'object' || value === null) return list([value]);
  const text = JSON.stringify(value);
  return text.length <= pageChars / 2 - 8 ? list([], value) : { kind: 'text', text };
}
