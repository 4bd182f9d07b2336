// A run's state: the fold of its events, owned by one holder and updated in place by `apply`
// (copying 10,000 steps for each event would cost milliseconds).
import type {
  Amounts,
  Budget,
  ContentRef,
  GraphStep,
  RunEnding,
  RunKind,
  WaitReason,
} from './event-types.ts';

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
  /** 0 for an assignment, which does not run out. */
  readonly leaseMs: number;
  /** Until its holder shows the token the lease is this short; 0 if the holder did not offer that. */
  readonly ackMs: number;
  readonly reserve: Amounts | null;
}

/** An attempt whose lease ran out, and what it was charged. Its result may still come. */
export interface Lapsed {
  readonly attempt: number;
  readonly spent: Amounts | null;
}

export interface Step {
  def: GraphStep;
  spec: ContentRef | null;
  readonly successors: string[];
  /** Steps whose parent it is. */
  readonly children: string[];
  /** Order of birth, which is the order people read. */
  readonly position: number;
  /** Needs that are not satisfied yet. */
  missing: number;
  /** Of a group: members that failed or were cancelled. */
  lost: number;
  /** Of a group: how often a loop went round. */
  rounds: number;
  /** How often its definition changed, counted from 1. */
  revision: number;
  /** The graph's revision that touched it last. */
  graphRev: number;
  state: StepStateName;
  wait: StepWaitState | null;
  attempt: number;
  /** Attempts that failed, were rejected or lost; those that were parked or revoked do not count. */
  failures: number;
  /** Attempts in a row that ended because nobody showed their token. */
  unheard: number;
  lease: Lease | null;
  /** Null as soon as anything else happens to the step. */
  lapsed: Lapsed | null;
  /** Number of the event of its first lease; 0 if nobody ever had it. */
  firstLeasedSeq: number;
  /** Who had it last, for readers; empty until the first lease. */
  lastHolder: string;
  /** What a decision chose. */
  choice: string;
  /** What its worker handed in last, accepted or not; only where there are checks. */
  claim: ContentRef | null;
  output: ContentRef | null;
  error: ContentRef | null;
  /** Exactly what its worker wants to do, and a person is to approve. */
  proposal: ContentRef | null;
  approval: Approval | null;
  /** Rungs of its ladder that were taken, and how often it got all its attempts anew. */
  recoveries: number;
  grants: number;
  /** Who does not get it again before that time. */
  barred: { readonly holder: string; readonly until: number } | null;
  /** The newest answer to a question of its worker. */
  answer: ContentRef | null;
  /** What those who held it put into the run; null for nothing. */
  stored: Stored | null;
  /** Its place among the ready: a run that has many waits with the later ones. */
  turnAt: number;
  changedAt: number;
}

/** Counts for what it was given for, by digest, and until then. */
export interface Approval {
  readonly digest: string;
  readonly by: string;
  readonly until: number;
}

export interface StepWaitState {
  readonly for: WaitReason;
  readonly until: number;
  readonly key: string;
}

export interface Ending {
  readonly as: RunEnding;
  readonly by: string;
  readonly compensate: boolean;
  readonly drainUntil: number;
  /** The undo steps are in the graph. */
  isPlanned: boolean;
}

export interface Totals {
  money: number;
  tokens: number;
  calls: number;
}

export interface Purse {
  limits: Budget;
  /** The purse that it shares with other runs; left out for none. */
  family?: string;
  readonly spent: Totals;
  /** For attempts under way. */
  readonly reserved: Totals;
  /** What of it somebody was warned of. */
  warned: string[];
  /** Steps that wait for it, and not for the family's. */
  waiting: number;
}

/** What callers put into it beside the work itself. */
export interface Stored {
  notes: number;
  files: number;
  bytes: number;
}

export const nothingStored = (): Stored => ({ notes: 0, files: 0, bytes: 0 });

export interface RunState {
  readonly id: string;
  seq: number;
  hash: string;
  at: number;
  kind: RunKind;
  planId: string;
  tenant: string;
  createdBy: string;
  /** The run that it tries a change of; empty for one of its own. */
  forkOf: string;
  createdAt: number;
  machine: number;
  status: RunStatus;
  hold: { readonly by: string; readonly at: number } | null;
  /** Who wants it held again when a step is taken; empty for nobody. */
  stepper: string;
  ending: Ending | null;
  rev: number;
  startedAt: number;
  endedAt: number;
  erased: number;
  readonly stored: Stored;
  /** The part of it by callers without a lease. */
  readonly beside: Stored;
  readonly purse: Purse;
  /** Attempts that came to nothing since a step was verified, and since when. */
  fruitless: number;
  fruitfulAt: number;
  readonly steps: Map<string, Step>;
  /** Leaves that count for progress: neither groups nor undo, not cancelled, not replaced. */
  leavesTotal: number;
  /** Those of them that are verified or skipped. */
  leavesDone: number;
  /** Parts per million; it never falls, though the total may grow. */
  progress: number;
  /** Steps that are READY, LEASED, DONE or WAITING: those that can still move by themselves. */
  active: number;
  ready: number;
  /** Steps that are LEASED or DONE. */
  held: number;
  /** Steps without a parent that are not done yet. */
  rootsOpen: number;
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
    forkOf: '',
    createdAt: 0,
    machine: 0,
    status: 'CREATED',
    hold: null,
    stepper: '',
    ending: null,
    rev: 0,
    startedAt: 0,
    endedAt: 0,
    erased: 0,
    stored: nothingStored(),
    beside: nothingStored(),
    purse: {
      limits: {},
      spent: { money: 0, tokens: 0, calls: 0 },
      reserved: { money: 0, tokens: 0, calls: 0 },
      warned: [],
      waiting: 0,
    },
    fruitless: 0,
    fruitfulAt: 0,
    steps: new Map(),
    leavesTotal: 0,
    leavesDone: 0,
    progress: 0,
    active: 0,
    ready: 0,
    held: 0,
    rootsOpen: 0,
  };
}

export const isGroup = (step: Step): boolean => step.def.purpose === 'group';
export const isUndo = (step: Step): boolean => step.def.purpose === 'compensation';

/** A check of what another step's worker claims. */
export const isJudge = (step: Step): boolean => step.def.judges !== undefined;
/** Somebody who changes the graph because another step has failed. */
export const isRescuer = (step: Step): boolean => step.def.rescues !== undefined;
/** Its attempts are used up, and what is done about that is not decided or not done yet. */
export const isRecovering = ({ state, wait }: Step): boolean =>
  state === 'WAITING' && wait?.for === 'gate' && wait.key === 'recovery';
/** A change of the graph that was asked for; the engine makes it once it may. */
export const isChangeRequest = (step: Step): boolean => step.def.purpose === 'approval';
/** Not part of the plan itself, so that it counts neither for progress nor for the end. */
export const isBeside = (step: Step): boolean =>
  isUndo(step) || isJudge(step) || isRescuer(step) || isChangeRequest(step);

export const runIsOver = (status: RunStatus): boolean =>
  status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED';

export const stepIsActive = (state: StepStateName): boolean =>
  state === 'READY' || state === 'LEASED' || state === 'DONE' || state === 'WAITING';

/** An attempt of it is under way: somebody works on it, or what it came to is being checked. */
export const stepIsHeld = (state: StepStateName): boolean => state === 'LEASED' || state === 'DONE';

/** What it was needed for may begin. */
export const stepIsSatisfied = (state: StepStateName): boolean =>
  state === 'VERIFIED' || state === 'SKIPPED';

/** It will not be done by itself; a group counts it out. */
export const stepIsLost = (state: StepStateName): boolean =>
  state === 'FAILED' || state === 'CANCELLED';

/** Can still come to something. */
export const stepIsOpen = (state: StepStateName): boolean =>
  state === 'PENDING' || stepIsActive(state);
