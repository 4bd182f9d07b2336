// The total tables: for each state and each thing that can happen, where it leads or `null` for
// "cannot happen". A new state or happening does not compile until every cell is filled.
import type { RunStatus, StepStateName } from './state.ts';

export const stepHappenings = [
  'made_ready',
  'leased',
  'started',
  'verified',
  'joined',
  'retried',
  'parked',
  'failed',
  'woken',
  'cancelled',
] as const;
export type StepHappening = (typeof stepHappenings)[number];

type StepRow = { readonly [Happening in StepHappening]: StepStateName | null };

const never: StepRow = {
  made_ready: null,
  leased: null,
  started: null,
  verified: null,
  joined: null,
  retried: null,
  parked: null,
  failed: null,
  woken: null,
  cancelled: null,
};

export const stepTransitions: { readonly [State in StepStateName]: StepRow } = {
  PENDING: { ...never, made_ready: 'READY', joined: 'VERIFIED', cancelled: 'CANCELLED' },
  READY: { ...never, leased: 'LEASED', cancelled: 'CANCELLED' },
  LEASED: {
    ...never,
    started: 'LEASED',
    verified: 'VERIFIED',
    retried: 'READY',
    parked: 'WAITING',
    failed: 'FAILED',
    cancelled: 'CANCELLED',
  },
  DONE: {
    ...never,
    verified: 'VERIFIED',
    retried: 'READY',
    parked: 'WAITING',
    failed: 'FAILED',
    cancelled: 'CANCELLED',
  },
  WAITING: { ...never, woken: 'READY', cancelled: 'CANCELLED' },
  VERIFIED: never,
  FAILED: never,
  SKIPPED: never,
  CANCELLED: never,
  SUPERSEDED: never,
  COMPENSATED: never,
};

export type RunHappening = 'admitted' | 'started' | 'completed' | 'failed' | 'cancelled';

type RunRow = { readonly [Happening in RunHappening]: RunStatus | null };

const over: RunRow = {
  admitted: null,
  started: null,
  completed: null,
  failed: null,
  cancelled: null,
};

export const runTransitions: { readonly [Status in RunStatus]: RunRow } = {
  CREATED: { ...over, admitted: 'QUEUED', cancelled: 'CANCELLED' },
  QUEUED: { ...over, started: 'RUNNING', cancelled: 'CANCELLED' },
  RUNNING: { ...over, completed: 'COMPLETED', failed: 'FAILED', cancelled: 'CANCELLED' },
  COMPLETED: over,
  FAILED: { ...over, started: 'RUNNING', cancelled: 'CANCELLED' },
  CANCELLED: over,
};
