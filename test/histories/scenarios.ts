// The lives of runs that the stored histories show; between them they use every command and every
// event. A new one is a line in the table: `node scripts/make-history.ts NAME` then stores it.
import type { Command, Patch } from '../../src/engine/commands.ts';
import type { GraphStep } from '../../src/engine/event-types.ts';
import { type HistoryRun, person, worker } from '../support/history-run.ts';
import { leaf } from '../support/run-driver.ts';
import { lateResults } from './late-results.ts';

type Scenario = (run: HistoryRun) => void;

const groupOf = (id: string, needs: readonly string[], change: Partial<GraphStep> = {}) =>
  leaf(id, needs, { performer: 'engine', purpose: 'group', action: 'group', ...change });

const memberOf = (parent: string, id: string, change: Partial<GraphStep> = {}) =>
  leaf(id, [], { parent, ...change });

function patchOf(run: HistoryRun, patch: Partial<Patch> & Pick<Patch, 'cause'>): Command {
  const added = patch.added ?? [];
  const specs = run.specs([...added, ...(patch.changed ?? [])]);
  return { type: 'patch', by: person, baseRev: run.state.rev, ...patch, added, specs };
}

function chain(run: HistoryRun): void {
  run.create([
    leaf('task_1'),
    leaf('gate_1', ['task_1'], {
      performer: 'engine',
      purpose: 'checkpoint',
      action: 'checkpoint',
    }),
    leaf('task_2', ['gate_1'], { performer: 'human', tier: 3 }),
  ]);
  const held = run.lease('task_1');
  run.do({ type: 'start', ...held, reportedAt: run.nowMs - 5 });
  const note = run.text('half of it is there');
  run.do({ type: 'note', by: worker, step: 'task_1', kind: 'report', reportedAt: 0, note });
  const message = run.text('Which color?');
  run.do({
    type: 'message',
    by: worker,
    to: person,
    step: 'task_1',
    thread: 'thread_1',
    message,
  });
  run.complete('task_1');
  run.lease('task_2', person);
  run.complete('task_2');
}

function retries(run: HistoryRun): void {
  run.create([leaf('task_1'), leaf('task_2', ['task_1'])]);
  run.fail('task_1', 'transient');
  run.wake('task_1');
  run.fail('task_1', 'rate_limit');
  run.do({ type: 'retry', step: 'task_1', by: person });
  run.fail('task_1', 'logic');
  run.do({ type: 'resume', by: person });
  run.complete('task_1');
  run.fail('task_2', 'policy');
  run.do({ type: 'retry', step: 'task_2', by: person });
  run.complete('task_2');
}

function lostLease(run: HistoryRun): void {
  run.create([leaf('task_1'), leaf('task_2', ['task_1'])]);
  const held = run.lease('task_1');
  run.nowMs += 60_000;
  run.do({ type: 'expire', step: held.step, attempt: held.attempt });
  const given = run.lease('task_1', 'agent_history2');
  run.do({ type: 'release', ...given });
  run.complete('task_1');
  run.lease('task_2');
  run.do({ type: 'expire', step: 'task_2', attempt: 1 });
  run.lease('task_2', 'agent_history2');
  run.complete('task_2');
}

/** One of two, two of three, the best of two, and all of two where one fails at first. */
function joins(run: HistoryRun): void {
  const once = { attempts_max: 1 };
  run.create([
    memberOf('any_1', 'task_a1'),
    memberOf('any_1', 'task_a2'),
    groupOf('any_1', ['task_a1', 'task_a2'], { join: 'any' }),
    memberOf('some_1', 'task_b1'),
    memberOf('some_1', 'task_b2'),
    memberOf('some_1', 'task_b3'),
    groupOf('some_1', ['task_b1', 'task_b2', 'task_b3'], { join: 2 }),
    memberOf('best_1', 'task_c1', once),
    memberOf('best_1', 'task_c2'),
    groupOf('best_1', ['task_c1', 'task_c2'], { join: 'best' }),
    memberOf('all_1', 'task_d1', once),
    memberOf('all_1', 'task_d2'),
    groupOf('all_1', ['task_d1', 'task_d2']),
    leaf('task_end', ['any_1', 'some_1', 'best_1', 'all_1']),
  ]);
  run.lease('task_a2', 'agent_history2');
  for (const step of ['task_a1', 'task_b3', 'task_b1', 'task_c2']) run.complete(step);
  run.fail('task_c1');
  run.fail('task_d1');
  run.complete('task_d2');
  run.do({ type: 'retry', step: 'task_d1', by: person });
  run.complete('task_d1');
  run.complete('task_end');
}

function branches(run: HistoryRun): void {
  const decision = { purpose: 'decision', action: 'choose' } as const;
  run.create([
    leaf('choose_1', [], decision),
    leaf('task_left', ['choose_1'], { when: { step: 'choose_1', is: 'left' } }),
    leaf('task_right', ['choose_1'], { when: { step: 'choose_1', is: 'right' } }),
    leaf('task_after', ['task_right']),
    leaf('task_end', ['task_left', 'task_after']),
  ]);
  run.complete('choose_1', 'left');
  run.complete('task_left');
  run.do({ type: 'skip', step: 'task_after', by: person });
  run.complete('task_end');
}

/** A step finds out what there is to do; the rounds of a loop are added one by one. */
function growth(run: HistoryRun): void {
  run.create([
    memberOf('group_1', 'task_1'),
    groupOf('group_1', ['task_1'], { rounds_max: 2 }),
    leaf('task_end', ['group_1']),
  ]);
  run.lease('task_1');
  const parts = ['group_1_f1', 'group_1_f2'].map((id) => memberOf('group_1', id));
  run.do(
    patchOf(run, {
      cause: 'fan_out',
      by: worker,
      added: parts,
      extend: [{ group: 'group_1', needs: parts.map(({ id }) => id) }],
    }),
    run.completion('task_1'),
  );
  run.complete('group_1_f1');
  const round = leaf('group_1_l1', ['group_1_f2'], { parent: 'group_1' });
  run.lease('group_1_f2');
  run.do(
    patchOf(run, {
      cause: 'loop',
      by: worker,
      added: [round],
      extend: [{ group: 'group_1', needs: [round.id] }],
      roundOf: 'group_1',
    }),
    run.completion('group_1_f2'),
  );
  run.complete('group_1_l1');
  run.complete('task_end');
}

/** A person changes the graph: under a worker's hands, around one, in place of a failed step. */
function edits(run: HistoryRun): void {
  run.create([
    leaf('task_1'),
    leaf('task_2'),
    leaf('task_3', ['task_1', 'task_2']),
    memberOf('group_1', 'task_4'),
    memberOf('group_1', 'task_5'),
    groupOf('group_1', ['task_4', 'task_5']),
    leaf('task_6'),
  ]);
  run.lease('task_1');
  const changed = [leaf('task_1', [], { action: 'draw_picture' })];
  run.do(patchOf(run, { cause: 'edit', changed }), { type: 'settle' });
  run.lease('task_4');
  run.do(patchOf(run, { cause: 'edit', cancelled: ['task_5'] }), { type: 'settle' });
  const more = [memberOf('group_1', 'task_7')];
  const extend = [{ group: 'group_1', needs: ['task_7'] }];
  run.do(patchOf(run, { cause: 'edit', added: more, extend }), { type: 'settle' });
  const kept = [memberOf('group_1', 'task_4', { action: 'sing' })];
  run.do(patchOf(run, { cause: 'edit', changed: kept, letFinish: true }), { type: 'settle' });
  run.complete('task_1');
  run.do(patchOf(run, { cause: 'edit', cancelled: ['group_1'], letFinish: true }));
  run.do(patchOf(run, { cause: 'edit', cancelled: ['task_4'] }), { type: 'settle' });
  run.fail('task_2', 'policy');
  const other = leaf('task_2_a1', [], { action: 'ask_around', replaces: 'task_2' });
  run.do(patchOf(run, { cause: 'alternate', added: [other] }), { type: 'settle' });
  run.complete('task_2_a1');
  const again = leaf('task_1_r1', [], { replaces: 'task_1' });
  run.do(patchOf(run, { cause: 'revision', added: [again] }), { type: 'settle' });
  run.complete('task_1_r1');
  run.complete('task_3');
  run.complete('task_6');
}

function pauses(run: HistoryRun): void {
  run.create([leaf('task_1'), leaf('task_2', ['task_1'])]);
  run.lease('task_1');
  run.do({ type: 'hold', by: person });
  run.complete('task_1');
  run.nowMs += 3_600_000;
  run.do({ type: 'unhold', by: person });
  run.complete('task_2');
}

const undoable = (id: string, needs: readonly string[] = []): GraphStep =>
  leaf(id, needs, {
    reversibility: 'compensable',
    undo: { performer: 'agent', action: 'take_back' },
  });

/** Two things are undone in reverse; the second only after a person had a look. */
function undo(run: HistoryRun): void {
  run.create([
    undoable('task_1'),
    undoable('task_2', ['task_1']),
    leaf('task_3', ['task_1'], { reversibility: 'irreversible' }),
    leaf('task_4', ['task_2', 'task_3']),
  ]);
  run.complete('task_1');
  run.complete('task_3');
  run.lease('task_2');
  run.do({ type: 'cancel', by: person, compensate: true, drainMs: 30_000 });
  run.nowMs += 30_000;
  run.do({ type: 'expire', step: 'task_2', attempt: 1 });
  run.complete('undo_task_2');
  for (let count = 0; count < 5; count += 1) run.fail('undo_task_1', 'data');
  const answer = run.text('Try it at the other counter.');
  run.do({ type: 'resolve', for: 'answer', step: 'undo_task_1', by: person, answer });
  run.complete('undo_task_1');
}

function cancelAtOnce(run: HistoryRun): void {
  run.create([undoable('task_1'), leaf('task_2'), leaf('task_3', ['task_2'])]);
  run.lease('task_1');
  run.lease('task_2');
  run.do({ type: 'cancel', by: person, compensate: false, drainMs: 0 });
}

function kill(run: HistoryRun): void {
  run.create([undoable('task_1'), undoable('task_2', ['task_1'])]);
  run.complete('task_1');
  run.lease('task_2');
  run.do({ type: 'kill', by: person });
}

function erased(run: HistoryRun): void {
  run.create([leaf('task_1'), leaf('task_2', ['task_1'])]);
  run.complete('task_1');
  run.lease('task_2');
  const erase = { owners: [run.place.run], at: run.nowMs };
  run.commit([{ type: 'erase', count: run.contents.length }], { erase });
}

function questions(run: HistoryRun): void {
  run.create([leaf('task_1')]);
  const held = run.lease('task_1');
  run.do({ type: 'ask', ...held, question: run.text('How many guests?') });
  run.nowMs += 86_400_000;
  const answer = run.text('Forty.');
  run.do({ type: 'resolve', for: 'answer', step: 'task_1', by: person, answer });
  run.complete('task_1');
}

/** For a date, for something outside, and for somebody who can do it. */
function waits(run: HistoryRun): void {
  const outside = { wait: { for: 'event', key: 'shipment' } } as const;
  run.create([
    leaf('task_1', [], { wait: { for: 'time', delay_ms: 60_000 } }),
    leaf('task_2', [], outside),
    leaf('task_3', ['task_1'], outside),
    leaf('task_4', ['task_2', 'task_3'], { action: 'weld' }),
    leaf('task_5', ['task_4'], { wait: { for: 'time', until: run.nowMs + 200_000 } }),
  ]);
  run.wake('task_1');
  run.complete('task_1');
  run.do({ type: 'resolve', for: 'event', key: 'shipment', by: person });
  run.complete('task_2');
  run.complete('task_3');
  run.nowMs += 1_800_000;
  run.do({ type: 'park', for: 'capability', step: 'task_4' });
  run.complete('task_4');
  run.complete('task_5');
}

function skips(run: HistoryRun): void {
  run.create([
    leaf('task_1'),
    leaf('task_2', ['task_1'], { attempts_max: 1 }),
    leaf('task_3', ['task_2']),
  ]);
  run.lease('task_1');
  run.do({ type: 'skip', step: 'task_1', by: person });
  run.lease('task_2');
  run.fail('task_2');
  run.do(
    { type: 'retry', step: 'task_2', by: person },
    { type: 'skip', step: 'task_2', by: person },
  );
  run.complete('task_3');
}

function manyNotes(run: HistoryRun): void {
  run.create([leaf('task_1')]);
  run.lease('task_1');
  for (let count = 1; count <= 1_000; count += 1) {
    const note = run.text(`note ${count}`);
    run.do({ type: 'note', by: worker, step: 'task_1', kind: 'report', reportedAt: count, note });
    run.nowMs += 1_000;
  }
  run.complete('task_1');
}

/** A claim that is rejected, one that its checks accept, and one that a person accepts. */
function checks(run: HistoryRun): void {
  const check = (key: string) =>
    ({ key, performer: 'tool', action: 'check_it', attempts_max: 2, timeout_ms: 60_000 }) as const;
  run.create([
    leaf('task_1', [], { checks: [check('tests'), check('lint')] }),
    leaf('task_2', ['task_1'], { checks: [check('tests')] }),
  ]);
  run.complete('task_1');
  run.lease('task_1_c1tests', 'agent_history2');
  run.complete('task_1_c1tests', 'reject');
  run.complete('task_1');
  run.fail('task_1_c2lint', 'logic', 'agent_history2');
  run.lease('task_1_c2lint', 'agent_history2');
  run.complete('task_1_c2lint', 'accept');
  run.lease('task_1_c2tests', 'agent_history2');
  run.complete('task_1_c2tests', 'accept');
  run.complete('task_2');
  run.do({ type: 'accept', step: 'task_2', by: person, reason: run.text('good enough') });
}

/** Approved, run out, refused, and a proposal of its worker that is approved. */
function approvals(run: HistoryRun): void {
  const approval = { lasts_ms: 60_000 };
  const word = (step: string, isApproved: boolean): Command => {
    const digest = run.state.steps.get(step)?.wait?.key ?? '';
    return { type: 'approve', step, digest, by: person, isApproved };
  };
  run.create([
    leaf('task_1', [], { tier: 2, approval }),
    leaf('task_2', [], { tier: 2, approval, wait: { for: 'event', key: 'rain' } }),
    leaf('task_3'),
  ]);
  run.do(word('task_1', true));
  run.nowMs += 60_000;
  run.do({ type: 'wake', step: 'task_1' });
  run.do(word('task_1', true));
  run.complete('task_1');
  run.do({ type: 'resolve', for: 'event', key: 'rain', by: person });
  run.do({ ...word('task_2', false), reason: run.text('too dear') } as Command);
  run.do({ type: 'retry', step: 'task_2', by: person });
  run.do(word('task_2', true));
  run.complete('task_2');
  run.do({ type: 'propose', ...run.lease('task_3'), proposal: run.text('{"to":"all"}') });
  run.do(word('task_3', true));
  run.complete('task_3');
}

/** Paid, too dear, warned of, and paid again after somebody gave more. */
function budget(run: HistoryRun): void {
  run.create(
    [
      leaf('task_1', [], { cost: { money: 60, calls: 1 } }),
      leaf('task_2', [], { cost: { money: 60 } }),
      leaf('task_3', ['task_2'], { cost: { tokens: 5 } }),
    ],
    { money: 100, calls: 5 },
  );
  const held = run.lease('task_1');
  run.do({ type: 'park', step: 'task_2', for: 'budget' });
  const output = run.text('{"done":1}');
  run.do(
    { type: 'complete', ...held, output, usage: { money: 85, calls: 1 } },
    { type: 'account' },
  );
  run.do({ type: 'fund', by: person, limits: { money: 200 } }, { type: 'account' });
  run.complete('task_2');
  run.do({ type: 'park', step: 'task_3', for: 'budget' });
  run.do({ type: 'fund', by: person, limits: {} }, { type: 'account' });
  run.complete('task_3');
}

/** Another worker, an alternate, a helper who does nothing, and the watchdog. */
function recovery(run: HistoryRun): void {
  const ladder = [
    { strategy: 'other_worker' },
    { strategy: 'replan', performer: 'agent' },
    { strategy: 'alternate', performer: 'agent', action: 'use_form' },
  ] as const;
  run.create([leaf('task_1', [], { attempts_max: 1, recovery: ladder })], { stall_attempts: 3 });
  const recover: Command = { type: 'recover', step: 'task_1' };
  run.fail('task_1');
  run.do(recover);
  run.fail('task_1', 'logic', 'agent_history2');
  run.do(recover);
  run.complete('task_1_h2');
  run.do(recover, { type: 'settle' });
  run.complete('task_1_ar3');
}

/** What the parent has done is inherited; the engine plays the rest. */
function fork(run: HistoryRun): void {
  const played = { performer: 'engine', action: 'simulate' } as const;
  const steps = [leaf('task_1', [], played), leaf('task_2', ['task_1'], played)];
  run.create(steps, undefined, 'exec_parent1');
  run.do({ type: 'inherit', step: 'task_1', output: run.text('{"found":1}') });
  run.complete('task_2');
}

function watchdog(run: HistoryRun): void {
  run.create([leaf('task_1')], { stall_attempts: 1 });
  run.fail('task_1');
  run.do({ type: 'watch' });
  run.do({ type: 'unhold', by: person });
  run.complete('task_1');
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  chain,
  retries,
  'lost-lease': lostLease,
  'late-results': lateResults,
  joins,
  branches,
  growth,
  edits,
  pauses,
  undo,
  'cancel-at-once': cancelAtOnce,
  kill,
  erased,
  questions,
  waits,
  skips,
  'many-notes': manyNotes,
  checks,
  approvals,
  budget,
  recovery,
  watchdog,
  fork,
};
