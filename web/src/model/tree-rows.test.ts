import { describe, expect, it } from 'vitest';
import { sampleTask } from './sample.ts';
import { buildTree } from './task-tree.ts';
import { moveBy, type RowOptions, visibleRows } from './tree-rows.ts';

const tasks = [
  sampleTask('phase_1', { title: 'Research' }),
  sampleTask('task_a', { parent: 'phase_1', title: 'Find breeders' }),
  sampleTask('task_a_1', { parent: 'task_a', title: 'Search the map', state: 'COMPLETE' }),
  sampleTask('task_b', { parent: 'phase_1', title: 'Qualify' }),
];
const open: RowOptions = { closed: new Set(), hideDone: false, search: '' };
const rowsOf = (options: Partial<RowOptions> = {}) =>
  visibleRows(buildTree(tasks), { ...open, ...options }, []);
const idsOf = (options: Partial<RowOptions> = {}) => rowsOf(options).map((row) => row.id);

describe('the rows of the tree', () => {
  it('are in order, each parent before its children', () => {
    expect(idsOf()).toEqual(['phase_1', 'task_a', 'task_a_1', 'task_b']);
  });

  it('leave out what is folded, done or does not match', () => {
    expect(idsOf({ closed: new Set(['task_a']) })).toEqual(['phase_1', 'task_a', 'task_b']);
    expect(idsOf({ hideDone: true })).toEqual(['phase_1', 'task_b']);
    expect(idsOf({ search: 'MAP', closed: new Set(['phase_1']) })).toEqual([
      'phase_1',
      'task_a',
      'task_a_1',
    ]);
  });

  it('keep their identity when nothing about them changed', () => {
    const before = rowsOf();
    const changed = tasks.map((task) =>
      task.step_id === 'task_b' ? { ...task, state: 'RUNNING' as const } : task,
    );
    const after = visibleRows(buildTree(changed), open, before);
    expect(after[2]).toBe(before[2]);
    expect(after[3]).not.toBe(before[3]);
  });

  it('carry their place for screen readers', () => {
    expect(rowsOf()[3]).toMatchObject({ level: 2, position: 2, siblings: 2, parent: 'phase_1' });
  });
});

describe('keys in the tree', () => {
  const rows = rowsOf();
  it.each([
    ['ArrowDown', 'phase_1', { kind: 'focus', id: 'task_a' }],
    ['ArrowUp', 'phase_1', { kind: 'none' }],
    ['ArrowUp', 'task_b', { kind: 'focus', id: 'task_a_1' }],
    ['Home', 'task_b', { kind: 'focus', id: 'phase_1' }],
    ['End', 'phase_1', { kind: 'focus', id: 'task_b' }],
    ['ArrowRight', 'task_a', { kind: 'focus', id: 'task_a_1' }],
    ['ArrowRight', 'task_b', { kind: 'none' }],
    ['ArrowLeft', 'task_a', { kind: 'close', id: 'task_a' }],
    ['ArrowLeft', 'task_a_1', { kind: 'focus', id: 'task_a' }],
  ] as const)('[UI6] %s on %s', (key, id, move) => {
    expect(moveBy(key, rows, id)).toEqual(move);
  });

  it('[UI6] ArrowRight opens a folded row', () => {
    const folded = rowsOf({ closed: new Set(['task_a']) });
    expect(moveBy('ArrowRight', folded, 'task_a')).toEqual({ kind: 'open', id: 'task_a' });
  });
});
