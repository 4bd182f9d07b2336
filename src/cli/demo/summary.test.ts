import { describe, expect, it } from 'vitest';
import {
  finished,
  returned,
  sampleEvent,
  sampleTasks,
  taken,
} from '../../../test/sdk/sample-run.ts';
import { Board } from './board.ts';
import { summarize, summaryLines } from './summary.ts';

const facts = (board: Board, heldStep: string | null) => ({
  board,
  victim: { name: 'Bo', heldStep },
  planId: 'plan_00000001',
  executionId: 'exec_00000001',
  link: 'http://127.0.0.1:1/#/executions/exec_00000001',
  elapsedMs: 31_250,
  blocked: [],
  approvals: 2,
});

describe('summary of the demo', () => {
  it('[DM3] is a success only when the execution COMPLETED', () => {
    const board = new Board(sampleTasks);
    expect(summarize(facts(board, null))).toMatchObject({ ok: false, state: 'QUEUED' });
    board.apply(sampleEvent({ run_state: 'FAILED' }));
    expect(summarize(facts(board, null))).toMatchObject({ ok: false, state: 'FAILED' });
    board.apply(sampleEvent({ run_state: 'COMPLETED' }));
    const summary = summarize(facts(board, null));
    expect(summary).toMatchObject({ ok: true, schema_version: 1, elapsed_ms: 31_250 });
    expect(summaryLines(summary)[1]).toBe('COMPLETED in 31.3 s');
    expect(summaryLines(summary).join('\n')).toContain('2 approval(s)');
  });

  it('[DM3] says that a task was rescued only when another finished it', () => {
    const board = new Board(sampleTasks);
    board.apply(taken('task_1_1_a', 'Bo'));
    expect(summarize(facts(board, 'task_1_1_a')).killed_agent_recovered).toBe(false);
    board.apply(returned('task_1_1_a', null));
    board.apply(taken('task_1_1_a', 'Ada', 2));
    board.apply(finished('task_1_1_a'));
    const summary = summarize(facts(board, 'task_1_1_a'));
    expect(summary).toMatchObject({
      killed_agent_recovered: true,
      retries: 1,
      done_by: { Ada: 1 },
    });
    expect(summaryLines(summary).join('\n')).toContain('another agent finished it');
  });
});
