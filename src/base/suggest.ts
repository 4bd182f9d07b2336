// "Did you mean": the nearest known word, if it is near enough to be a slip of the pen.

const maxWordChars = 64;

/** The number of letters to change, add, drop or swap with a neighbor. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const differs = left[row - 1] === right[column - 1] ? 0 : 1;
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + differs,
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

const at = (costs: readonly number[], index: number): number => costs[index] ?? Infinity;

export function suggest(word: string, known: readonly string[]): string | undefined {
  if (word.length > maxWordChars) return undefined;
  const [best] = nearestFirst(word, known);
  const allowed = Math.max(1, Math.floor(word.length / 4));
  if (best === undefined) return undefined;
  return editDistance(word.toLowerCase(), best.toLowerCase()) <= allowed ? best : undefined;
}

/** All of them, the likeliest slip first; as they stand where the word is too long to be one. */
export function nearestFirst(word: string, known: readonly string[]): readonly string[] {
  if (word.length > maxWordChars) return known;
  const lower = word.toLowerCase();
  return known
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }))
    .toSorted((left, right) => left.distance - right.distance)
    .map(({ candidate }) => candidate);
}
