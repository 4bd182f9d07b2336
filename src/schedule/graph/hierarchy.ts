// Tasks by index, and who belongs to whom. Each task's subtree is a slice of one preorder, so
// "is it below" is a comparison and "all leaves below" is a walk over neighbors.
import type { Task } from '../project.ts';

export interface Hierarchy {
  readonly tasks: readonly Task[];
  /** The first task of each id. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** The parent's index, or -1. */
  readonly parentOf: Int32Array;
  /** 1 for tasks that carry work or mark an instant; a summary without children counts too. */
  readonly isLeaf: Uint8Array;
  /** Parents before children; tasks in a ring of parents are left out. */
  readonly preorder: Int32Array;
  /** Where a task's subtree begins and ends in the preorder. */
  readonly enter: Int32Array;
  readonly exit: Int32Array;
  /** Tasks that are their own ancestors. */
  readonly ringed: readonly number[];
}

export function buildHierarchy(tasks: readonly Task[]): Hierarchy {
  const indexOf = new Map<string, number>();
  for (let index = 0; index < tasks.length; index += 1) {
    const { id } = tasks[index] as Task;
    if (!indexOf.has(id)) indexOf.set(id, index);
  }
  const parentOf = new Int32Array(tasks.length);
  for (let index = 0; index < tasks.length; index += 1) {
    const { parent } = tasks[index] as Task;
    parentOf[index] = parent === undefined ? -1 : (indexOf.get(parent) ?? -1);
  }
  const children = childLists(parentOf);
  const isLeaf = Uint8Array.from(tasks, (task, index) =>
    task.kind !== 'summary' || children.first[index] === -1 ? 1 : 0,
  );
  return { tasks, indexOf, parentOf, isLeaf, ...walk(parentOf, children) };
}

interface ChildLists {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

/** Linked lists in the order of the tasks. */
function childLists(parentOf: Int32Array): ChildLists {
  const first = new Int32Array(parentOf.length).fill(-1);
  const next = new Int32Array(parentOf.length).fill(-1);
  for (let index = parentOf.length - 1; index >= 0; index -= 1) {
    const parent = parentOf[index] as number;
    if (parent < 0) continue;
    next[index] = first[parent] as number;
    first[parent] = index;
  }
  return { first, next };
}

function walk(parentOf: Int32Array, { first, next }: ChildLists) {
  const count = parentOf.length;
  const preorder = new Int32Array(count);
  const enter = new Int32Array(count).fill(-1);
  const exit = new Int32Array(count);
  let reached = 0;
  const open = (index: number) => {
    enter[index] = reached;
    preorder[reached] = index;
    reached += 1;
  };
  for (let root = 0; root < count; root += 1) {
    if (parentOf[root] !== -1) continue;
    open(root);
    for (let at = root, child = first[at] as number; ; ) {
      if (child !== -1) {
        open(child);
        at = child;
        child = first[at] as number;
        continue;
      }
      exit[at] = reached;
      if (at === root) break;
      child = next[at] as number;
      at = parentOf[at] as number;
    }
  }
  const ringed: number[] = [];
  for (let index = 0; index < count; index += 1) if (enter[index] === -1) ringed.push(index);
  return { preorder: preorder.subarray(0, reached), enter, exit, ringed };
}

/** True when `index` is `ancestor` or lies below it. */
export function isWithin(hierarchy: Hierarchy, index: number, ancestor: number): boolean {
  const place = hierarchy.enter[index] as number;
  return (
    place >= (hierarchy.enter[ancestor] as number) && place < (hierarchy.exit[ancestor] as number)
  );
}

/** The leaves of a subtree, itself when it is one. */
export function leavesWithin(hierarchy: Hierarchy, index: number): number[] {
  if (hierarchy.isLeaf[index] === 1) return [index];
  const leaves: number[] = [];
  const end = hierarchy.exit[index] as number;
  for (let place = hierarchy.enter[index] as number; place < end; place += 1) {
    const task = hierarchy.preorder[place] as number;
    if (hierarchy.isLeaf[task] === 1) leaves.push(task);
  }
  return leaves;
}
