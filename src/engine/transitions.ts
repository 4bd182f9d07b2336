// The total tables: for each state and each thing that can happen, where it leads or `null` for
// "cannot happen". A new state or happening does not compile until every cell is filled.
import type { RunStatus, StepStateName } from './state.ts';

export const stepHappenings = [
  'made_ready',
  'made_waiting',
  'leased',
  'started',
  'done',
  'verified',
  'accepted',
  'inherited',
  'joined',
  'skipped',
  'retried',
  'parked',
  'failed',
  'unjoinable',
  'woken',
  'refused',
  'cancelled',
  'superseded',
  'changed',
  'reopened',
  'group_reopened',
  'compensated',
] as const;
export type StepHappening = (typeof stepHappenings)[number];

type StepRow = { readonly [Happening in StepHappening]: StepStateName | null };

const never: StepRow = {
  made_ready: null,
  made_waiting: null,
  leased: null,
  started: null,
  done: null,
  verified: null,
  accepted: null,
  inherited: null,
  joined: null,
  skipped: null,
  retried: null,
  parked: null,
  failed: null,
  unjoinable: null,
  woken: null,
  refused: null,
  cancelled: null,
  superseded: null,
  changed: null,
  reopened: null,
  group_reopened: null,
  compensated: null,
};

/** What may happen to a step that nobody holds and that is not at its end. */
const unheld: Partial<StepRow> = {
  inherited: 'VERIFIED',
  skipped: 'SKIPPED',
  cancelled: 'CANCELLED',
  superseded: 'SUPERSEDED',
  changed: 'PENDING',
};

const held: Partial<StepRow> = {
  verified: 'VERIFIED',
  retried: 'READY',
  parked: 'WAITING',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
};

export const stepTransitions: { readonly [State in StepStateName]: StepRow } = {
  PENDING: {
    ...never,
    ...unheld,
    made_ready: 'READY',
    made_waiting: 'WAITING',
    joined: 'VERIFIED',
    unjoinable: 'FAILED',
  },
  READY: { ...never, ...unheld, leased: 'LEASED', parked: 'WAITING', accepted: 'VERIFIED' },
  LEASED: { ...never, ...held, started: 'LEASED', done: 'DONE' },
  DONE: { ...never, ...held, accepted: 'VERIFIED' },
  WAITING: { ...never, ...unheld, woken: 'READY', refused: 'FAILED', accepted: 'VERIFIED' },
  VERIFIED: { ...never, compensated: 'COMPENSATED' },
  FAILED: {
    ...never,
    skipped: 'SKIPPED',
    superseded: 'SUPERSEDED',
    changed: 'PENDING',
    reopened: 'READY',
    group_reopened: 'PENDING',
    cancelled: 'CANCELLED',
    compensated: 'COMPENSATED',
  },
  SKIPPED: { ...never, compensated: 'COMPENSATED' },
  CANCELLED: { ...never, compensated: 'COMPENSATED' },
  SUPERSEDED: { ...never, compensated: 'COMPENSATED' },
  COMPENSATED: never,
};

export const runHappenings = [
  'admitted',
  'started',
  'ending',
  'resumed',
  'completed',
  'failed',
  'cancelled',
] as const;
export type RunHappening = (typeof runHappenings)[number];

type RunRow = { readonly [Happening in RunHappening]: RunStatus | null };

const over: RunRow = {
  admitted: null,
  started: null,
  ending: null,
  resumed: null,
  completed: null,
  failed: null,
  cancelled: null,
};

export const runTransitions: { readonly [Status in RunStatus]: RunRow } = {
  CREATED: { ...over, admitted: 'QUEUED', cancelled: 'CANCELLED' },
  QUEUED: {
    ...over,
    started: 'RUNNING',
    ending: 'QUEUED',
    completed: 'COMPLETED',
    failed: 'FAILED',
    cancelled: 'CANCELLED',
  },
  RUNNING: {
    ...over,
    ending: 'RUNNING',
    completed: 'COMPLETED',
    failed: 'FAILED',
    cancelled: 'CANCELLED',
  },
  COMPLETED: over,
  FAILED: { ...over, ending: 'RUNNING', resumed: 'RUNNING', cancelled: 'CANCELLED' },
  CANCELLED: over,
};
