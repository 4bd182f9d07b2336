// Ids that were written with a letter or two wrong. The file decides how many there are and how many
// could be meant, so there is an end to the looking.

/** Ids that machines make are long: one that is off by a letter or two is a slip. */
const [minChars, maxChars] = [16, 64];
const slipLetters = 2;
const maxSlips = 40;
/** Of one file: all slips of a plan with 2,500 rows. A distance looks at 21 ways at most. */
const maxDistances = 100_000;

export type Distance = (one: string, other: string) => number;

/** As editDistance counts; all beyond two is three, and then the rest is not looked at. */
export const editsWithin: Distance = (one, other) => editsFrom(one, 0, other, 0, slipLetters);

/** From these two places to the ends: what is alike is passed over, and where the first letters differ,
 * each way to make them alike costs one of those that are left. */
function editsFrom(one: string, from: number, other: string, at: number, left: number): number {
  let [i, j] = [from, at];
  while (i < one.length && j < other.length && one.charCodeAt(i) === other.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  const [rest, otherRest] = [one.length - i, other.length - j];
  if (Math.abs(rest - otherRest) > left) return left + 1;
  if (rest === 0 || otherRest === 0) return rest + otherRest;
  if (left === 0) return 1;
  const isSwap = one[i] === other[j + 1] && one[i + 1] === other[j];
  return (
    1 +
    Math.min(
      editsFrom(one, i + 1, other, j + 1, left - 1),
      editsFrom(one, i + 1, other, j, left - 1),
      editsFrom(one, i, other, j + 1, left - 1),
      isSwap ? editsFrom(one, i + 2, other, j + 2, left - 1) : left,
    )
  );
}

/** Finds the id that is meant; none where two are as near, or where too much was looked at already. */
export function slipFinder(
  ids: readonly string[],
  distance: Distance = editsWithin,
): (id: string) => string | undefined {
  const byLength = Map.groupBy(ids, ({ length }) => length);
  let [slipsLeft, distancesLeft] = [maxSlips, maxDistances];
  const candidates = (length: number): string[] =>
    [-2, -1, 0, 1, 2].flatMap((more) => byLength.get(length + more) ?? []);
  return (id) => {
    if (slipsLeft === 0) return undefined;
    slipsLeft -= 1;
    if (id.length < minChars || id.length > maxChars) return undefined;
    const known = candidates(id.length);
    // Half a look could miss a second one that is as near.
    if (known.length > distancesLeft) return undefined;
    distancesLeft -= known.length;
    return nearest(id, known, distance);
  };
}

function nearest(id: string, ids: readonly string[], distance: Distance): string | undefined {
  const near = ids
    .map((known) => ({ known, letters: distance(id, known) }))
    .filter(({ letters }) => letters <= slipLetters)
    .toSorted((one, other) => one.letters - other.letters);
  const [best, next] = near;
  return best && best.letters !== next?.letters ? best.known : undefined;
}
