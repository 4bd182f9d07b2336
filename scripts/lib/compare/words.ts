// Counting words, and how much of a text says again what it has said already.

export const wordsIn = (text: string): string[] =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

export const countWords = (text: string): number => wordsIn(text).length;

const plain = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Shorter runs (labels, names, headings of tables) come back for good reasons. */
const runLength = 8;

/** The share of words that lie in a run of eight words which stood in the text before. */
export function repeatedShare(text: string): number | null {
  const words = wordsIn(text).map(plain);
  if (words.length === 0) return null;
  const seen = new Set<string>();
  let again = 0;
  let counted = 0;
  for (let end = runLength; end <= words.length; end += 1) {
    const start = end - runLength;
    const run = words.slice(start, end).join(' ');
    if (seen.has(run)) {
      again += end - Math.max(start, counted);
      counted = end;
    }
    seen.add(run);
  }
  return again / words.length;
}
