// Whether an answer is written in the letters of the goal. It tells a Japanese answer to an English goal
// by its letters alone; two languages that share their letters are not told apart.

/** By number of letters that they have in common with nobody. */
const scripts = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Thai: /\p{Script=Thai}/gu,
  Korean: /\p{Script=Hangul}/gu,
  'Chinese or Japanese': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
} as const;
type Script = keyof typeof scripts;

/** Fewer letters tell nothing. */
const leastLetters = 15;
/** Ids and words of a schema are the same in every language. */
const codeWord = /^[\w.-]*$/;
/** A goal of two scripts may be answered in either. */
const mainShare = 0.9;
/** Names, units and quotes of other scripts are fine. */
const answerShare = 0.5;
const sampledChars = 4_000;

function countsOf(text: string): Map<Script, number> {
  const sample = text.slice(0, sampledChars);
  const names = Object.keys(scripts) as Script[];
  return new Map(names.map((name) => [name, sample.match(scripts[name])?.length ?? 0]));
}

const sumOf = (counts: ReadonlyMap<Script, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

function mainScript(goal: string): Script | null {
  const counts = countsOf(goal);
  const total = sumOf(counts);
  const main = [...counts].find(([, count]) => count >= total * mainShare);
  return total < leastLetters || !main ? null : main[0];
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return codeWord.test(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Letters that are not Latin are beyond these. */
const beyondAscii = /[\u0080-\u{10ffff}]/u;

/** What is wrong with it, for feedback; nothing if it is fine. */
export function scriptProblems(goal: string, value: unknown): string[] {
  const script = mainScript(goal);
  if (script === null) return [];
  const text = textsOf(value).join(' ');
  if (script === 'Latin' && !beyondAscii.test(text)) return [];
  const counts = countsOf(text);
  const total = sumOf(counts);
  if (total < leastLetters || (counts.get(script) ?? 0) >= total * answerShare) return [];
  return [`(top): write it in the language of the goal, in ${script} letters`];
}
