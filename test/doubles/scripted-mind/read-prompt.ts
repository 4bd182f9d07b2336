// What a scripted mind reads in a prompt: the goal, the material of earlier stages, and numbers in the
// words of its task.

/** What the prompt shows of an earlier stage; null where it shows nothing. */
export function dataIfAny<T>(prompt: string, name: string): T | null {
  const text = new RegExp(`<data name="${name}">\\n([\\s\\S]*?)\\n</data>`).exec(prompt)?.[1];
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function dataOf<T>(prompt: string, name: string): T {
  const data = dataIfAny<T>(prompt, name);
  if (data === null) throw new Error(`the prompt shows nothing of ${name}`);
  return data;
}

/** The section that somebody is asked to revise, as it is; null where nobody is. */
export const criticizedIn = <T>(prompt: string): T | null =>
  dataIfAny<{ now: T }>(prompt, 'now')?.now ?? null;

/** A long list may have been cut: its last item is a word about the others then. */
export const itemsOf = <T extends object>(list: readonly T[] | undefined): T[] =>
  (list ?? []).filter((item) => typeof item === 'object' && item !== null);

export const goalOf = (prompt: string): string =>
  /<goal>\n([\s\S]*?)\n<\/goal>/.exec(prompt)?.[1] ?? 'the goal';

export const startOf = (prompt: string): string =>
  /The plan starts on (\d{4}-\d\d-\d\d)\./.exec(prompt)?.[1] ?? '2027-01-04';

export const wordsOf = (goal: string, count = 4): string =>
  goal.split(/\s+/).slice(0, count).join(' ');

/** Some words of the goal that are short enough for a name. */
export const subjectOf = (prompt: string): string =>
  wordsOf(goalOf(prompt), 6)
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .slice(0, 40)
    .trim() || 'the goal';

/** What it is told to do, without the material and without what came back. */
export const taskOf = (prompt: string): string =>
  (prompt.split(/^# Your task$/m).at(-1) ?? prompt).split(/\n\nAn earlier reply was not/)[0] ?? '';

/** The number that a pattern finds in the words of the task. */
export function numberIn(prompt: string, pattern: RegExp, fallback: number): number {
  const found = Number(pattern.exec(taskOf(prompt))?.[1]);
  return Number.isInteger(found) && found > 0 ? found : fallback;
}

/** Ids such as A1 in the order in which the prompt first shows them, as a field or before a text. */
export const idsIn = (prompt: string, letter: string): string[] => {
  const shown = new RegExp(`"(?:id":")?(${letter}\\d{1,2})[" ]`, 'g');
  return [...new Set([...prompt.matchAll(shown)].map(([, id = '']) => id))];
};

/** The end of the plan where the task tells it, else the start. */
export const endOf = (prompt: string): string =>
  taskOf(prompt)
    .match(/\d{4}-\d\d-\d\d/g)
    ?.at(-1) ?? startOf(prompt);

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

export function dayAfter(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Tasks as minds name them, such as 2.1, wherever the text shows them. */
export const tasksIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/"(?:id":")?(\d{1,2}\.\d{1,2})[" ]/g)].map(([, id = '']) => id)),
];
