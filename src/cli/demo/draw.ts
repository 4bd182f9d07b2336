// The board as lines of text for a terminal of a given size. Pure.
import type { TaskState } from '../../../sdk/index.ts';
import { type Board, type BoardTask, isDone } from './board.ts';

export interface DrawOptions {
  readonly columns: number;
  readonly rows: number;
  readonly elapsedMs: number;
  readonly color: boolean;
}

const marks: Readonly<Record<TaskState, string>> = {
  QUEUED: '○',
  RUNNING: '▶',
  BLOCKED: '■',
  COMPLETE: '✔',
  ERROR: '✖',
  SKIPPED: '↷',
  CANCELLED: '⊘',
};

const colors: Readonly<Record<TaskState, number>> = {
  QUEUED: 90,
  RUNNING: 36,
  BLOCKED: 33,
  COMPLETE: 32,
  ERROR: 31,
  SKIPPED: 90,
  CANCELLED: 90,
};

interface Line {
  readonly text: string;
  readonly color?: number;
}

const activityRows = 5;

export function drawBoard(board: Board, options: DrawOptions): string[] {
  const head = headLines(board, options);
  const news = board.activity
    .slice(-activityRows)
    .map((text) => ({ text: `  ${text}`, color: 90 }));
  const room = options.rows - head.length - news.length - 2;
  const lines = [...head, ...treeLines(board, Math.max(3, room)), { text: '' }, ...news];
  return lines.map((line) => paint(line, options));
}

/** One column is left free: a full line would wrap on some terminals. */
function paint(line: Line, options: DrawOptions): string {
  const text = [...line.text].slice(0, Math.max(10, options.columns - 1)).join('');
  if (!options.color || line.color === undefined) return text;
  return `\u001b[${line.color}m${text}\u001b[0m`;
}

function headLines(board: Board, options: DrawOptions): Line[] {
  const { done, total } = board.tallyOf();
  const share = total === 0 ? 0 : done / total;
  const width = Math.max(10, Math.min(40, options.columns - 40));
  const full = Math.round(share * width);
  const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
  const text = `  ${bar}  ${done} of ${total}  ${Math.floor(share * 100)}%  ${clockText(options.elapsedMs)}`;
  return [{ text }, { text: '' }];
}

/** When the tree is taller than the room for it, finished and later parts fold away first. */
function treeLines(board: Board, room: number): Line[] {
  const levels = [undefined, isQuiet, () => true] as const;
  for (const isFolded of levels) {
    const lines = board.roots.flatMap((root) => [
      lineOf(board, root, 0),
      ...(isFolded?.(root) ? [] : board.childrenOf(root.id).map((task) => lineOf(board, task, 1))),
    ]);
    if (lines.length <= room) return lines;
  }
  return board.roots.map((root) => lineOf(board, root, 0)).slice(0, room);
}

const isQuiet = (task: BoardTask): boolean => isDone(task) || task.state === 'QUEUED';

function lineOf(board: Board, task: BoardTask, depth: number): Line {
  const state = shownState(board, task);
  const { done, total } = board.tallyOf(task.id);
  const count = task.isGroup && total > 1 ? `  ${done}/${total}` : '';
  const text = `${'  '.repeat(depth + 1)}${marks[state]} ${task.title}${count}${doersOf(board, task)}`;
  return { text, color: colors[state] };
}

/** A group runs when anything in it does, also where the server has not said so. */
function shownState(board: Board, task: BoardTask): TaskState {
  if (task.state !== 'QUEUED' || !task.isGroup) return task.state;
  return runningIn(board, task).length > 0 ? 'RUNNING' : task.state;
}

function runningIn(board: Board, task: BoardTask): BoardTask[] {
  const inside = board.childrenOf(task.id).flatMap((child) => runningIn(board, child));
  return task.state === 'RUNNING' && !task.isGroup ? [task, ...inside] : inside;
}

function doersOf(board: Board, task: BoardTask): string {
  if (task.parent === null) return '';
  const doers = runningIn(board, task).map((step) => {
    const attempt = step.attempt > 1 ? ` ×${step.attempt}` : '';
    const progress = step.progress > 0 ? ` ${step.progress}%` : '';
    return `${step.holder ?? '?'}${progress}${attempt}`;
  });
  return doers.length === 0 ? '' : `  ← ${doers.join(', ')}`;
}

export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
