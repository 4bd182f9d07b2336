// The visible rows of the tree, top to bottom. A row whose content did not change keeps its
// identity from the last time, so that a keyed list redraws only what moved.
import type { ExecutionTask, TaskState } from '../../../src/contract/executions.ts';
import { shownState, type TaskNode } from './task-tree.ts';

export interface TreeRow {
  readonly id: string;
  readonly task: ExecutionTask;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  readonly state: TaskState;
  readonly progress: number;
  readonly parent: string | null;
}

export interface RowOptions {
  readonly closed: ReadonlySet<string>;
  readonly hideDone: boolean;
  readonly search: string;
}

export function visibleRows(
  nodes: readonly TaskNode[],
  options: RowOptions,
  before: readonly TreeRow[],
): readonly TreeRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows: TreeRow[] = [];
  const walk = (level: readonly TaskNode[], parent: string | null) => {
    const shown = level.filter((node) => isShown(node, options));
    shown.forEach((node, index) => {
      const row = toRow(node, { index, siblings: shown.length, parent }, options);
      const old = known.get(row.id);
      rows.push(old !== undefined && isSame(old, row) ? old : row);
      if (row.isOpen) walk(node.children, row.id);
    });
  };
  walk(nodes, null);
  return rows;
}

function toRow(
  node: TaskNode,
  place: { index: number; siblings: number; parent: string | null },
  options: RowOptions,
): TreeRow {
  const hasChildren = node.children.length > 0;
  return {
    id: node.task.step_id,
    task: node.task,
    level: node.level,
    position: place.index + 1,
    siblings: place.siblings,
    hasChildren,
    isOpen: hasChildren && (options.search !== '' || !options.closed.has(node.task.step_id)),
    state: shownState(node),
    progress: node.progress,
    parent: place.parent,
  };
}

function isShown(node: TaskNode, options: RowOptions): boolean {
  if (options.hideDone && shownState(node) === 'COMPLETE') return false;
  return options.search === '' || matches(node, options.search.toLowerCase());
}

function matches(node: TaskNode, needle: string): boolean {
  const { title, step_id, holder_name } = node.task;
  const own = `${title} ${step_id} ${holder_name ?? ''}`.toLowerCase();
  return own.includes(needle) || node.children.some((child) => matches(child, needle));
}

function isSame(a: TreeRow, b: TreeRow): boolean {
  const keys = Object.keys(b) as (keyof TreeRow)[];
  return keys.every((key) => a[key] === b[key]);
}

export const treeKeys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'] as const;
export type TreeKey = (typeof treeKeys)[number];

export type TreeMove =
  | { readonly kind: 'focus'; readonly id: string }
  | { readonly kind: 'open'; readonly id: string }
  | { readonly kind: 'close'; readonly id: string }
  | { readonly kind: 'none' };

/** What a key does on the row that has the focus, by the usual rules of a tree. */
export function moveBy(key: TreeKey, rows: readonly TreeRow[], id: string): TreeMove {
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  if (row === undefined) return { kind: 'none' };
  const focus = (target: TreeRow | undefined): TreeMove =>
    target === undefined ? { kind: 'none' } : { kind: 'focus', id: target.id };
  switch (key) {
    case 'ArrowUp':
      return focus(rows[index - 1]);
    case 'ArrowDown':
      return focus(rows[index + 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight':
      if (!row.hasChildren) return { kind: 'none' };
      return row.isOpen ? focus(rows[index + 1]) : { kind: 'open', id };
    case 'ArrowLeft':
      if (row.isOpen) return { kind: 'close', id };
      return focus(rows.find((one) => one.id === row.parent));
  }
}
