// A run's state: the fold of its events, owned by one holder and updated in place by `apply`
// (copying 10,000 steps for each event would cost milliseconds).
import type { ContentRef, GraphStep, RunEnding, RunKind, WaitReason } from './event-types.ts';

export const stepStates = [
  'PENDING',
  'READY',
  'LEASED',
  'DONE',
  'WAITING',
  'VERIFIED',
  'FAILED',
  'SKIPPED',
  'CANCELLED',
  'SUPERSEDED',
  'COMPENSATED',
] as const;
export type StepStateName = (typeof stepStates)[number];

export const runStatuses = [
  'CREATED',
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export type RunStatus = (typeof runStatuses)[number];

export interface Lease {
  readonly holder: string;
  readonly attempt: number;
  readonly leasedAt: number;
  readonly leaseMs: number;
}

export interface Step {
  readonly def: GraphStep;
  readonly spec: ContentRef | null;
  readonly successors: string[];
  /** Order of birth, which is the order people read. */
  readonly position: number;
  /** Needs that are not satisfied yet. */
  missing: number;
  state: StepStateName;
  wait: { readonly for: WaitReason; readonly until: number } | null;
  attempt: number;
  lease: Lease | null;
  /** Who had it last, for readers; empty until the first lease. */
  lastHolder: string;
  output: ContentRef | null;
  error: ContentRef | null;
  changedAt: number;
}

export interface RunState {
  readonly id: string;
  seq: number;
  hash: string;
  at: number;
  kind: RunKind;
  planId: string;
  tenant: string;
  createdBy: string;
  createdAt: number;
  machine: number;
  status: RunStatus;
  hold: { readonly by: string; readonly at: number } | null;
  ending: { readonly as: RunEnding; readonly compensate: boolean } | null;
  rev: number;
  startedAt: number;
  endedAt: number;
  erased: number;
  readonly steps: Map<string, Step>;
  /** Leaves only: groups are sums of their children. */
  leavesTotal: number;
  leavesVerified: number;
  /** Steps that are READY, LEASED, DONE or WAITING: those that can still move by themselves. */
  active: number;
}

export function emptyRun(id: string, hash: string): RunState {
  return {
    id,
    seq: 0,
    hash,
    at: 0,
    kind: 'execution',
    planId: '',
    tenant: '',
    createdBy: '',
    createdAt: 0,
    machine: 0,
    status: 'CREATED',
    hold: null,
    ending: null,
    rev: 0,
    startedAt: 0,
    endedAt: 0,
    erased: 0,
    steps: new Map(),
    leavesTotal: 0,
    leavesVerified: 0,
    active: 0,
  };
}

export const isGroup = (step: Step): boolean => step.def.purpose === 'group';

export const runIsOver = (status: RunStatus): boolean =>
  status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED';

export const stepIsActive = (state: StepStateName): boolean =>
  state === 'READY' || state === 'LEASED' || state === 'DONE' || state === 'WAITING';
