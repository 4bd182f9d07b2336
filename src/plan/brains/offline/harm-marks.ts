// Finds the words of harm in a text: every word is looked up by its beginnings and its endings, so that
// the time grows with the text alone.

export interface Mark {
  readonly start: number;
  /** Of the last word of it. */
  readonly end: number;
}
export type Lexicon = Readonly<Record<string, string>>;
interface Entry {
  readonly name: string;
  /** The words after the first. */
  readonly rest: readonly string[];
}
export type Marks = ReadonlyMap<string, readonly Mark[]>;

const LONGEST_WORD = 40;

export const wordsOf = (clause: string): string[] =>
  (clause.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|,/gu) ?? []).map((word) =>
    word.slice(0, LONGEST_WORD),
  );

/** What looks all classes up at once. */
export function marker(lexicon: Lexicon): (words: readonly string[]) => Marks {
  let index: ReadonlyMap<string, readonly Entry[]> | undefined;
  return (words) => {
    // Most processes never read a goal.
    index ??= indexOf(lexicon);
    const marks = new Map<string, Mark[]>();
    for (const [start, word] of words.entries())
      for (const { name, rest } of entriesAt(index, word)) {
        if (!rest.every((piece, step) => fits(piece, words[start + step + 1]))) continue;
        const found = marks.get(name);
        const mark = { start, end: start + rest.length };
        if (found) found.push(mark);
        else marks.set(name, [mark]);
      }
    return marks;
  };
}

function indexOf(lexicon: Lexicon): ReadonlyMap<string, readonly Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const [name, list] of Object.entries(lexicon))
    for (const phrase of list.split(',')) {
      const [first = '', ...rest] = phrase.trim().split(/\s+/u);
      if (first === '') continue;
      index.set(first, [...(index.get(first) ?? []), { name, rest }]);
    }
  return index;
}

/** By the whole word, by each of its beginnings ("kill*"), its endings ("*mord") and its insides. */
function* entriesAt(index: ReadonlyMap<string, readonly Entry[]>, word: string): Iterable<Entry> {
  yield* index.get(word) ?? [];
  for (let cut = 1; cut <= word.length; cut += 1) {
    yield* index.get(`${word.slice(0, cut)}*`) ?? [];
    const ending = `*${word.slice(word.length - cut)}`;
    yield* index.get(ending) ?? [];
  }
}

function fits(piece: string, word: string | undefined): boolean {
  if (word === undefined || word === ',') return false;
  if (piece === '_') return true;
  return piece.endsWith('*') ? word.startsWith(piece.slice(0, -1)) : piece === word;
}
