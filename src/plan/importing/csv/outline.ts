// Which row belongs to which: by a column that names the parent, by outline numbers or levels, by blanks
// before the name, or by a column with the phase.
import type { Field } from './columns.ts';

export interface Row {
  readonly id: string;
  /** Place in the file, from 1. */
  readonly number: number;
  /** The name with the blanks before it. */
  readonly name: string;
  cell(field: Field): string;
}

export interface Outline {
  /** By id. */
  readonly parents: ReadonlyMap<string, string>;
  /** Groups that only a column names, in order. */
  readonly groups: readonly { readonly id: string; readonly title: string }[];
}

type Has = (field: Field) => boolean;

export function outlineOf(
  rows: readonly Row[],
  has: Has,
  find: (wish: string) => string | undefined,
): Outline {
  const said = has('parent') ? byParent(rows, find) : new Map<string, string>();
  if (said.size > 0) return { parents: said, groups: [] };
  if (has('outline')) {
    const parents = byNumbers(rows);
    if (parents.size > 0) return { parents, groups: [] };
  }
  if (has('phase')) return byPhase(rows);
  const levels = has('level')
    ? rows.map((row) => Number(row.cell('level')) || 0)
    : rows.map(({ name }) => name.length - name.trimStart().length);
  return { parents: byLevels(rows, levels), groups: [] };
}

function byParent(rows: readonly Row[], find: (wish: string) => string | undefined) {
  const parents = new Map<string, string>();
  for (const row of rows) {
    const wish = row.cell('parent');
    const parent = wish === '' ? undefined : (find(wish) ?? wish);
    if (parent !== undefined && parent !== row.id) parents.set(row.id, parent);
  }
  return parents;
}

function byNumbers(rows: readonly Row[]): ReadonlyMap<string, string> {
  const numberOf = (row: Row): string => row.cell('outline').replace(/[.\s]+$/, '');
  const byNumber = new Map(rows.map((row) => [numberOf(row), row.id]));
  const parents = new Map<string, string>();
  for (const row of rows) {
    const number = numberOf(row);
    const parent = byNumber.get(number.slice(0, Math.max(0, number.lastIndexOf('.'))));
    if (parent !== undefined && parent !== row.id) parents.set(row.id, parent);
  }
  return parents;
}

function byPhase(rows: readonly Row[]): Outline {
  const groups = new Map<string, { id: string; title: string }>();
  const parents = new Map<string, string>();
  for (const row of rows) {
    const title = row.cell('phase');
    if (title === '') continue;
    const group = groups.get(title) ?? { id: `phase ${groups.size + 1}`, title };
    groups.set(title, group);
    parents.set(row.id, group.id);
  }
  return { parents, groups: [...groups.values()] };
}

function byLevels(rows: readonly Row[], levels: readonly number[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  const above: { id: string; level: number }[] = [];
  for (const [index, { id }] of rows.entries()) {
    const level = levels[index] ?? 0;
    while ((above.at(-1)?.level ?? -1) >= level) above.pop();
    const parent = above.at(-1);
    if (parent !== undefined) parents.set(id, parent.id);
    above.push({ id, level });
  }
  return parents;
}
