// Amounts of money in a goal: "$5k", "EUR 80,000", "1.2 million DKK", "€80.000", "€30-40 million".
import { currencies } from './currencies.ts';
import { NUMBER, parseNumber, SCALE, scaleOf } from './numbers.ts';
import { escapeRegExp } from './text.ts';

export interface Amount {
  readonly text: string;
  readonly at: number;
  readonly low: number;
  readonly high: number;
  readonly currency: string;
  /** What the words around it say: a budget, a price per unit of time or thing, or money coming in. */
  readonly use: 'budget' | 'rate' | 'income' | 'unclear';
}

const signToCode = new Map<string, string>();
for (const { code, signs } of currencies) {
  for (const sign of [code, ...signs]) signToCode.set(sign.toLowerCase(), code);
}
const signs = [...signToCode.keys()]
  .sort((a, b) => b.length - a.length)
  .map(escapeRegExp)
  .join('|');
const RANGE = String.raw`(?:\s?(?:-|–|—|to)\s?(?:${signs})?\s?(${NUMBER}))?`;
const SPAN = String.raw`(${NUMBER})(?:\s?(${SCALE})(?![\p{L}]))?${RANGE}\s?-?(?:(${SCALE})(?![\p{L}]))?\+?`;
const before = new RegExp(
  String.raw`(?<![\p{L}])(${signs})\s?${SPAN}(?:\s?(${signs})(?![\p{L}]))?`,
  'giu',
);
const after = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$€£])${SPAN}\s?(?:US\s)?(${signs})(?![\p{L}])`,
  'giu',
);

const wide = /(?<!\d)(\d[\d.,]{0,30})\s?(千|万|萬|億|亿)?\s?(円|日元|人民币|元|원)/gu;
const WIDE_SCALES: Readonly<Record<string, number>> = {
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  億: 1e8,
  亿: 1e8,
};
const WIDE_CODES: Readonly<Record<string, string>> = {
  円: 'JPY',
  日元: 'JPY',
  人民币: 'CNY',
  元: 'CNY',
  원: 'KRW',
};

/** A goal with more amounts than this is not read further. */
const MAX_READ = 40;

export function readAmounts(goal: string): Amount[] {
  const found: Amount[] = [];
  const taken: [number, number][] = [];
  const keep = (match: RegExpMatchArray, currency: string | undefined, groups: Span) => {
    const at = match.index ?? 0;
    const end = at + match[0].length;
    if (!currency || found.length >= MAX_READ || taken.some(([from, to]) => at < to && end > from))
      return;
    const amount = toAmount(goal, match[0], at, currency, groups);
    if (!amount) return;
    taken.push([at, end]);
    found.push(amount);
  };
  for (const match of goal.matchAll(before)) {
    const [, sign, low, lowScale, high, highScale, trailing] = match;
    keep(match, codeOf(trailing) ?? codeOf(sign), { low, lowScale, high, highScale });
  }
  for (const match of goal.matchAll(after)) {
    const [, low, lowScale, high, highScale, sign] = match;
    keep(match, codeOf(sign), { low, lowScale, high, highScale });
  }
  for (const match of goal.matchAll(wide)) {
    const [, digits = '', scale = '', sign = ''] = match;
    const low = String(parseNumber(digits.replace(/[.,]$/, '')) * (WIDE_SCALES[scale] ?? 1));
    const span = { low, lowScale: undefined, high: undefined, highScale: undefined };
    keep(match, WIDE_CODES[sign], span);
  }
  return found.sort((a, b) => a.at - b.at);
}

interface Span {
  readonly low: string | undefined;
  readonly lowScale: string | undefined;
  readonly high: string | undefined;
  readonly highScale: string | undefined;
}

function codeOf(sign: string | undefined): string | undefined {
  return sign === undefined ? undefined : signToCode.get(sign.toLowerCase());
}

function toAmount(
  goal: string,
  text: string,
  at: number,
  currency: string,
  span: Span,
): Amount | null {
  const scaleWord = span.highScale ?? span.lowScale;
  const lowScale = scaleOf(span.lowScale ?? span.highScale);
  const low = parseNumber(span.low ?? '', scaleWord !== undefined) * lowScale;
  const high =
    span.high === undefined
      ? low
      : parseNumber(span.high, scaleWord !== undefined) * scaleOf(scaleWord);
  if (!Number.isFinite(low) || !Number.isFinite(high) || Math.max(low, high) > 1e15) return null;
  const use = useOf(
    goal.slice(Math.max(0, at - 60), at),
    goal.slice(at + text.length, at + text.length + 40),
  );
  return {
    text: text.trim(),
    at,
    low: Math.min(low, high),
    high: Math.max(low, high),
    currency,
    use,
  };
}

const RATE =
  /^\s*(?:\/|per\b|each\b|an? (?:day|week|month|year|hour|head|person|piece)|pr\.|pro\b|par\b|por\b|hourly|monthly|daily)/iu;
const BUDGET_WORD =
  /budget|fund|cost|spend|capital|invest|financ|seed|grant|cap of|presupuesto|presupposto|orçamento|бюджет|预算|予算/iu;
const INCOME_WORD = /revenue|turnover|sales of|profit|income|earn|mrr\b|arr\b|umsatz|omsætning/iu;

function useOf(left: string, right: string): Amount['use'] {
  if (RATE.test(right)) return 'rate';
  const near = left.split(/[.;\n](?:\s|$)/).at(-1) ?? '';
  const follow = right.split(/[.;,\n](?:\s|$)/)[0] ?? '';
  if (INCOME_WORD.test(near) || INCOME_WORD.test(follow)) return 'income';
  if (BUDGET_WORD.test(near) || BUDGET_WORD.test(follow)) return 'budget';
  return 'unclear';
}

export interface BudgetReading {
  readonly amount: Amount;
  readonly certain: boolean;
}

/** The amount that limits the plan: one that is called a budget, or else the largest that may be one. */
export function budgetOf(amounts: readonly Amount[]): BudgetReading | null {
  const largest = (list: readonly Amount[]) =>
    list.reduce<Amount | null>(
      (best, next) => (best && best.high >= next.high ? best : next),
      null,
    );
  const named = largest(amounts.filter((amount) => amount.use === 'budget'));
  if (named) return { amount: named, certain: true };
  const possible = largest(amounts.filter((amount) => amount.use === 'unclear'));
  return possible ? { amount: possible, certain: false } : null;
}
