// Does the plan keep to what its author laid down? Code checks dates, money and words; what only a mind
// can see it says as a verdict, and code decides what that comes to. Usable as soon as there is
// anything to check, and on the finished plan.
import type { Directive, DirectiveLimit } from '../contract/plan-direction.ts';
import type { GateFinding, GateResult } from '../contract/plan-gates.ts';
import { hasWord } from './banned-words.ts';
import { findingOf, gateResult, scoreOf } from './gate.ts';
import { isLikely, type LikelyTotals, likelyText } from './likely-totals.ts';

/** From here on a plan that breaks it is refused. */
export const bindingImportance = 4;

export type CheckedDirective = Pick<Directive, 'id' | 'kind' | 'text' | 'importance' | 'limit'>;

/** A text of the plan, and where it stands. */
export interface PlanText {
  readonly artifact: string;
  readonly field: string;
  readonly text: string;
}

export interface DirectivesInput {
  readonly directives: readonly CheckedDirective[];
  /** Directives that the chosen scenario says it breaks. */
  readonly breaks?: readonly string[];
  readonly texts?: readonly PlanText[];
  /** What code reckoned of the whole plan. */
  readonly totals?: {
    readonly start_date?: string;
    readonly finish_date?: string;
    readonly cost?: { readonly base: number; readonly high: number; readonly currency: string };
    /** What was simulated, where something was. */
    readonly likely?: LikelyTotals | null;
  };
  /** What is expected of the whole before there is a plan: even the best of it may break a limit. */
  readonly expected?: readonly {
    readonly artifact: string;
    readonly field: string;
    readonly leastCost: number;
    readonly currency: string;
  }[];
  readonly verdicts?: readonly {
    readonly directive: string;
    readonly verdict: 'kept' | 'partly' | 'broken' | 'not_touched';
    readonly where: string;
    readonly why: string;
  }[];
}

type Where = Pick<GateFinding, 'artifact' | 'field' | 'value'>;

const levelOf = ({ importance }: CheckedDirective): GateFinding['level'] =>
  importance >= bindingImportance ? 'fail' : 'warn';

const ruleOf = ({ id, text, importance }: CheckedDirective): string =>
  `${id} (${importance}/5): ${text}`;

const broken = (one: CheckedDirective, where: Where, remedy: string): GateFinding =>
  findingOf(levelOf(one), { ...where, rule: ruleOf(one), remedy });

const warned = (one: CheckedDirective, where: Where, remedy: string): GateFinding =>
  findingOf('warn', { ...where, rule: ruleOf(one), remedy });

type Limited<Of extends DirectiveLimit['of']> = Extract<DirectiveLimit, { of: Of }>;

function finishFindings(
  one: CheckedDirective,
  { latest }: Limited<'finish'>,
  { totals }: DirectivesInput,
): GateFinding[] {
  const finish = totals?.finish_date;
  if (finish === undefined) return [];
  const remedy = `Finish by ${latest}: overlap, cut or shorten, or ask for more time.`;
  const where = { artifact: 'schedule', field: 'finish_date', value: finish };
  if (finish > latest) return [broken(one, where, remedy)];
  const likely = totals?.likely;
  if (!likely || isLikely(latest, likely.finish, likely.confidence) !== false) return [];
  const value = `${finish}; ${likelyText(latest, likely.finish, likely.confidence)}`;
  return [warned(one, { ...where, field: 'odds', value }, remedy)];
}

function startFindings(
  one: CheckedDirective,
  { earliest }: Limited<'start'>,
  { totals }: DirectivesInput,
): GateFinding[] {
  const start = totals?.start_date;
  if (start === undefined || start >= earliest) return [];
  const where = { artifact: 'schedule', field: 'start_date', value: start };
  return [broken(one, where, `Start on ${earliest} or later.`)];
}

function costFindings(
  one: CheckedDirective,
  { most, currency }: Limited<'cost'>,
  { totals, expected = [] }: DirectivesInput,
): GateFinding[] {
  const early = expected
    .filter((sum) => sum.currency === currency && sum.leastCost > most)
    .map(({ artifact, field, leastCost }) => {
      const where = { artifact, field, value: `at least ${leastCost} ${currency}` };
      return warned(one, where, 'Even the least that is expected is more than is allowed.');
    });
  const cost = totals?.cost;
  if (!cost) return early;
  const value = `${cost.base} ${cost.currency} (high ${cost.high})`;
  const where = { artifact: 'costs', field: 'base', value };
  if (cost.currency !== currency) {
    return [...early, warned(one, where, `Reckon it in ${currency}: it could not be compared.`)];
  }
  if (cost.base > most) {
    return [...early, broken(one, where, `Cut it to ${most} ${currency}, or ask for more money.`)];
  }
  return [...early, ...doubtfulCost(one, most, cost, totals?.likely)];
}

/** The base holds: by the odds where there are any, else by the sum of all that may go wrong. */
function doubtfulCost(
  one: CheckedDirective,
  most: number,
  { base, high, currency }: { base: number; high: number; currency: string },
  likely: LikelyTotals | null | undefined,
): GateFinding[] {
  const remedy = `It may exceed ${most} ${currency}: keep a reserve.`;
  const isKept = likely ? isLikely(most, likely.cost, likely.confidence) : null;
  if (likely && isKept !== null) {
    const value = `${base} ${currency}; ${likelyText(most, likely.cost, likely.confidence)}`;
    return isKept ? [] : [warned(one, { artifact: 'costs', field: 'odds', value }, remedy)];
  }
  if (high <= most) return [];
  const value = `${base} ${currency} (high ${high})`;
  return [warned(one, { artifact: 'costs', field: 'high', value }, remedy)];
}

function wordFindings(
  one: CheckedDirective,
  { never }: Limited<'words'>,
  { texts = [] }: DirectivesInput,
): GateFinding[] {
  return texts.flatMap(({ artifact, field, text }) =>
    never
      .filter((word) => hasWord(text, word))
      .map((word) =>
        broken(one, { artifact, field, value: word }, `Say and do it without “${word}”.`),
      ),
  );
}

function limitFindings(one: CheckedDirective, input: DirectivesInput): GateFinding[] {
  const { limit } = one;
  if (!limit) return [];
  switch (limit.of) {
    case 'finish':
      return finishFindings(one, limit, input);
    case 'start':
      return startFindings(one, limit, input);
    case 'cost':
      return costFindings(one, limit, input);
    case 'words':
      return wordFindings(one, limit, input);
  }
}

function scenarioFindings(one: CheckedDirective, { breaks = [] }: DirectivesInput): GateFinding[] {
  if (!breaks.includes(one.id)) return [];
  const where = { artifact: 'scenarios', field: 'breaks_directives', value: one.id };
  return [broken(one, where, 'Change a setting of the scenario, or ask whether it may give way.')];
}

/** Where code has looked, its word counts. */
function isChecked({ limit }: CheckedDirective, { totals, texts }: DirectivesInput): boolean {
  switch (limit?.of) {
    case undefined:
      return false;
    case 'finish':
      return totals?.finish_date !== undefined;
    case 'start':
      return totals?.start_date !== undefined;
    case 'cost':
      return totals?.cost?.currency === limit.currency;
    case 'words':
      return texts !== undefined;
  }
}

type Verdict = NonNullable<DirectivesInput['verdicts']>[number];

/** An intent is not a rule: a plan that falls short of it is told, not refused. */
function verdictFinding(one: CheckedDirective, said: Verdict): GateFinding {
  const { verdict, where, why } = said;
  const place = { artifact: 'adherence', field: where || one.id, value: `${verdict}: ${why}` };
  const remedy = 'Change the plan there so that it is kept.';
  const isBroken = verdict === 'broken' && one.kind !== 'intent';
  return isBroken ? broken(one, place, remedy) : warned(one, place, remedy);
}

/** What code has found itself is not told a second time. */
const verdictFindings = (one: CheckedDirective, input: DirectivesInput): GateFinding[] =>
  isChecked(one, input)
    ? []
    : (input.verdicts ?? [])
        .filter(({ directive }) => directive === one.id)
        .filter(({ verdict }) => verdict === 'broken' || verdict === 'partly')
        .map((said) => verdictFinding(one, said));

export function directivesGate(input: DirectivesInput): GateResult {
  const ofEach = input.directives.map((one) => [
    ...limitFindings(one, input),
    ...scenarioFindings(one, input),
    ...verdictFindings(one, input),
  ]);
  return gateResult('directives', 'critical', ofEach.flat(), scoreOf(ofEach));
}
