import { describe, expect, it } from 'vitest';
import { sampleTasks, taken } from '../../../test/sdk/sample-run.ts';
import { Board } from './board.ts';
import { createScreen } from './screen.ts';

function paper(isTTY: boolean) {
  const written: string[] = [];
  const output = { isTTY, columns: 80, rows: 24, write: (text: string) => written.push(text) };
  return { output, text: () => written.join('') };
}

describe('screen of the demo', () => {
  it('[DM2] writes plain lines with the time when it is no terminal', () => {
    const { output, text } = paper(false);
    let nowMs = 1_000;
    const screen = createScreen(output, false, () => nowMs);
    const board = new Board(sampleTasks);
    screen.say('Hello');
    nowMs = 13_000;
    screen.update(board, board.apply(taken('task_1_2', 'Ada')));
    screen.end();
    expect(text()).toBe('Hello\n[00:12] Ada takes "Title of task_1_2"\n');
  });

  it('[DM2] redraws in place on a terminal and leaves the last picture', () => {
    const { output, text } = paper(true);
    const screen = createScreen(output, false, () => 0);
    const board = new Board(sampleTasks);
    screen.update(board, []);
    screen.say('Above');
    const before = text();
    screen.end();
    const height = before.split('\n').length - 2;
    expect(before.startsWith('Above\n')).toBe(true);
    expect(text().slice(before.length).startsWith(`\u001b[${height}A\u001b[0J`)).toBe(true);
    expect(text().endsWith('\n')).toBe(true);
  });

  it('[DM3] is silent with --json', () => {
    const { output, text } = paper(true);
    const screen = createScreen(output, true, () => 0);
    screen.say('Hello');
    screen.update(new Board(sampleTasks), ['x']);
    screen.end();
    expect(text()).toBe('');
  });
});
