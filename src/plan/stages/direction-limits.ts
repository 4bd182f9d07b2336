// Start, end and money of a plan, each with where it comes from: what minds read as a rule of the goal
// counts before what rules read in its words.
import type { Directive, DirectiveLimit } from '../../contract/plan-direction.ts';
import type { DirectionOutput } from '../outputs/direction.ts';
import type { FactsOutput } from '../outputs/facts.ts';
import type { Intake } from '../stage.ts';

/** Below, it is a wish. */
const leastImportance = 3;

type Limited<Of extends DirectiveLimit['of']> = {
  readonly id: string;
  readonly quote: string;
  readonly limit: Extract<DirectiveLimit, { of: Of }>;
};

const limitsOf = <Of extends DirectiveLimit['of']>(
  directives: readonly Directive[],
  of: Of,
): Limited<Of>[] =>
  directives.flatMap(({ id, quote, importance, limit }) =>
    limit?.of === of && importance >= leastImportance
      ? [{ id, quote, limit: limit as Limited<Of>['limit'] }]
      : [],
  );

const sourceOf = ({ id, quote }: Pick<Directive, 'id' | 'quote'>): string =>
  `directive ${id}: “${quote.length > 150 ? `${quote.slice(0, 150)}…` : quote}”`;

/** 31 June is the end of June. */
function realDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${date.slice(0, 8)}${String(Math.min(day, last)).padStart(2, '0')}`;
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** An end before the start cannot be planned for: the gates tell it. */
export function deadlineOf(
  directives: readonly Directive[],
  { deadline }: FactsOutput,
  startDate: string,
): DirectionOutput['deadline'] {
  const [first] = limitsOf(directives, 'finish')
    .map((one) => ({ date: realDay(one.limit.latest), source: sourceOf(one) }))
    .filter(({ date }) => date >= startDate)
    .toSorted((a, b) => byText(a.date, b.date));
  if (first) return first;
  if (!deadline || deadline.date < startDate) return null;
  const words = `“${deadline.text.slice(0, 150)}”`;
  const source = deadline.certain ? `read in the goal: ${words}` : `probably meant by ${words}`;
  return { date: deadline.date, source };
}

/** The latest start that is laid down, unless nothing could be done before the end any more. */
export function startOf(
  directives: readonly Directive[],
  startDate: string,
  deadline: string | null,
): string {
  const starts = limitsOf(directives, 'start').map(({ limit }) => realDay(limit.earliest));
  return starts
    .filter((date) => deadline === null || date <= deadline)
    .reduce((latest, date) => (date > latest ? date : latest), startDate);
}

/** An amount that rules only suppose to be a budget is none where minds found none. */
export function budgetOf(
  directives: readonly Directive[],
  { budget }: FactsOutput,
  given: Intake['budget'],
  currency: string,
): DirectionOutput['budget'] {
  if (given) return { ...given, source: 'given beside the goal' };
  const limits = limitsOf(directives, 'cost').map((one) => ({
    amount: one.limit.most,
    currency: one.limit.currency,
    source: sourceOf(one),
  }));
  const own = limits.filter((one) => one.currency === currency);
  const [least] = (own.length > 0 ? own : limits.slice(0, 1)).toSorted(
    (a, b) => a.amount - b.amount,
  );
  if (least) return least;
  if (!budget?.certain) return null;
  const source = `read in the goal: “${budget.text.slice(0, 150)}”`;
  return { amount: budget.amount, currency: budget.currency, source };
}
