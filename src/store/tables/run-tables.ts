// Runs and their steps: what claims and lists read.
import { integer, table, text } from './table.ts';

export const runTables = {
  runs: table({
    key: { id: text },
    rest: {
      tenant: text,
      kind: text,
      plan: text,
      status: text,
      head_seq: integer,
      head_hash: text,
      created_by: text,
      created_at: integer,
      started_at: integer,
      ended_at: integer,
      changed_at: integer,
      steps_total: integer,
      steps_done: integer,
      /** Since when it is held; 0 if it is not. */
      held_at: integer,
      held_by: text,
      /** The end it is on its way to while it undoes things: COMPLETED, FAILED, CANCELLED or ''. */
      ending: text,
      rev: integer,
      /** Parts per million, the highest so far. */
      progress: integer,
      /** Of notes, messages and files that callers put into it. */
      stored_bytes: integer,
    },
    indexes: {
      runs_stored: '(tenant, stored_bytes) where stored_bytes > 0',
      runs_plan: '(plan)',
      runs_kind: '(tenant, kind, id)',
      runs_open: `(id) where status in ('QUEUED', 'RUNNING')`,
    },
  }),
  steps: table({
    key: { run: text, step: text },
    rest: {
      tenant: text,
      position: integer,
      parent: text,
      performer: text,
      purpose: text,
      action: text,
      tier: integer,
      state: text,
      wait_for: text,
      wait_until: integer,
      attempt: integer,
      attempts_max: integer,
      /** Who holds it, or held it last. */
      holder: text,
      spec: text,
      output: text,
      error: text,
      changed_at: integer,
      /** 0 goes first. */
      urgency: integer,
      /** The order among those that are ready. */
      turn_at: integer,
      failures: integer,
      /** The slot that it needs, by name. */
      slot: text,
      wait_key: text,
      choice: text,
      /** The step that this one compensates. */
      undoes: text,
      /** By when a person should have looked at it; 0 while none has to. */
      person_due: integer,
    },
    indexes: {
      steps_ready: `(performer, tenant, urgency, turn_at, run, position) where state = 'READY'`,
      steps_held: `(holder, tenant) where state = 'LEASED' and performer in ('agent', 'human')`,
      steps_parked: `(performer, tenant, urgency, turn_at, run, position)
        where state = 'WAITING' and wait_for = 'capability'`,
      steps_human: `(run, step) where performer = 'human'`,
      steps_person: '(tenant, person_due, run, position) where person_due > 0',
      steps_unpaid: `(wait_key, urgency, turn_at, run, position)
        where state = 'WAITING' and wait_for = 'budget'`,
    },
  }),
  telemetry: table({
    key: { run: text, step: text },
    rest: { at: integer, progress: integer, note: text },
  }),
  slots: table({
    /** "run/step". */
    key: { place: text },
    rest: { name: text, tenant: text, run: text },
    indexes: { slots_name: '(name)' },
  }),
} as const;

/** What changes of a run beside its status; the rest stays as it was created. */
export const movingOfRuns = [
  'head_seq',
  'head_hash',
  'started_at',
  'ended_at',
  'changed_at',
  'steps_total',
  'steps_done',
  'held_at',
  'held_by',
  'ending',
  'rev',
  'progress',
  'stored_bytes',
] as const satisfies readonly (keyof typeof runTables.runs.rest)[];

/** What changes of a step while its place in the graph stays. */
export const movingOfSteps = [
  'state',
  'wait_for',
  'wait_until',
  'attempt',
  'holder',
  'output',
  'error',
  'changed_at',
  'turn_at',
  'failures',
  'wait_key',
  'choice',
  'person_due',
] as const satisfies readonly (keyof typeof runTables.steps.rest)[];
