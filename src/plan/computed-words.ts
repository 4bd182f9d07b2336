// The sentences of a plan that say what was computed, and how they are found again: a plan that is
// scheduled anew must not go on telling the dates and costs of before.
import type { CostTotals, Plan } from '../contract/plan.ts';
import { money } from './brains/offline/money.ts';
import { dateText } from './localized.ts';
import { type Dated, outlookChange } from './outlook.ts';

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

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const isDated = (plan: Json): boolean =>
  Array.isArray(plan.phases) && [plan.costs, plan.schedule].every(isObject);

/** Empty without phases. */
const firstStart = ({ phases }: Dated): string =>
  phases.map(({ start_date }) => start_date).toSorted()[0] ?? '';

/** When it begins and ends and what it costs, as the first page tells it. */
function newDates(before: Json, after: Json): (text: string) => string {
  if (!isDated(before) || !isDated(after)) return (text) => text;
  const [was, is] = [before, after] as unknown as readonly [Dated, Dated];
  const isSame = was.finish_date === is.finish_date && was.costs.base === is.costs.base;
  if (isSame) return (text) => text;
  const day = (date = ''): string => (date === '' ? '' : dateText(date, is.language ?? 'und'));
  const changes = [
    [`, until ${day(was.phases[0]?.finish_date)}`, `, until ${day(is.phases[0]?.finish_date)}`],
    [day(firstStart(was)), day(firstStart(is))],
  ] as const;
  const outlook = outlookChange(was, is);
  return (text) =>
    changes.reduce(
      (told, [old, now]) => (old === '' ? told : told.replaceAll(old, () => now)),
      outlook(text),
    );
}

/** The texts that a reader meets first. */
function closingOf(before: Json, after: Json): Json {
  const tell = newDates(before, after);
  const retell = (texts: unknown): unknown =>
    typeof texts === 'object' && texts !== null
      ? Object.fromEntries(
          Object.entries(texts).map(([name, text]) => [
            name,
            typeof text === 'string' ? tell(text) : text,
          ]),
        )
      : texts;
  return Object.fromEntries(
    ['executive_summary', 'pitch']
      .filter((name) => Object.hasOwn(after, name))
      .map((name) => [name, retell(after[name])]),
  );
}

/** `before` and `after` are one plan with other figures; what nobody computed stays as it is. */
export function retold(before: Json, after: Json): Json {
  const words = after as unknown as Words;
  const [was, is] = [before.costs, after.costs] as (CostTotals | undefined)[];
  const told = typeof after.summary === 'string' ? { summary: summaryOf(after.summary) } : {};
  const risks = Array.isArray(after.risks) ? { risks: after.risks.flatMap(riskOf) } : {};
  return { ...after, ...closingOf(before, after), ...told, ...risks };

  function summaryOf(summary: string): string {
    const dated = newDates(
      before,
      after,
    )(summary)
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
