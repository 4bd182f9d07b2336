// What a goal says and unsays: an end before its start, money and none, the same thing wanted and
// forbidden, two budgets. Only what stands there in so many words; anything finer takes a mind.
import type { Amount } from './amounts.ts';
import type { DateReading } from './dates.ts';
import { clip } from './text.ts';

export interface Contradiction {
  readonly rule: string;
  readonly text: string;
  /** Two budgets may both be meant: it asks. Else no plan can keep both. */
  readonly hard: boolean;
}

const START =
  /(?<!\p{L})(?:start(?:s|ing|ed)?|begin(?:s|ning)?|from|beginn(?:t|end)?|ab|commenc\p{L}+|début\p{L}*|à partir d[ue]|empez\p{L}+|empiez\p{L}+|a partir de|desde|starte?r?|fra)(?: (?:on|in|by|am|im|le|en|el|den|the|i))?\s*$/iu;
/** What "is completed in May" ends then; a bridge "completed in 2019" only was. */
const END =
  /(?<!\p{L})(?:finish(?:es|ing)?|end(?:s|ing)?|complet(?:e|es|ing|ion)|(?:be|is|are|get) (?:\p{L}+ )?(?:done|finished|ended|completed)|until|by|ready|fertig|endet|bis|abschließ\p{L}*|finir|terminer|termina\p{L}?|jusqu['’]\p{L}+|avant|hasta|antes de|slutte?r?|færdig|inden)(?: (?:on|in|by|am|im|le|en|el|den|the|i|zum))?\s*$/iu;
/** "from March to May": elsewhere "to" is mostly a direction. */
const RANGE = /^\s?(?:to|til|a|à|au)\s(?:the |le |el |den )?$/iu;

const before = (goal: string, { at }: DateReading): string => goal.slice(Math.max(0, at - 30), at);

/** "the 2019 level" is a measure, no time. */
function isKindOf(goal: string, { at, text }: DateReading): boolean {
  const next = goal.slice(at + text.length, at + text.length + 30);
  return (
    /^\d{4}$/.test(text) &&
    /^[\s-](?!(?:and|with|for|und|mit|et|avec|y|con|og|med)\s)\p{L}{4}/iu.test(next)
  );
}

function endsAfter(goal: string, start: DateReading, date: DateReading): boolean {
  if (date === start || isKindOf(goal, date)) return false;
  const between = goal.slice(start.at + start.text.length, date.at);
  return END.test(before(goal, date)) || (date.at > start.at && RANGE.test(between));
}

function endBeforeStart(goal: string, dates: readonly DateReading[]): string | null {
  const fixed = dates.filter((date) => !date.yearless);
  const start = fixed.find((date) => START.test(before(goal, date)));
  const end = start && fixed.find((date) => endsAfter(goal, start, date));
  if (!start || !end || end.last >= start.first) return null;
  return `It starts “${start.text}” and ends “${end.text}”, which is earlier.`;
}

/** "no money worries" and "sans argent public" are no lack of money: the phrase ends, or goes on so. */
const GOES_ON =
  'at all|and|but|or|in(?! (?:the|my|our))|by|until|within|et|mais|ou|à|avant|y|pero|o|en|antes';
/** Not "for free": that is mostly the price for others. German and Danish write such words as one. */
const NO_MONEY = new RegExp(
  [
    String.raw`(?<!\p{L})(?:(?:without (?:any |spending any )?money|(?:with )?no (?:money|budget|funds)|zero budget|sans (?:argent|budget)|sin (?:dinero|presupuesto))(?![\p{L}-])(?! (?!(?:${GOES_ON})(?!\p{L}))\p{L})`,
    String.raw`(?:ohne|kein) (?:geld|budget)(?![\p{L}-]| (?:von|vom|aus|für) )`,
    String.raw`uden (?:penge|budget)(?![\p{L}-]| (?:fra|til) )`,
    String.raw`budget(?: is)?:? (?:zero|0(?![.,]?\d)|none)(?!\p{L}))`,
  ].join('|'),
  'iu',
);

function moneyAndNone(goal: string, amounts: readonly Amount[]): string | null {
  const none = NO_MONEY.exec(goal)?.[0];
  const budget = amounts.find((amount) => amount.use === 'budget' && amount.high > 0);
  return none && budget ? `It says “${none}”, and names a budget of ${budget.text}.` : null;
}

const VERB_PHRASE = String.raw`((?:[\p{L}'’-]{2,30}\s?){1,5})`;
const pairs: readonly (readonly [wanted: RegExp, banned: RegExp])[] = (
  [
    ['must(?! not)', "(?:must not|mustn[’']t|must never)"],
    ['shall(?! not)', 'shall not'],
    ['muss(?! nicht)', 'darf nicht'],
    ['doit(?! pas)', 'ne doit pas'],
    ['(?<!no )debe', 'no debe'],
    ['skal(?! ikke)', 'må ikke'],
    ['with', 'without'],
    ['mit', 'ohne'],
    ['avec', 'sans'],
    ['con', 'sin'],
    ['med', 'uden'],
  ] as const
).map(([wanted, banned]) => {
  const made = (words: string) => new RegExp(String.raw`(?<!\p{L})${words}\s${VERB_PHRASE}`, 'giu');
  return [made(wanted), made(banned)] as const;
});

const phrases = (goal: string, pattern: RegExp): string[] =>
  [...goal.matchAll(pattern)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .trim()
      .replace(/^(?:any|an?|the|einen?|der|die|das|une?|la|le|les|el|los|las|en|et)\s/u, ''),
  );

const JOINED = /\s(?:and|but|or|und|aber|oder|et|mais|ou|y|pero|o|og|men|eller)(?:\s.*)?$/u;

/** Too little to say what is wanted: “must have”. */
const AUXILIARY = /^(?:..?|have|has|be|do|get|haben|sein|avoir|être|tener|ser|have|være)$/u;

function wantedAndBanned(goal: string): string | null {
  for (const [wanted, banned] of pairs) {
    const no = phrases(goal, banned).map((phrase) => phrase.replace(JOINED, ''));
    const yes = phrases(goal, wanted).map((phrase) => phrase.replace(JOINED, ''));
    const both = yes.find((phrase) => !AUXILIARY.test(phrase) && no.includes(phrase));
    if (both !== undefined) return `“${clip(both, 60)}” is both asked for and ruled out.`;
  }
  return null;
}

const CALLED =
  /(?<!\p{L})(?:total |overall |my |our |the |unser |notre |nuestro |vores )?(?:budget|presupuesto)(?: is| of|:| :| ist| beträgt| est de| es de| er)?\s*$/iu;

function twoBudgets(goal: string, amounts: readonly Amount[]): string | null {
  const called = amounts.filter(({ at }) => CALLED.test(goal.slice(Math.max(0, at - 25), at)));
  const [first] = called;
  const other = called.find(
    (amount) => first && (amount.high !== first.high || amount.currency !== first.currency),
  );
  return first && other ? `It names two budgets, ${first.text} and ${other.text}.` : null;
}

export function readContradictions(
  goal: string,
  amounts: readonly Amount[],
  dates: readonly DateReading[],
): Contradiction[] {
  const found = [
    ['end before start', endBeforeStart(goal, dates), true],
    ['money and none', moneyAndNone(goal, amounts), true],
    ['wanted and ruled out', wantedAndBanned(goal.slice(0, 5_000)), true],
    ['two budgets', twoBudgets(goal, amounts), false],
  ] as const;
  return found.flatMap(([rule, text, hard]) => (text === null ? [] : [{ rule, text, hard }]));
}
