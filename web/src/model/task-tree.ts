// Tasks as a tree, rolled up: a parent is what its leaves are. Only leaves are counted, so a phase
// never counts beside its own tasks.
import type { ExecutionTask, TaskState } from '../../../src/contract/executions.ts';

export interface TaskNode {
  readonly task: ExecutionTask;
  readonly level: number;
  readonly children: readonly TaskNode[];
  /** States of the leaves below, or of the task itself. */
  readonly leaves: readonly TaskState[];
  readonly progress: number;
}

export interface Counts {
  readonly total: number;
  readonly done: number;
  readonly running: number;
  readonly blocked: number;
  readonly failed: number;
  readonly canceled: number;
  readonly queued: number;
}

/** Deeper than this is shown flat: the tree is outside data, and a ring must not hang the page. */
const maxLevel = 12;

export function buildTree(tasks: readonly ExecutionTask[]): readonly TaskNode[] {
  const ids = new Set(tasks.map((task) => task.step_id));
  const byParent = Map.groupBy(tasks, ({ parent }) =>
    parent !== null && ids.has(parent) ? parent : '',
  );
  const grow = (parent: string, level: number): TaskNode[] => {
    if (level > maxLevel) return [];
    return (byParent.get(parent) ?? []).map((task) =>
      toNode(task, level, grow(task.step_id, level + 1)),
    );
  };
  return grow('', 1);
}

/** Checks show below what they judge, and count for nothing. */
function toNode(task: ExecutionTask, level: number, children: readonly TaskNode[]): TaskNode {
  const counted = children.filter((child) => child.task.purpose !== 'check');
  if (counted.length === 0) {
    const progress = task.state === 'COMPLETE' ? 100 : task.progress;
    return { task, level, children, leaves: [task.state], progress };
  }
  const leaves = counted.flatMap((child) => child.leaves);
  const sum = counted.reduce((total, child) => total + child.progress * child.leaves.length, 0);
  return { task, level, children, leaves, progress: Math.floor(sum / leaves.length) };
}

export function countStates(states: readonly TaskState[]): Counts {
  const count = (...wanted: TaskState[]) => states.filter((one) => wanted.includes(one)).length;
  const done = count('COMPLETE', 'SKIPPED');
  const running = count('RUNNING');
  const blocked = count('BLOCKED');
  const failed = count('ERROR');
  const canceled = count('CANCELLED');
  const total = states.length;
  return {
    total,
    done,
    running,
    blocked,
    failed,
    canceled,
    queued: total - done - running - blocked - failed - canceled,
  };
}

/** The state to show: a parent shows the most urgent thing below it. */
export function shownState(node: TaskNode): TaskState {
  if (node.children.length === 0) return node.task.state;
  const { leaves } = node;
  if (leaves.every((state) => state === 'COMPLETE' || state === 'SKIPPED')) return 'COMPLETE';
  if (leaves.includes('ERROR')) return 'ERROR';
  if (leaves.includes('BLOCKED')) return 'BLOCKED';
  if (leaves.includes('RUNNING')) return 'RUNNING';
  if (!leaves.includes('QUEUED')) return node.task.state === 'COMPLETE' ? 'COMPLETE' : 'CANCELLED';
  return leaves.includes('COMPLETE') ? 'RUNNING' : 'QUEUED';
}

/** Undo steps stand beside the plan: they count for nothing in it. */
export const isPlanned = (node: TaskNode): boolean => node.task.undoes === null;

/** The ids of a task and of everything below it. */
export function familyOf(nodes: readonly TaskNode[], id: string): ReadonlySet<string> {
  for (const node of nodes) {
    if (node.task.step_id === id) return new Set(idsBelow(node));
    const found = familyOf(node.children, id);
    if (found.size > 0) return found;
  }
  return new Set();
}

function idsBelow(node: TaskNode): string[] {
  return [node.task.step_id, ...node.children.flatMap(idsBelow)];
}
