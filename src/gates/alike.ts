// Whether two texts say the same in nearly the same words, in any language: by the runs of three
// characters that they share, which needs neither a list of words nor to know where words end.
import { keptByText } from '../base/kept-by-text.ts';

const RUN = 3;
/** The same texts are compared again and again: with all others, and by one stage after another. */
const KNOWN_MAX = 1_000;

export const plainText = keptByText(KNOWN_MAX, (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim(),
);

function newRuns(plain: string): ReadonlySet<string> {
  const chars = [...plain];
  const last = Math.max(1, chars.length - RUN + 1);
  return new Set(Array.from({ length: last }, (_, at) => chars.slice(at, at + RUN).join('')));
}

const runsOf = keptByText(KNOWN_MAX, (text) => newRuns(plainText(text)));

/** Less is never asked for. */
const LEAST = 0.5;

/** 0 for nothing in common, 1 for the same. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  // Most pairs differ in length so much that nothing has to be counted, and most others soon differ in
  // so many runs that the rest cannot make up for it.
  let mayMiss = small.size - (LEAST * (one.size + other.size)) / 2;
  if (mayMiss < 0) return 0;
  let common = 0;
  for (const run of small) {
    if (large.has(run)) {
      common += 1;
      continue;
    }
    mayMiss -= 1;
    if (mayMiss < 0) return 0;
  }
  return (2 * common) / (one.size + other.size);
}

export const likeness = (one: string, other: string): number =>
  likenessOf(runsOf(one), runsOf(other));

export interface Said {
  /** Where it stands. */
  readonly at: string;
  readonly text: string;
}

export interface Pair {
  readonly one: Said;
  readonly other: Said;
}

/** So much alike that a reader takes one for the other. */
const SAME = 0.85;

/** Pairs that say the same. */
export function alikePairs(texts: readonly Said[], same = SAME): Pair[] {
  const all = texts.map((said) => ({ said, runs: runsOf(said.text) }));
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => likenessOf(one.runs, other.runs) >= same)
      .map((other) => ({ one: one.said, other: other.said })),
  );
}

/** Pairs that are the same but for case, spaces and marks; each with the first of its kind. */
export function equalPairs(texts: readonly Said[]): Pair[] {
  const seen = new Map<string, Said>();
  return texts.flatMap((other) => {
    const plain = plainText(other.text);
    const one = seen.get(plain);
    if (one === undefined) seen.set(plain, other);
    return one === undefined ? [] : [{ one, other }];
  });
}
