import { describe, expect, it } from 'vitest';
import type { PublicEvent, TaskState } from '../../../src/contract/executions.ts';
import { boardOf, type StepsSeen, stageTitle, withEvent } from './stage-board.ts';

let seq = 0;
const event = (changes: readonly (readonly [string, TaskState])[]): PublicEvent => {
  seq += 1;
  return {
    ...{ run_id: 'gen_1', seq, type: 'step.leased', step_id: null, actor: null, actor_name: null },
    ...{ attempt: null, run_state: null, held: null, text: null },
    at: `2026-11-16T10:00:${String(seq % 60).padStart(2, '0')}Z`,
    changes: changes.map(([step_id, state]) => ({ step_id, state })),
  };
};
const after = (...all: readonly (readonly (readonly [string, TaskState])[])[]): StepsSeen =>
  all.reduce<StepsSeen>((seen, changes) => withEvent(seen, event(changes)), new Map());

const making = { detail: 'standard' } as const;
const card = (seen: StepsSeen, name: string, how: Parameters<typeof boardOf>[1] = making) =>
  boardOf(seen, how)
    .flatMap(({ cards }) => cards)
    .find((one) => one.name === name);

describe('the board of stages', () => {
  it('[UI19] has all stages of a plan of that detail before anything began', () => {
    const columns = boardOf(new Map(), making);
    expect(columns.map(({ title }) => title)).toEqual([
      ...['Understand', 'Strategy', 'Basis', 'Shape', 'Schedule', 'Challenge', 'Deliver'],
    ]);
    expect(columns.every(({ done }) => done === 0)).toBe(true);
    expect(card(new Map(), 'experts')?.state).toBe('QUEUED');
    expect(card(new Map(), 'experts', { detail: 'brief' })).toBeUndefined();
  });

  it('[UI19] shows a draft of earlier versions by the stages that it had', () => {
    const seen = after([
      ['stage_facts', 'COMPLETE'],
      ['stage_playbook', 'COMPLETE'],
      ['stage_tasks', 'COMPLETE'],
      ['stage_plan', 'COMPLETE'],
    ]);
    const columns = boardOf(seen, making);
    expect(columns.map(({ title }) => title)).toEqual(['Understand', 'Own', 'Deliver']);
    expect(columns.every(({ done, cards }) => done === cards.length)).toBe(true);
  });

  it('[UI19] follows a stage from its start to its end', () => {
    const begun = after([['stage_lever_triage', 'RUNNING']]);
    expect(card(begun, 'lever-triage')).toMatchObject({ state: 'RUNNING', tries: 1, endedAt: '' });
    const over = withEvent(begun, event([['stage_lever_triage', 'COMPLETE']]));
    const done = card(over, 'lever-triage');
    expect(done?.state).toBe('COMPLETE');
    expect(Date.parse(done?.endedAt ?? '')).toBeGreaterThan(Date.parse(done?.startedAt ?? ''));
  });

  it('[UI19] folds parts into their stage, and tells near names apart', () => {
    const seen = after(
      [
        ['stage_premise_parts_fone', 'RUNNING'],
        ['stage_premise_parts_ftwo', 'RUNNING'],
      ],
      [['stage_premise_parts_fone', 'COMPLETE']],
    );
    expect(card(seen, 'premise')).toMatchObject({ state: 'RUNNING', parts: 2, partsDone: 1 });
    expect(card(seen, 'premises')?.state).toBe('QUEUED');
    const waits = withEvent(seen, event([['stage_premise_parts_ftwo', 'QUEUED']]));
    expect(card(waits, 'premise')?.state).toBe('RUNNING');
  });

  it('[UI19] counts tries, and shows a failed part until it runs again', () => {
    const failed = after(
      [['stage_levers_parts_fa', 'RUNNING']],
      [['stage_levers_parts_fa', 'ERROR']],
    );
    expect(card(failed, 'levers')?.state).toBe('ERROR');
    const again = withEvent(failed, event([['stage_levers_parts_fa', 'RUNNING']]));
    expect(card(again, 'levers')).toMatchObject({ state: 'RUNNING', tries: 2 });
  });

  it('[UI19] shows stages that were added to a plan, before the last group', () => {
    const columns = boardOf(after([['stage_tax_check', 'RUNNING']]), making);
    expect(columns.at(-2)).toMatchObject({ title: 'Own', cards: [{ title: 'Tax check' }] });
  });

  it('[UI19] takes steps of no stage for nothing', () => {
    expect(boardOf(after([['other_step', 'RUNNING']]), making)).toHaveLength(7);
    expect(stageTitle('mend-1')).toBe('Assumptions and risks, checked');
    expect(stageTitle('tax-check')).toBe('Tax check');
  });
});
