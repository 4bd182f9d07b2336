// Contradictions in one of our plans, found apart from the gates, so that both must be right.
import type { Plan, PlanTask } from '../../../src/contract/plan.ts';
import type { PlanMeasures, Share } from './measures.ts';
import { alikeCount } from './planexe-texts.ts';
import { summaryText } from './planwright-figures.ts';
import { brokenLinks, type Link, type LinkType, type Span } from './sequence.ts';
import { statedEnd } from './stated-end.ts';

const dayMs = 86_400_000;

const linkTypes: Readonly<Record<Plan['dependencies'][number]['type'], LinkType>> = {
  finish_to_start: 'FS',
  start_to_start: 'SS',
  finish_to_finish: 'FF',
  start_to_finish: 'SF',
};

export const tasksOf = ({ phases }: Plan): PlanTask[] => phases.flatMap(({ tasks }) => tasks);

/** Links and prerequisites, each pair once. */
export function linksOf(plan: Plan): Link[] {
  const links = plan.dependencies.map(
    ({ from, to, type, lag }): Link => ({ from, to, type: linkTypes[type], lag }),
  );
  const linked = new Set(links.map(({ from, to }) => `${from} ${to}`));
  const needed = tasksOf(plan)
    .flatMap(({ task_id: to, prerequisites }) =>
      prerequisites.map((from): Link => ({ from, to, type: 'FS' })),
    )
    .filter(({ from, to }) => !linked.has(`${from} ${to}`));
  return [...links, ...needed];
}

export function spansOf(plan: Plan): Span[] {
  const ids = new Set(tasksOf(plan).map(({ task_id: id }) => id));
  return (plan.schedule.tasks ?? [])
    .filter(({ id }) => ids.has(id))
    .map(({ id, start, finish }) => ({
      id,
      startMs: Date.parse(start),
      finishMs: Date.parse(finish),
    }));
}

function lateDays(text: string | undefined, plan: Plan): number | null {
  if (text === undefined) return null;
  const end = statedEnd(text, Date.parse(plan.start_date), plan.language);
  return end === null ? null : Math.round((Date.parse(plan.schedule.finish_date) - end) / dayMs);
}

/** A phase ends when the last result is there, also one that is waited for. */
function phasesOff({ phases }: Plan): Share {
  const off = phases.filter(({ start_date: start, finish_date: finish, tasks }) => {
    const starts = tasks.map((task) => task.start_date).sort();
    const finishes = tasks.map((task) => task.result_date ?? task.finish_date).sort();
    return starts[0] !== start || finishes.at(-1) !== finish;
  });
  return { of: phases.length, are: off.length };
}

function unknownIds(plan: Plan): number {
  const tasks = tasksOf(plan);
  const known = new Set([
    ...plan.phases.map(({ phase_id: id }) => id),
    ...tasks.flatMap(({ task_id: id, subtasks }) => [id, ...subtasks.map((one) => one.subtask_id)]),
    ...plan.risks.map(({ risk_id: id }) => id),
    ...plan.assumptions.map(({ assumption_id: id }) => id),
  ]);
  const used = [
    ...linksOf(plan).flatMap(({ from, to }) => [from, to]),
    ...tasks.flatMap((task) => [...(task.risk_ids ?? []), ...(task.assumption_ids ?? [])]),
    ...plan.risks.flatMap((risk) => risk.tasks ?? []),
    ...(plan.cost_lines ?? []).flatMap(({ task }) => (task === undefined ? [] : [task])),
    ...plan.schedule.critical_path,
    ...plan.assumptions.flatMap(({ reckoned }) => reckoned?.of ?? []),
  ];
  const roles = new Set(plan.roles_required);
  const strangers = tasks.map((task) => task.assignee_role).filter((role) => !roles.has(role));
  return new Set([...used.filter((id) => !known.has(id)), ...strangers]).size;
}

const differ = (one: number | undefined, other: number | undefined): boolean[] =>
  one === undefined || other === undefined ? [] : [Math.abs(one - other) > 1];

/** The same total or end told in two places. */
function totalsOff(plan: Plan): Share {
  const { costs, schedule, budget } = plan;
  const flow = schedule.cash_flow?.reduce((sum, { amount }) => sum + amount, 0);
  const last = tasksOf(plan)
    .map((task) => task.finish_date)
    .sort()
    .at(-1);
  const checks = [
    ...differ(costs.base, schedule.cost?.total),
    ...differ(flow, schedule.cost?.total),
    ...differ(costs.budget ?? undefined, budget?.amount),
    plan.finish_date !== schedule.finish_date,
    plan.finish_date !== last,
  ];
  return { of: checks.length, are: checks.filter(Boolean).length };
}

const findingTexts = ({ experts, red_team: redTeam }: Plan): string[] => [
  ...(experts ?? []).flatMap(({ findings }) => findings.map(({ says }) => says)),
  ...(redTeam?.findings ?? []).map(({ says }) => says),
];

export const contradictionsOf = (plan: Plan): PlanMeasures['contradictions'] => ({
  charterEndLateDays: lateDays(plan.charter?.smart.time_bound, plan),
  summaryEndLateDays: lateDays(summaryText(plan), plan),
  phasesOff: phasesOff(plan),
  unknownIds: unknownIds(plan),
  brokenLinks:
    plan.schedule.tasks === undefined ? null : brokenLinks(linksOf(plan), spansOf(plan)).length,
  totalsOff: totalsOff(plan),
  duplicateRisks: alikeCount(plan.risks.map(({ description }) => description)),
  duplicateFindings: alikeCount(findingTexts(plan)),
});
