// How much work the words of a file make: a look is one comparison at one word of a goal. Patterns that a
// file may have without end would make every goal slow, so their looks are counted before it is used.

/** The largest of the playbooks that ship takes 1,021. */
export const mostLooks = 3_000;

/** "*" between words skips none to four: what follows is looked for so often. */
const gapPlaces = 5;

/** Looking for "*haus*" goes through the whole word, so its letters count. */
const looksOfChoice = (choice: string): number =>
  choice.startsWith('*') && choice.endsWith('*') ? Math.max(1, choice.length - 2) : 1;

/** "e-commerce" is two words of a goal, "shop|store" two choices for one. */
const looksOfWord = (word: string): number =>
  word.split(/[|'’-]/u).reduce((sum, choice) => sum + looksOfChoice(choice), 0);

/** The most that a pattern can take at one word of a goal. */
export function looksOf(pattern: string): number {
  let [looks, times] = [0, 1];
  for (const word of pattern.split(' ')) {
    if (word === '*') times *= gapPlaces;
    else looks += times * looksOfWord(word);
  }
  return Math.max(1, looks);
}
