// What a finished plan says of itself in a few lines, and whether it keeps what was asked.
import { join } from 'node:path';
import type { Plan } from '../contract/plan.ts';
import type { PlanStatus } from '../contract/plans.ts';
import { cells } from './cells.ts';
import { ownName } from './own-name.ts';
import { costText } from './plan-progress.ts';
import { safeText } from './safe-text.ts';
import { wrapped } from './wrap.ts';

/** A plan without delays may be in time where most runs with delays are not. */
const oddsWords = (odds: number | null | undefined): string =>
  odds === null || odds === undefined ? '' : `; odds ${Math.round(odds * 100)}%`;

/** Where a task is what is due, the work may go on after it: then the task is named. */
function deadlineLines({ schedule, phases, finish_date, deadline: ofWhole }: Plan): string[] {
  const { deadline, meets_deadline } = schedule;
  if (deadline === null) return [];
  const tasks = ofWhole === undefined ? phases.flatMap((phase) => phase.tasks) : [];
  const due = tasks.find((task) => task.deadline?.startsWith(deadline));
  const name = due && `“${safeText(due.title, 80)}”`;
  if (meets_deadline === false) {
    const missed = `  DEADLINE MISSED: ${deadline} was asked for`;
    if (!due) return [`${missed}, the work would end ${finish_date}`];
    return [`${missed} ${name}, which would end ${due.finish_date}; all would end ${finish_date}`];
  }
  const odds = oddsWords(schedule.simulation?.odds.deadline);
  if (!due) return [`  deadline ${deadline}: planned to end ${finish_date}, in time${odds}`];
  const after = finish_date > deadline ? `; what follows it ends ${finish_date}` : '';
  return [
    `  deadline ${deadline} of ${name}: planned to end ${due.finish_date}, in time${odds}${after}`,
  ];
}

export const amountText = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** A date or a budget that the plan does not keep must not be found out later. */
export function warningLines(plan: Plan): string[] {
  const { costs } = plan;
  const lines = deadlineLines(plan);
  if (costs.verdict === 'over_budget') {
    const [given, needed] = [costs.budget ?? 0, costs.low].map(
      (value) => `${amountText(value)} ${costs.currency}`,
    );
    lines.push(`  BUDGET TOO SMALL: ${given} given, at least ${needed} needed`);
  }
  return lines;
}

export const decisions = {
  go: 'go',
  go_with_conditions: 'go, with conditions',
  no_go: 'NO GO',
} as const;

export const verdictLines = ({ verdict }: Plan): string[] =>
  verdict ? [`  verdict: ${decisions[verdict.decision]}. ${safeText(verdict.reason, 400)}`] : [];

export const datesAndMoney = (plan: Plan): string[] => {
  const tasks = plan.phases.reduce((sum, phase) => sum + phase.tasks.length, 0);
  const { currency, low, high } = plan.costs;
  return [
    `  ${plan.phases.length} phases, ${tasks} tasks, ${plan.start_date} to ${plan.finish_date}`,
    ...warningLines(plan),
    `  cost ${amountText(low)} to ${amountText(high)} ${currency}; ${plan.risks.length} risks; ${plan.guesses.length} guesses to confirm`,
  ];
};

function filesLine(folder: string, files: readonly string[]): string {
  const own = files.filter((file) => !file.includes('/'));
  const more = files.length - own.length;
  const names = own.join(', ');
  return `  files in ${folder}: ${names}${more > 0 ? ` and ${more} more` : ''}`;
}

export interface Written {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Lines are only broken for a terminal. */
export function resultLines(
  plan: Plan,
  status: PlanStatus,
  { folder, files }: Written,
  width: number,
): string {
  const thinking = costText(status.usage);
  const report = files.find((file) => file === 'report.html');
  const broken = (line: string): string[] =>
    cells(line) > width ? wrapped(line, width, '  ', '  ') : [line];
  return [
    safeText(plan.title, 200),
    ...[...verdictLines(plan), ...datesAndMoney(plan), `  ${plan.notice}`].flatMap(broken),
    ...(thinking === '' ? [] : [`  made with ${thinking}`]),
    filesLine(folder, files),
    ...(report === undefined ? [] : [`  open in a browser: ${join(folder, report)}`]),
    `  next: ${ownName} read ${plan.plan_id}, ${ownName} run ${plan.plan_id}`,
    '',
  ].join('\n');
}

export function resultJson(plan: Plan, status: PlanStatus, { folder, files }: Written): object {
  const { plan_id, title, start_date, finish_date } = plan;
  return {
    ...{ plan_id, state: status.state, brain: status.brain, title, start_date, finish_date },
    deadline: plan.schedule.deadline,
    meets_deadline: plan.schedule.meets_deadline,
    deadline_odds: plan.schedule.simulation?.odds.deadline ?? null,
    budget: plan.costs.budget,
    budget_verdict: plan.costs.verdict,
    out: folder,
    files,
    usage: status.usage,
    quality_summary: status.quality_summary,
  };
}
