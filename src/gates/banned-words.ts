// Whether a word occurs in a text: as a whole word, whatever its case, in any script. Where a script
// writes no spaces between words, the word is found wherever it stands.

/** Another case, another width or another way to write an accent is the same word. */
const folded = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll(/\s+/g, ' ');

const wordChar = /[\p{L}\p{N}\p{M}_]/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** No word goes on from one to the other. */
function isEdge(inside: string | undefined, outside: string | undefined): boolean {
  if (outside === undefined || inside === undefined) return true;
  return !wordChar.test(outside) || !wordChar.test(inside) || unspaced.test(inside);
}

const charBefore = (text: string, at: number): string | undefined =>
  [...text.slice(Math.max(0, at - 2), at)].at(-1);
const charAt = (text: string, at: number): string | undefined => [...text.slice(at, at + 2)][0];

export function hasWord(text: string, word: string): boolean {
  const where = folded(text);
  const what = folded(word).trim();
  if (what === '') return false;
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + 1)) {
    const end = at + what.length;
    const starts = isEdge(charAt(where, at), charBefore(where, at));
    if (starts && isEdge(charBefore(where, end), charAt(where, end))) return true;
  }
  return false;
}
