// The sentences of a plan that say what was computed, and how they are found again: a plan that is
// scheduled anew must not go on telling the dates and costs of before.
import type { CostTotals, Plan } from '../contract/plan.ts';
import { money } from './brains/offline/money.ts';

type Words = Pick<Plan, 'start_date' | 'finish_date'> & {
  readonly phases: readonly {
    readonly tasks: readonly { readonly performer?: unknown }[];
  }[];
  readonly schedule: Pick<Plan['schedule'], 'deadline' | 'meets_deadline'>;
};

const DATE = '\\d{4}-\\d{2}-\\d{2}';

export function scopeSentence({ phases, start_date, finish_date }: Words): string {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const people = tasks.filter((task) => task.performer === 'human').length;
  return `${phases.length} phases, ${tasks.length} tasks (${people} for a person), from ${start_date} to ${finish_date}.`;
}
const scopePattern = new RegExp(
  `\\d+ phases, \\d+ tasks \\(\\d+ for a person\\), from ${DATE} to ${DATE}\\.`,
);

/** Empty without a deadline. */
export function deadlineSentence({ finish_date: end, schedule }: Words): string {
  const { deadline, meets_deadline: meets } = schedule;
  if (deadline === null) return '';
  if (meets && end > deadline)
    return `The deadline ${deadline} is kept; what follows it ends ${end}.`;
  return meets
    ? `The deadline ${deadline} is kept by this schedule.`
    : `The deadline ${deadline} is missed: the work would end on ${end}.`;
}
const deadlinePattern = new RegExp(
  `The deadline ${DATE} is (?:kept by this schedule|kept; what follows it ends ${DATE}|missed: the work would end on ${DATE})\\.`,
);

type Totals = Pick<CostTotals, 'low' | 'base' | 'high' | 'currency'>;

export const costSentence = ({ low, base, high, currency }: Totals): string =>
  `Cost about ${money(base, currency)} (${money(low, currency)} to ${money(high, currency)}).`;

export const missedDeadlineRisk = (deadline: string, end: string): string =>
  `The deadline ${deadline} is missed: the work ends ${end}`;
const missedPattern = new RegExp(`^The deadline ${DATE} is missed: the work ends ${DATE}$`);

export const smallBudgetRisk = 'The budget is too small for this plan';
const MAX_CAUSE = 390;
export const budgetCause = (note: string): string => note.slice(0, MAX_CAUSE);

type Json = Record<string, unknown>;

/** `before` and `after` are one plan with other figures; what nobody computed stays as it is. */
export function retold(before: Json, after: Json): Json {
  const words = after as unknown as Words;
  const [was, is] = [before.costs, after.costs] as (CostTotals | undefined)[];
  const told = typeof after.summary === 'string' ? { summary: summaryOf(after.summary) } : {};
  const risks = Array.isArray(after.risks) ? { risks: after.risks.flatMap(riskOf) } : {};
  return { ...after, ...told, ...risks };

  function summaryOf(summary: string): string {
    const dated = summary
      .replace(scopePattern, () => scopeSentence(words))
      .replace(deadlinePattern, (old) => deadlineSentence(words) || old);
    if (was === undefined || is === undefined || was === is) return dated;
    return dated
      .replace(costSentence(was), () => costSentence(is))
      .replace(was.note, () => is.note);
  }

  function riskOf(risk: Json): Json[] {
    const { deadline, meets_deadline: meets } = words.schedule;
    if (missedPattern.test(String(risk.description)) && deadline !== null) {
      if (meets) return [];
      return [{ ...risk, description: missedDeadlineRisk(deadline, words.finish_date) }];
    }
    if (was === undefined || is === undefined || was === is) return [risk];
    if (risk.description !== smallBudgetRisk || risk.cause !== budgetCause(was.note)) return [risk];
    return is.verdict === 'over_budget' ? [{ ...risk, cause: budgetCause(is.note) }] : [];
  }
}
