// Several roles in one 32-bit word. Each role has a field with its free units and a guard bit above
// them; a use is subtracted from all fields at once, and a guard bit that is gone tells which did
// not fit. Roles that no schedule can overfill are left out.
import type { Problem } from './problem.ts';

export interface Packing {
  /** Words per tick; at least one. */
  readonly words: number;
  /** Per word: all guard bits. */
  readonly guard: Int32Array;
  /** Per word: everything free, guard bits set. */
  readonly full: Int32Array;
  /** Per role: its word (-1 when it can never be short) and the position of its field. */
  readonly word: Int32Array;
  readonly shift: Int32Array;
}

/** All of them: sums wrap around, and fields do not touch each other. */
const wordBits = 32;

export function packRoles(problem: Problem): Packing {
  const scarce = scarceRoles(problem).sort((a, b) => widthOf(problem, b) - widthOf(problem, a));
  const word = new Int32Array(problem.capacity.length).fill(-1);
  const shift = new Int32Array(problem.capacity.length);
  const used: number[] = [];
  for (const role of scarce) {
    const width = widthOf(problem, role);
    const at = used.findIndex((bits) => bits + width <= wordBits);
    const home = at < 0 ? used.push(0) - 1 : at;
    word[role] = home;
    shift[role] = used[home] ?? 0;
    used[home] = (used[home] ?? 0) + width;
  }
  return { ...fillWords(problem, scarce, word, shift, used.length), word, shift };
}

function fillWords(
  problem: Problem,
  scarce: readonly number[],
  word: Int32Array,
  shift: Int32Array,
  count: number,
): Pick<Packing, 'words' | 'guard' | 'full'> {
  const words = Math.max(1, count);
  const guard = new Int32Array(words);
  const full = new Int32Array(words);
  for (const role of scarce) {
    const home = word[role] as number;
    const at = shift[role] as number;
    guard[home] = (guard[home] as number) | (1 << (at + widthOf(problem, role) - 1));
    full[home] = (full[home] as number) | ((problem.capacity[role] ?? 0) << at);
  }
  for (let home = 0; home < words; home += 1) {
    full[home] = (full[home] as number) | (guard[home] as number);
  }
  return { words, guard, full };
}

/** Bits for the capacity, and the guard above them. */
const widthOf = (problem: Problem, role: number): number =>
  33 - Math.clz32(problem.capacity[role] ?? 0);

/** The roles that could be asked for more than they have if all tasks ran at once. */
function scarceRoles(problem: Problem): number[] {
  const most = new Float64Array(problem.capacity.length);
  for (const task of problem.tasks) addMostUses(task.ways, most);
  return problem.capacity.flatMap((capacity, role) =>
    (most[role] as number) > capacity ? [role] : [],
  );
}

function addMostUses(ways: Problem['tasks'][number]['ways'], most: Float64Array): void {
  const ofTask = new Map<number, number>();
  for (const way of ways) {
    for (const [role, units] of way.uses) {
      ofTask.set(role, Math.max(units, ofTask.get(role) ?? 0));
    }
  }
  for (const [role, units] of ofTask) most[role] = (most[role] as number) + units;
}
