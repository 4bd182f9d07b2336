// Amounts of money in a goal: "$5k", "EUR 80,000", "1.2 million DKK", "€80.000", "€30-40 million".
import { currencies } from './currencies.ts';
import { languageOf } from './language.ts';
import { BETWEEN_WORDS, byLanguage, numberWords, wordValue } from './number-words.ts';
import { NUMBER, parseNumber, SCALE, SCALE_WORD, scaleOf } from './numbers.ts';
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

/** Codes that are no word in small letters; "try 3 recipes" and "a mad 5 days" are no money. */
const PLAIN_CODES = 'usd|eur|gbp|dkk|chf|jpy|inr|cad|aud';
const alternatives = (list: readonly string[]) =>
  [...list]
    .sort((a, b) => b.length - a.length)
    .map(escapeRegExp)
    .join('|');
const all = currencies.flatMap(({ code, signs }) => [code, ...signs]);
const isWord = (sign: string) => /^\p{Ll}{3,}$/u.test(sign);
/** "US$", "Rp" and "Ft" are written just so: 30 ft are feet. */
const EXACT = alternatives(all.filter((sign) => !isWord(sign) && !/^kr/.test(sign)));
const MARK = `(?-i:${EXACT})|${PLAIN_CODES}|kr\\.?`;
/** Words such as "euros" follow the number. */
const AFTER = `${MARK}|${alternatives(all.filter(isWord))}`;
const FIRST = String.raw`(${NUMBER}|(?<![\d.])\.\d{1,4})`;
const SCALED = String.raw`(?:\s?(${SCALE})(?![\p{L}]))?`;
const RANGE = String.raw`(?:(?:\s?[-–—]\s?|\s(?:to|bis|à|a|til)\s)(?:${MARK})?\s?(${NUMBER}))?`;
const SPAN = String.raw`${FIRST}${SCALED}${RANGE}\s?-?(?:(${SCALE})(?![\p{L}]))?(?:\+|,-)?`;
const OF = String.raw`\s?(?:d['’]|de\s|of\s)?(?:US[\s-]|(?:Swiss|Schweizer|Danish|danske|Mexican|Colombian|Argentin(?:e|ian)|Chilean|Philippine)\s)?`;
const before = new RegExp(
  String.raw`(?<![\p{L}])(${MARK})\s?${SPAN}(?:\s?(${MARK})(?![\p{L}]))?`,
  'giu',
);
const after = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$€£])${SPAN}${OF}(${AFTER})(?![\p{L}])`,
  'giu',
);
const between = new RegExp(
  String.raw`(?<![\p{L}])(?:between|zwischen|entre|mellem)\s(${MARK})?\s?(${NUMBER})${SCALED}\s?(?:${AFTER})?\s(?:and|und|et|y|og)\s(?:${MARK})?\s?(${NUMBER})${SCALED}(?:${OF}(${AFTER})(?![\p{L}]))?`,
  'giu',
);
/** Number words and scales after one another; "5 hundred" begins with a figure. */
const numberOf = (language: string): string => {
  const word = `(?:${numberWords(language)}|${SCALE_WORD})`;
  const first = String.raw`(?:${numberWords(language)}|\d{1,3}(?=\shundred))`;
  return `${first}(?:${BETWEEN_WORDS}${word}){0,8}`;
};
/** "two million dollars", "deux millions d'euros", "half a million pounds", "two hundred fifty thousand euros". */
const spelled = byLanguage(
  (language) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?<!(?:${numberWords(language)}|${SCALE_WORD})[ -])(?:(half an?|an?|ein(?:e[rn]?)?(?: halbe)?|une?|un demi|una?|medio|en(?: halv)?|et)[ -](?:(${SCALE_WORD})${OF})?|(${numberOf(language)})(?:[ -]|(?<=${SCALE_WORD})${OF}))(${AFTER})(?![\p{L}])`,
      'giu',
    ),
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
  for (const match of goal.matchAll(between)) {
    const [, sign, low, lowScale, high, highScale, trailing] = match;
    keep(match, codeOf(trailing) ?? codeOf(sign), { low, lowScale, high, highScale });
  }
  for (const match of goal.matchAll(before)) {
    const [, sign, low, lowScale, high, highScale, trailing] = match;
    keep(match, codeOf(trailing) ?? codeOf(sign), { low, lowScale, high, highScale });
  }
  for (const match of goal.matchAll(after)) {
    const [, low, lowScale, high, highScale, sign] = match;
    if (!isWeight(goal, match)) keep(match, codeOf(sign), { low, lowScale, high, highScale });
  }
  const language = languageOf(goal);
  for (const match of goal.matchAll(spelled(language))) {
    const [, one = '', scale, number, sign] = match;
    const value = number === undefined ? oneOf(one, scale) : spelledValue(number, language);
    const span = { low: String(value), lowScale: undefined, high: undefined, highScale: undefined };
    // "a dollar" and "a pound of sugar" are ways to speak.
    if (scale !== undefined || number !== undefined) keep(match, codeOf(sign), span);
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

/** "a million", "half a million". */
const oneOf = (one: string, scale: string | undefined): number =>
  (/hal|demi|medio/iu.test(one) ? 0.5 : 1) * scaleOf(scale);

const wordOfNumber = byLanguage(
  (language) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${numberWords(language)}|${SCALE_WORD}|\d{1,3})(?!\p{L})`,
      'giu',
    ),
);

/** "twenty five", "two hundred fifty thousand", "one million two hundred thousand". */
function spelledValue(number: string, language: string): number {
  let total = 0;
  let part = 0;
  for (const [word] of number.matchAll(wordOfNumber(language))) {
    const value = wordValue(word, language) ?? Number(word);
    if (Number.isNaN(value)) {
      total += Math.max(part, 1) * scaleOf(word);
      part = 0;
    } else if (value === 100 || /^dozen$/iu.test(word)) part = Math.max(part, 1) * value;
    else part += value;
  }
  return total + part;
}

/** "lose 10 pounds" is no price. */
function isWeight(goal: string, { index = 0, 0: text }: RegExpMatchArray): boolean {
  return (
    /pounds?$/iu.test(text) &&
    /(?:los(?:e|ing)|weigh\w{0,5}|gain|shed|lift|drop)\s(?:\p{L}+\s)?$/iu.test(
      goal.slice(Math.max(0, index - 25), index),
    )
  );
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
  /^[\s-]{0,3}(?:\/|per\b|each\b|an?[\s-](?:day|night|week|month|year|hour|head|person|piece|seat|ticket|copy|cup|bottle)\b|pr\.|pro\b|je\b|par\b|por\b|al (?:mes|año|día)|im (?:Monat|Jahr)|am Tag|om (?:måneden|året|dagen)|hver\b|hourly|nightly|weekly|monthly|daily)/iu;
const BUDGET_WORD =
  /budget|fund|cost|spend|capital|invest|financ|seed|grant|cap of|kost|höchstens|maximal|rådighed|Verfügung|dépens|coûte|gast[oa]|coste|presupuesto|presupposto|orçamento|бюджет|预算|予算/iu;
const INCOME_WORD =
  /revenue|turnover|sales of|profit|income|earn|mrr\b|arr\b|umsatz|omsætning|chiffre d['’]affaires|ventas|ingresos|indtægt/iu;

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
