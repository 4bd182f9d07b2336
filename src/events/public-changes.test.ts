// What every type of event says about tasks and run, one line each.
import { describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import { type EventType, eventVersions, type RunEvent } from '../engine/event-types.ts';
import type { Reader } from '../store/store.ts';
import { ReaderNames, toPublicEvent } from './public-event.ts';

/** A run whose task_9 is a person's work. */
const reader = {
  run: async () => ({ head_seq: 1 }),
  humanSteps: async () => ['task_9'],
  agent: async () => ({ name: 'Ada' }),
  content: async () => null,
} as unknown as Reader;

const show = (event: object) =>
  toPublicEvent(reader, new ReaderNames(reader, 'tenant_x'), {
    run: 'exec_00000001',
    seq: 1,
    at: 0,
    ...event,
  } as RunEvent);

const ended = { step: 'task_1', attempt: 1, by: 'agent_a', as: 'failed', class: 'logic', until: 0 };
const by = 'person_a';

type Row = readonly [type: EventType, data: object, changes: Readonly<Record<string, string>>];

const rows: readonly Row[] = [
  ['run.created', { by }, {}],
  ['run.admitted', {}, {}],
  ['run.started', {}, {}],
  ['run.held', { by }, {}],
  ['run.released', { by }, {}],
  ['run.resumed', { by }, {}],
  ['step.started', { step: 'task_1' }, {}],
  ['note.recorded', { by, step: 'task_1' }, {}],
  ['message.sent', { by, step: 'task_1' }, {}],
  ['content.erased', { count: 1 }, {}],
  ['step.leased', { step: 'task_1', holder: 'agent_a' }, { task_1: 'RUNNING' }],
  [
    'step.verified',
    { step: 'task_1', ready: ['task_2', 'task_9'], cancelled: ['task_3'] },
    { task_1: 'COMPLETE', task_2: 'QUEUED', task_3: 'CANCELLED', task_9: 'BLOCKED' },
  ],
  [
    'step.verified',
    { step: 'task_1', ready: [], waiting: [{ step: 'task_2', for: 'event' }] },
    { task_1: 'COMPLETE', task_2: 'BLOCKED' },
  ],
  ['step.skipped', { step: 'task_1', ready: ['task_2'] }, { task_1: 'SKIPPED', task_2: 'QUEUED' }],
  ['group.failed', { step: 'task_1' }, { task_1: 'ERROR' }],
  ['attempt.ended', { ...ended, to: 'READY' }, { task_1: 'QUEUED' }],
  ['attempt.ended', { ...ended, to: 'WAITING' }, { task_1: 'QUEUED' }],
  ['attempt.ended', { ...ended, to: 'WAITING', for: 'answer' }, { task_1: 'BLOCKED' }],
  ['attempt.ended', { ...ended, to: 'FAILED' }, { task_1: 'ERROR' }],
  ['attempt.ended', { ...ended, to: 'CANCELLED' }, { task_1: 'CANCELLED' }],
  ['attempt.ended', { ...ended, to: 'WAITING', for: 'approval' }, { task_1: 'BLOCKED' }],
  [
    'attempt.ended',
    { ...ended, as: 'rejected', to: 'READY', cancelled: ['task_1_c1b'] },
    { task_1: 'QUEUED', task_1_c1b: 'CANCELLED' },
  ],
  ['step.done', { step: 'task_1', attempt: 1, by: 'agent_a' }, {}],
  ['approval.given', { step: 'task_1', digest: '', by, until: 9 }, { task_1: 'QUEUED' }],
  ['approval.refused', { step: 'task_1', digest: '', by }, { task_1: 'ERROR' }],
  ['step.parked', { step: 'task_1', for: 'approval' }, { task_1: 'BLOCKED' }],
  ['budget.set', { by, limits: {} }, {}],
  ['budget.warned', { of: 'money' }, {}],
  ['recovery.chosen', { step: 'task_1', strategy: 'other_worker' }, { task_1: 'QUEUED' }],
  ['recovery.chosen', { step: 'task_1', strategy: 'person' }, { task_1: 'ERROR' }],
  ['step.parked', { step: 'task_1', for: 'capability' }, { task_1: 'BLOCKED' }],
  ['step.woken', { step: 'task_1' }, { task_1: 'QUEUED' }],
  ['step.reopened', { step: 'task_9', by, groups: [] }, { task_9: 'BLOCKED' }],
  ['step.compensated', { step: 'task_1', undo: 'undo_task_1' }, { task_1: 'CANCELLED' }],
  ['run.ending', { by, cancelled: ['task_1'] }, { task_1: 'CANCELLED' }],
  ['run.ended', { as: 'CANCELLED', cancelled: ['task_1'] }, { task_1: 'CANCELLED' }],
  [
    'graph.patched',
    {
      by,
      cause: 'edit',
      added: [leaf('task_4')],
      changed: [leaf('task_1')],
      cancelled: ['task_2'],
      superseded: ['task_3'],
      ready: ['task_4'],
    },
    { task_1: 'QUEUED', task_2: 'CANCELLED', task_3: 'CANCELLED', task_4: 'QUEUED' },
  ],
];

describe('an event as readers see it', () => {
  it.each(rows)('[EV5] %s with %j changes %j', async (type, data, changes) => {
    const shown = await show({ type, data });
    const found = shown.changes.map(({ step_id, state }) => [step_id, state]);
    expect(Object.fromEntries(found)).toEqual(changes);
  });

  it('[EV5] every type has its line here', () => {
    const known = new Set(rows.map(([type]) => type));
    expect([...known].sort()).toEqual(Object.keys(eventVersions).sort());
  });

  it.each([
    ['run.held', { by }, { held: true, run_state: null, actor: by }],
    ['run.released', { by }, { held: false, run_state: null }],
    ['run.resumed', { by }, { held: null, run_state: 'RUNNING' }],
    ['run.ended', { as: 'FAILED', cancelled: [] }, { held: false, run_state: 'FAILED' }],
    ['step.verified', { step: 'task_1', by: '', ready: [] }, { held: null, actor: null }],
    ['step.skipped', { step: 'task_1', by, ready: [] }, { actor: by, actor_name: 'A person' }],
    ['graph.patched', { by, cause: 'created', added: [], ready: [] }, { actor: null }],
    ['graph.patched', { by, cause: 'check', added: [], ready: [] }, { actor: null }],
    ['graph.patched', { by, cause: 'edit', added: [], ready: [] }, { actor: by }],
  ])('[EV5] %s with %j shows %j', async (type, data, shown) => {
    expect(await show({ type, data })).toMatchObject(shown);
  });

  it.each(['output', 'error', 'question', 'answer', 'note', 'message', 'reason', 'proposal'])(
    '[EV5] the text of its %s is shown, erased or not',
    async (name) => {
      const refs = { [name]: { id: 'ct_1', size: 1, digest: '' } };
      const shown = await show({ type: 'note.recorded', data: { by, step: '' }, refs });
      expect(shown.text).toBe('(erased)');
    },
  );
});
