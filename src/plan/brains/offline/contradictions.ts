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
const END =
  /(?<!\p{L})(?:finish(?:es|ed|ing)?|end(?:s|ing|ed)?|done|complet\p{L}+|until|by|to|ready|fertig|endet|bis|abschließ\p{L}*|finir|termin\p{L}+|jusqu['’]\p{L}+|avant|hasta|antes de|slutte?r?|færdig|inden|til)(?: (?:on|in|by|am|im|le|en|el|den|the|i|zum))?\s*$/iu;

const before = (goal: string, { at }: DateReading): string => goal.slice(Math.max(0, at - 30), at);

function endBeforeStart(goal: string, dates: readonly DateReading[]): string | null {
  const fixed = dates.filter((date) => !date.yearless);
  const start = fixed.find((date) => START.test(before(goal, date)));
  const end = fixed.find((date) => date !== start && END.test(before(goal, date)));
  if (!start || !end || end.last >= start.first) return null;
  return `It starts “${start.text}” and ends “${end.text}”, which is earlier.`;
}

const NO_MONEY =
  /(?<!\p{L})(?:without (?:any |spending any )?money|(?:with )?no (?:money|budget|funds)|for free|zero budget|budget(?: is)?:? (?:zero|0|none)|ohne (?:geld|budget)|kein (?:geld|budget)|sans (?:argent|budget)|sin (?:dinero|presupuesto)|uden (?:penge|budget))(?!\p{L})/iu;

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
