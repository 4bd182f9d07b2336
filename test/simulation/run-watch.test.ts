// The watch must see what it is there for: each of these logs has one thing in it that may not be.
import { describe, expect, it } from 'vitest';
import type { EventDraft, GraphStep, RunEvent } from '../../src/engine/event-types.ts';
import { group, leaf } from '../support/run-driver.ts';
import { RunWatch } from './run-watch.ts';

const effect = { reversibility: 'compensable', undo: { performer: 'agent', action: 'undo_it' } };

const created = (steps: readonly GraphStep[], ready: readonly string[]): EventDraft => ({
  type: 'graph.patched',
  data: { base_rev: 0, rev: 1, by: 'person_a', cause: 'created', added: steps, ready },
});

const leased = (step: string, attempt = 1, holder = 'agent_a'): EventDraft => ({
  type: 'step.leased',
  data: { step, attempt, holder, lease_ms: 1_000 },
});

const verified = (step: string, by = 'agent_a', change: object = {}): EventDraft => ({
  type: 'step.verified',
  data: { step, attempt: 1, by, check: 'schema', ready: [], ...change },
});

const joined = (step: string): EventDraft => verified(step, '', { attempt: 0, check: 'join' });

const failed = (step: string, attempt: number): EventDraft => ({
  type: 'attempt.ended',
  data: { step, attempt, by: 'agent_a', as: 'failed', class: 'logic', to: 'READY', until: 0 },
});

const held: EventDraft = { type: 'run.held', data: { by: 'person_a' } };

const ending: EventDraft = {
  type: 'run.ending',
  data: { as: 'CANCELLED', by: 'person_a', compensate: 1, cancelled: [], drain_until: 0 },
};

const ended = (as: 'COMPLETED' | 'FAILED' | 'CANCELLED', uncompensated?: string[]): EventDraft => ({
  type: 'run.ended',
  data: { as, cancelled: [], ...(uncompensated ? { uncompensated } : {}) },
});

const undoOf = (steps: readonly string[]): EventDraft => ({
  type: 'graph.patched',
  data: {
    base_rev: 1,
    rev: 2,
    by: 'person_a',
    cause: 'undo',
    added: steps.map((id, index) =>
      leaf(`undo_${id}`, index === 0 ? [] : [`undo_${steps[index - 1]}`], {
        purpose: 'compensation',
        undoes: id,
      }),
    ),
    ready: [`undo_${steps[0]}`],
  },
});

const one = created([leaf('task_1')], ['task_1']);
const chain = created([leaf('task_1'), leaf('task_2', ['task_1'])], ['task_1']);
const effects = [leaf('task_1', [], effect as object), leaf('task_2', [], effect as object)];
const two = created(effects, ['task_1', 'task_2']);
const both = [two, leased('task_1'), leased('task_2'), verified('task_1'), verified('task_2')];
const pair = created(
  [leaf('task_1'), leaf('task_2'), group('group_1', ['task_1', 'task_2'])],
  ['task_1', 'task_2'],
);

function watched(drafts: readonly EventDraft[]): readonly string[] {
  const watch = new RunWatch('exec_watch1');
  for (const [index, draft] of drafts.entries()) {
    watch.take({ ...draft, run: watch.id, seq: index + 1, at: index } as RunEvent);
  }
  return watch.problems;
}

describe('the watch of a run', () => {
  it.each([
    ['one step', [one, leased('task_1'), verified('task_1'), ended('COMPLETED')]],
    ['undo', [...both, ending, undoOf(['task_2', 'task_1'])]],
    ['a join', [pair, leased('task_1'), verified('task_1')]],
  ])('[SI1] finds nothing in a log that is as it should be: %s', (_name, drafts) => {
    expect(watched(drafts)).toEqual([]);
  });

  it.each<[string, readonly EventDraft[]]>([
    ['verified twice', [one, leased('task_1'), verified('task_1'), verified('task_1')]],
    ['is LEASED', [one, leased('task_1'), leased('task_1', 2)]],
    ['but LEASED agent_a 1', [one, leased('task_1'), verified('task_1', 'agent_thief')]],
    ['the run is paused', [one, held, leased('task_1')]],
    ['the run is ending', [one, ending, leased('task_1')]],
    ['attempt after 0', [one, leased('task_1', 2)]],
    ['goes before task_1', [chain, leased('task_2')]],
    ['the run is COMPLETED', [one, leased('task_1'), verified('task_1'), ended('COMPLETED'), held]],
    ['still open: task_1', [one, ended('COMPLETED')]],
    ['FAILED with', [one, leased('task_1'), verified('task_1'), ended('FAILED')]],
    ['joins all with 1 of 2', [pair, leased('task_1'), verified('task_1'), joined('group_1')]],
    ['can still come true', [pair, { type: 'group.failed', data: { step: 'group_1' } }]],
    ['undoes [task_1,task_2]', [...both, ending, undoOf(['task_1', 'task_2'])]],
    ['undoes [task_2]', [...both, ending, undoOf(['task_2'])]],
    ['stands [task_1,task_2]', [...both, ending, ended('CANCELLED', ['task_1'])]],
    [
      'failed 4 times of 3',
      [
        one,
        ...[1, 2, 3, 4].flatMap((attempt) => [
          leased('task_1', attempt),
          failed('task_1', attempt),
        ]),
      ],
    ],
  ])('[SI1] finds "%s"', (what, drafts) => {
    expect(watched(drafts).join('\n')).toContain(what);
  });

  it('[SI1] finds a gap, a time that goes back, and progress that falls', () => {
    const watch = new RunWatch('exec_watch1');
    const note = { type: 'run.admitted', data: {}, run: watch.id } as const;
    watch.take({ ...note, seq: 2, at: 9 });
    watch.take({ ...note, seq: 3, at: 8 });
    watch.takeProgress(500, 1, 2);
    watch.takeProgress(400, 1, 2);
    expect(watch.problems).toEqual([
      expect.stringContaining('follows undefined'),
      expect.stringContaining('older'),
      'progress fell to 400',
    ]);
  });
});
