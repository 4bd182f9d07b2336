// What a goal names and what it leaves open: its place, its date, its money. Only hints: nothing is
// refused by them, and they may be wrong. Words for times come from the browser's own language data.

export interface GoalHint {
  readonly about: 'words' | 'place' | 'date' | 'money';
  readonly isNamed: boolean;
  readonly text: string;
}

const money = /\p{Sc}\s?\d|\d\s?\p{Sc}|\b[A-Z]{3}\s?\d|\d[\d.,' ]*\s?(?:k|m|mio)?\s?[A-Z]{3}\b/u;
const dateDigits = /\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}\b|\bQ[1-4]\b/u;
/** A capital inside a sentence; languages that write all nouns so, or know no capitals, get no hint. */
const innerCapital = /(?<=[\p{Ll}\d,]\s+)\p{Lu}\p{Ll}\p{L}+/gu;
const hasCapitals = /\p{Lu}|\p{Ll}/u;
const fewWords = 6;

/** Names of months and of spans of time in these languages, as far as the browser knows them. */
export function timeWords(languages: readonly string[]): ReadonlySet<string> {
  const words = languages.flatMap((language) => [...monthsOf(language), ...unitsOf(language)]);
  return new Set(words.map((word) => word.toLowerCase()));
}

function monthsOf(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)));
}

function unitsOf(language: string): string[] {
  const spans = ['day', 'week', 'month', 'year'].flatMap((unit) =>
    [1, 2, 8].map((count) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    ),
  );
  return spans.map((text) => text.replace(/[\d\s]+/gu, '')).filter((word) => word.length > 2);
}

function hasTime(goal: string, words: ReadonlySet<string>): boolean {
  if (dateDigits.test(goal)) return true;
  return (goal.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => words.has(word));
}

function hasName(goal: string, words: ReadonlySet<string>): boolean {
  if (!hasCapitals.test(goal)) return true;
  return (goal.match(innerCapital) ?? []).some((word) => !words.has(word.toLowerCase()));
}

const hint = (
  about: GoalHint['about'],
  isNamed: boolean,
  named: string,
  open: string,
): GoalHint => ({
  about,
  isNamed,
  text: isNamed ? named : open,
});

export function goalHints(goal: string, words: ReadonlySet<string>): readonly GoalHint[] {
  const count = goal.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return [
    hint(
      'words',
      count >= fewWords,
      'Enough words to work with',
      'Say a little more: what, for whom',
    ),
    hint('place', hasName(goal, words), 'A place or a name', 'No place named: it is guessed'),
    hint(
      'date',
      hasTime(goal, words),
      'A date or a span of time',
      'No date named: no deadline is kept',
    ),
    hint(
      'money',
      money.test(goal),
      'An amount of money',
      'No budget named: costs are only estimated',
    ),
  ];
}
