// Two texts as a unified diff: what a person reads before approving and what the record shows after.
// The shortest edit script is looked for while that is cheap; beyond it a block is shown as replaced.

interface Edit {
  readonly kind: 'keep' | 'remove' | 'add';
  readonly line: string;
}

const contextLines = 3;
/** Differing lines up to which the shortest script is worth its time and memory. */
const maxScript = 1_000;

/** Lines with their ends, so that a missing last newline is a difference. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** How far each diagonal got, for each number of edits: Myers' greedy search. Null if too far. */
function searchSteps(
  left: readonly string[],
  right: readonly string[],
): Map<number, number>[] | null {
  const steps: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(left.length + right.length, maxScript); edits += 1) {
    steps.push(reach);
    const next = new Map(reach);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(reach, diagonal, edits);
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal])
        x += 1;
      next.set(diagonal, x);
      if (x >= left.length && x - diagonal >= right.length) return steps;
    }
    reach = next;
  }
  return null;
}

const goesDown = (reach: Map<number, number>, diagonal: number, edits: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));

const startOf = (reach: Map<number, number>, diagonal: number, edits: number): number =>
  goesDown(reach, diagonal, edits)
    ? (reach.get(diagonal + 1) ?? 0)
    : (reach.get(diagonal - 1) ?? 0) + 1;

/** Back along the way that was found. */
function scriptOf(
  left: readonly string[],
  right: readonly string[],
  steps: Map<number, number>[],
): Edit[] {
  const script: Edit[] = [];
  let x = left.length;
  let y = right.length;
  const keepDownTo = (limitX: number, limitY: number): void => {
    while (x > limitX && y > limitY) {
      script.push({ kind: 'keep', line: left[--x] ?? '' });
      y -= 1;
    }
  };
  for (let edits = steps.length - 1; edits > 0; edits -= 1) {
    const reach = steps[edits] ?? new Map<number, number>();
    const isDown = goesDown(reach, x - y, edits);
    const from = x - y + (isDown ? 1 : -1);
    const fromX = reach.get(from) ?? 0;
    keepDownTo(isDown ? fromX : fromX + 1, isDown ? fromX - from + 1 : fromX - from);
    if (isDown) script.push({ kind: 'add', line: right[--y] ?? '' });
    else script.push({ kind: 'remove', line: left[--x] ?? '' });
  }
  keepDownTo(0, 0);
  return script.reverse();
}

function editScript(left: readonly string[], right: readonly string[]): Edit[] {
  const steps = searchSteps(left, right);
  if (steps !== null) return scriptOf(left, right, steps);
  const removed = left.map((line): Edit => ({ kind: 'remove', line }));
  return [...removed, ...right.map((line): Edit => ({ kind: 'add', line }))];
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  let count = 0;
  while (count < left.length && count < right.length && left[count] === right[count]) count += 1;
  return count;
}

function wholeScript(left: readonly string[], right: readonly string[]): Edit[] {
  const keep = (line: string): Edit => ({ kind: 'keep', line });
  const start = commonStart(left, right);
  const [restLeft, restRight] = [left.slice(start), right.slice(start)];
  const end = commonStart(restLeft.toReversed(), restRight.toReversed());
  const middle = editScript(
    restLeft.slice(0, restLeft.length - end),
    restRight.slice(0, restRight.length - end),
  );
  return [...left.slice(0, start).map(keep), ...middle, ...left.slice(left.length - end).map(keep)];
}

interface Range {
  readonly from: number;
  to: number;
}

/** Changes with their surroundings; those that touch become one. */
function hunkRanges(script: readonly Edit[]): Range[] {
  const ranges: Range[] = [];
  for (const [index, { kind }] of script.entries()) {
    if (kind === 'keep') continue;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(script.length, index + contextLines + 1);
    const last = ranges.at(-1);
    if (last && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

const signs = { keep: ' ', remove: '-', add: '+' } as const;
const noNewline = '\\ No newline at end of file\n';

const shownLine = ({ kind, line }: Edit): string =>
  line.endsWith('\n') ? `${signs[kind]}${line}` : `${signs[kind]}${line}\n${noNewline}`;

function hunkText(script: readonly Edit[], { from, to }: Range): string {
  const count = (edits: readonly Edit[], other: Edit['kind']): number =>
    edits.filter(({ kind }) => kind !== other).length;
  const before = script.slice(0, from);
  const inside = script.slice(from, to);
  const side = (other: Edit['kind']): string => {
    const lines = count(inside, other);
    return `${count(before, other) + (lines === 0 ? 0 : 1)},${lines}`;
  };
  return `@@ -${side('add')} +${side('remove')} @@\n${inside.map(shownLine).join('')}`;
}

/** Null stands for a file that is not there. Empty if both are the same. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const head = `--- ${before === null ? '/dev/null' : `a/${path}`}\n+++ ${after === null ? '/dev/null' : `b/${path}`}\n`;
  const script = wholeScript(linesOf(before ?? ''), linesOf(after ?? ''));
  return (
    head +
    hunkRanges(script)
      .map((range) => hunkText(script, range))
      .join('')
  );
}
