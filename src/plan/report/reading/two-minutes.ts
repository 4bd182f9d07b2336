// What the first screen says: dates, money, the biggest risks and the first day. Both reports take it
// from here, and everything in it was computed before.
import type { Plan, PlanRisk } from '../../../contract/plan.ts';
import { whyNoDeadline } from '../../deadline-words.ts';
import { addWorkingDays } from '../../working-days.ts';
import { filled, type Labels } from './labels.ts';
import { capital, daysBetween, english, type Words } from './words.ts';

/** good: holds; poor: holds on paper only; bad: does not hold; open: nothing to hold. */
export type Standing = 'good' | 'poor' | 'bad' | 'open';

export interface Held {
  readonly standing: Standing;
  /** One plain sentence. */
  readonly says: string;
}

const DEFAULT_CONFIDENCE = 0.8;

export const confidenceOf = (plan: Plan): number =>
  plan.schedule.simulation?.confidence ?? plan.confidence ?? DEFAULT_CONFIDENCE;

/** Of the end, or of the last task that has a deadline. */
export function deadlineOdds({ schedule }: Plan): number | null {
  const { simulation } = schedule;
  if (simulation === undefined) return null;
  return simulation.odds.deadline ?? simulation.milestones.findLast(hasOdds)?.odds ?? null;
}

const hasOdds = ({ odds }: { readonly odds: number | null }): boolean => odds !== null;

export function deadlineHeld(plan: Plan, words: Words = english): Held {
  const { deadline, meets_deadline: meets } = plan.schedule;
  const { labels } = words;
  if (deadline === null) {
    const why = whyNoDeadline(plan.facts, plan.start_date);
    return { standing: 'open', says: why === '' ? labels.noDeadline : `${capital(why)}.` };
  }
  const odds = deadlineOdds(plan);
  const inRuns = odds === null ? '' : filled(labels.inRuns, words.odds(odds));
  if (meets === false)
    return { standing: 'bad', says: said(missed(plan, deadline, labels), inRuns) };
  const after =
    plan.finish_date > deadline ? filled(labels.dueAfter, words.day(plan.finish_date)) : '';
  if (odds !== null && odds < confidenceOf(plan)) {
    const wanted = words.odds(confidenceOf(plan));
    const atRisk = filled(labels.dueAtRisk, words.odds(odds), wanted);
    return { standing: 'poor', says: said(atRisk, after) };
  }
  return { standing: 'good', says: said(labels.dueKept, inRuns, after) };
}

const said = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

function missed({ finish_date }: Plan, deadline: string, labels: Labels): string {
  const late = daysBetween(deadline, finish_date);
  return late > 0 ? filled(labels.dueMissed, String(late)) : labels.dueMissedInPart;
}

export function budgetHeld(plan: Plan, words: Words = english): Held {
  const { costs, schedule } = plan;
  const { budget, currency, base } = costs;
  const { labels } = words;
  if (budget === null) return { standing: 'open', says: labels.noBudget };
  const odds = schedule.simulation?.odds.budget ?? null;
  const inRuns = odds === null ? '' : filled(labels.inRuns, words.odds(odds));
  if (costs.verdict === 'over_budget' || base > budget) {
    const over = filled(labels.moneyOverBy, words.amount(base - budget, currency));
    return { standing: 'bad', says: said(base > budget ? over : labels.moneyOver, inRuns) };
  }
  if (costs.verdict === 'not_checked') return { standing: 'poor', says: labels.moneyUnchecked };
  if (odds !== null && odds < confidenceOf(plan)) {
    const wanted = words.odds(confidenceOf(plan));
    return { standing: 'poor', says: filled(labels.moneyAtRisk, words.odds(odds), wanted) };
  }
  if (costs.verdict === 'tight') return { standing: 'poor', says: said(labels.moneyTight, inRuns) };
  return { standing: 'good', says: said(labels.moneyKept, inRuns) };
}

/** Whether the planned date is one that hardly any run reaches: then it is not what is likely. */
export function isLucky({ finish_date, schedule }: Plan): boolean {
  const { simulation } = schedule;
  return simulation !== undefined && finish_date < simulation.finish.p50.slice(0, 10);
}

export interface Stop {
  /** Null where the plan only says when in words. */
  readonly by: string | null;
  readonly what: string;
  readonly otherwise: string;
  readonly anchor: string;
}

/** The first day on which the plan may end early: the earliest premise to be tested, else the rule. */
export function firstStop({ critical_premises: premises = [], premortem }: Plan): Stop | null {
  const open = premises.filter(({ state }) => state !== 'holds');
  const [first] = open.toSorted((one, other) => one.by.localeCompare(other.by));
  if (first !== undefined)
    return { by: first.by, what: first.claim, otherwise: first.decision, anchor: first.id };
  if (premortem === undefined) return null;
  return { by: null, what: premortem.stop_rule, otherwise: '', anchor: 'premortem' };
}

const weight = { low: 1, medium: 2, high: 3 } as const;

const exposure = (risk: PlanRisk): number =>
  (risk.probability === undefined ? weight[risk.likelihood] : 0.5 + risk.probability * 3) *
  weight[risk.impact];

/** The biggest first; of equals the order of the plan. */
export const rankedRisks = (plan: Plan): PlanRisk[] =>
  [...plan.risks].sort((one, other) => exposure(other) - exposure(one));

export interface FirstAction {
  readonly action: string;
  readonly who: string;
  /** As in plan.json; empty for none. */
  readonly task: string;
  readonly minutes: number | null;
}

/** What was thought of for the first day; else what begins on it. */
export function firstActions(plan: Plan): FirstAction[] {
  if (plan.first_24_hours !== undefined && plan.first_24_hours.length > 0)
    return [...plan.first_24_hours];
  const soon = addWorkingDays(plan.start_date, 1);
  return plan.phases
    .flatMap((phase) => phase.tasks)
    .filter((task) => task.start_date <= soon && task.milestone !== true)
    .slice(0, 4)
    .map((task) => ({
      action: [task.title, task.subtasks[0]?.description].filter(Boolean).join(': '),
      who: task.assignee_role,
      task: task.task_id,
      minutes: null,
    }));
}
