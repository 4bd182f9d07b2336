import { describe, expect, it } from 'vitest';
import { finished, sampleTask, sampleTasks, taken } from '../../../test/sdk/sample-run.ts';
import { Board } from './board.ts';
import { clockText, drawBoard } from './draw.ts';

const size = { columns: 80, rows: 24, elapsedMs: 83_000, color: false };

describe('picture of the demo', () => {
  it('[DM2] shows the tree with who works on what', () => {
    const board = new Board(sampleTasks);
    board.apply(taken('task_1_1_a', 'Ada'));
    board.apply(finished('task_1_1_a'));
    board.apply(taken('task_1_1_b', 'Bo', 2));
    const lines = drawBoard(board, size);
    expect(lines[0]).toMatch(/█+░+ {2}1 of 3 {2}33% {2}01:23$/);
    expect(lines).toContain('  ▶ Title of phase_1  1/3');
    expect(lines).toContain('    ▶ Title of task_1_1  1/2  ← Bo ×2');
    expect(lines).toContain('    ○ Title of task_1_2');
    expect(lines.at(-1)).toBe('  Bo takes "Title of task_1_1_b", attempt 2');
  });

  it('[DM2] fits any terminal', () => {
    const phases = Array.from({ length: 6 }, (_, phase) => [
      sampleTask(`phase_${phase}`, { purpose: 'group' }),
      ...Array.from({ length: 9 }, (__, task) =>
        sampleTask(`task_${phase}_${task}`, { parent: `phase_${phase}`, title: 'x'.repeat(300) }),
      ),
    ]);
    const board = new Board(phases.flat());
    board.apply(taken('task_2_3', 'Ada'));
    for (const [columns, rows] of [
      [200, 80],
      [80, 24],
      [40, 12],
    ] as const) {
      const lines = drawBoard(board, { ...size, columns, rows });
      expect(lines.length).toBeLessThanOrEqual(rows);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns);
    }
  });

  it('[DM2] tells time as minutes and seconds', () => {
    expect([0, 59_999, 61_000].map(clockText)).toEqual(['00:00', '00:59', '01:01']);
  });
});
