// What can happen to a run. `decide` thinks and writes every consequence down (which steps became
// ready, where a failed attempt leads); `apply` only records. So a later machine may decide
// otherwise, and an old log still folds to the same state.

export const runKinds = ['generation', 'execution'] as const;
export type RunKind = (typeof runKinds)[number];

export const performers = ['engine', 'model', 'tool', 'agent', 'human'] as const;
export type Performer = (typeof performers)[number];

export const purposes = [
  'work',
  'check',
  'decision',
  'approval',
  'compensation',
  'checkpoint',
  'group',
] as const;
export type Purpose = (typeof purposes)[number];

export const failureClasses = [
  'transient',
  'rate_limit',
  'data',
  'logic',
  'policy',
  'external',
  'budget',
  'lost_worker',
  'cancelled',
] as const;
export type FailureClass = (typeof failureClasses)[number];

export const attemptEnds = ['rejected', 'failed', 'parked', 'lost', 'revoked'] as const;
export type AttemptEnd = (typeof attemptEnds)[number];

export const waitReasons = [
  'time',
  'event',
  'answer',
  'approval',
  'capability',
  'budget',
  'gate',
  'outsider',
] as const;
export type WaitReason = (typeof waitReasons)[number];

export type RunEnding = 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** Points at a content row; the digest is SHA-256(salt ‖ bytes). */
export interface ContentRef {
  readonly id: string;
  readonly size: number;
  /** Of the whole content. */
  readonly digest: string;
  /** Where it is a stretch of a content that others share (packed-refs.ts). */
  readonly part?: { readonly start: number; readonly whole: number };
}

/** How the members of a group make it done: all of them, one, so many, or the best of those that end well. */
export type Join = 'all' | 'any' | 'best' | number;

/** Money is in micro-units. What is left out is nothing, or as a price unknown. */
export interface Amounts {
  readonly money?: number;
  readonly tokens?: number;
  readonly calls?: number;
}

/** What is left out has no limit. */
export interface Budget extends Amounts {
  /** From the first lease on. */
  readonly wall_ms?: number;
  /** How deep steps may lie under others. */
  readonly depth?: number;
  /** So many attempts, or so long, without a newly verified step, and the run is held. */
  readonly stall_attempts?: number;
  readonly stall_ms?: number;
}

/** In the order in which they are tried, cheap ones first. */
export const strategies = [
  'other_worker',
  'alternate',
  'decompose',
  'replan',
  'abort',
  'person',
] as const;
export type Strategy = (typeof strategies)[number];

export const reversibilities = ['reversible', 'compensable', 'irreversible'] as const;
export type Reversibility = (typeof reversibilities)[number];

/** How long it is waited before what failed by chance is tried again: doubled each time up to the most. */
export interface Backoff {
  readonly first_ms: number;
  readonly most_ms: number;
}

/** A rung of a step's ladder; who does it otherwise, or who changes the graph. */
export interface RecoveryDef {
  readonly strategy: Strategy;
  readonly performer?: Performer;
  readonly action?: string;
  /** Of an alternate, where they differ from the step's: another act has other risks and another undo. */
  readonly tier?: 1 | 2 | 3;
  readonly approval?: { readonly lasts_ms: number };
  readonly reversibility?: Reversibility;
  readonly undo?: { readonly performer: Performer; readonly action: string };
}

/** A check of a step, beside its schema. It becomes a step of its own whenever the step is done. */
export interface CheckDef {
  /** Tells it from the others of its step, and names its part of the step's contract. */
  readonly key: string;
  readonly performer: Performer;
  readonly action: string;
  readonly attempts_max: number;
  readonly timeout_ms: number;
  readonly cost?: Amounts;
}

export const verdicts = ['accept', 'reject'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * Only plain names and integers, since it stands in a header; what is optional is left out.
 */
export interface GraphStep {
  readonly id: string;
  readonly parent?: string;
  /** What comes before it; of a group, its members. */
  readonly needs: readonly string[];
  readonly performer: Performer;
  readonly purpose: Purpose;
  readonly action: string;
  readonly attempts_max: number;
  readonly timeout_ms: number;
  readonly tier: 1 | 2 | 3;
  /** The usual one without it. */
  readonly backoff?: Backoff;
  /** Groups only; all without it. */
  readonly join?: Join;
  /** Groups only: how many rounds a loop may add. */
  readonly rounds_max?: number;
  /** Done only if that decision chose this; skipped otherwise. The decision is one of the needs. */
  readonly when?: { readonly step: string; readonly is: string };
  /** What it waits for before it is ready, once its needs are there. */
  readonly wait?: StepWait;
  /** 0 (last) to 9 (first); 4 without it. */
  readonly priority?: number;
  /** Content id of the JSON schema that its output must fit. */
  readonly schema?: string;
  /** The provider whose slots it needs one of. */
  readonly slot?: string;
  /** Only of steps with outside effects. */
  readonly reversibility?: Reversibility;
  readonly undo?: { readonly performer: Performer; readonly action: string };
  /** Of a compensation: the step that it undoes. */
  readonly undoes?: string;
  /** The step that this one takes the place of. */
  readonly replaces?: string;
  /** All of them must accept what its worker claims; none: its schema is enough. */
  readonly checks?: readonly CheckDef[];
  /** A person approves exactly what is to be done before it is handed out. */
  readonly approval?: { readonly lasts_ms: number };
  /** How long a person has for what waits for one, and by when a person's task was planned. */
  readonly sla?: { readonly within_ms?: number; readonly until?: number };
  /** What one attempt of it may come to, reserved before it is handed out. */
  readonly cost?: Amounts;
  /** What is done when its attempts are used up; a person is asked at the end. */
  readonly recovery?: readonly RecoveryDef[];
  /** Of a helper: the step that it changes the graph for, which is its parent. */
  readonly rescues?: string;
  /** Of a check: the step that it judges, which is its parent. */
  readonly judges?: string;
}

/** `until` is a time, `delay_ms` a span from when the needs are there, `key` names an event. */
export interface StepWait {
  readonly for: WaitReason;
  readonly until?: number;
  readonly delay_ms?: number;
  readonly key?: string;
}

/** A step that has what it needs, and waits. */
export interface Waiting {
  readonly step: string;
  readonly for: WaitReason;
  /** 0 if it is not for time. */
  readonly until: number;
  readonly key: string;
}

export const patchCauses = [
  'created',
  'fan_out',
  'loop',
  'sub_graph',
  'alternate',
  'revision',
  'edit',
  'undo',
  'check',
  'rescue',
] as const;
export type PatchCause = (typeof patchCauses)[number];

export type VerifiedBy = 'schema' | 'join' | 'checks' | 'person' | 'fork';

/** What a step that was settled opens. */
interface Opened {
  readonly ready: readonly string[];
  readonly waiting?: readonly Waiting[];
}

export interface EventData {
  readonly 'run.created': {
    readonly kind: RunKind;
    readonly plan: string;
    readonly tenant: string;
    readonly by: string;
    readonly machine: number;
    readonly budget?: Budget;
    /** The purse that it shares with other runs. */
    readonly purse?: string;
    /** The run that it tries a change of; nothing that it does leaves it. */
    readonly fork_of?: string;
  };
  /** The only way in which a graph changes. */
  readonly 'graph.patched': Opened & {
    readonly base_rev: number;
    readonly rev: number;
    readonly by: string;
    readonly cause: PatchCause;
    readonly added: readonly GraphStep[];
    /** Steps with a new definition; they begin anew. */
    readonly changed?: readonly GraphStep[];
    readonly cancelled?: readonly string[];
    readonly superseded?: readonly string[];
    /** The group that a loop went round in. */
    readonly round_of?: string;
  };
  readonly 'run.admitted': Record<string, never>;
  readonly 'run.started': Record<string, never>;
  readonly 'step.leased': {
    /** The holder shows its token within this time, or the lease ends untouched. */
    readonly ack_ms?: number;
    readonly step: string;
    readonly attempt: number;
    readonly holder: string;
    /** Taken again only to accept the late result of the attempt before. */
    readonly late?: 1;
    /** 0 for a person: an assignment does not run out. */
    readonly lease_ms: number;
    /** Digest of what was approved. */
    readonly approved?: string;
    readonly reserve?: Amounts;
  };
  readonly 'step.started': {
    readonly step: string;
    readonly attempt: number;
    readonly reported_at: number;
  };
  /** Claimed, and its checks are to be done. */
  readonly 'step.done': {
    readonly step: string;
    readonly attempt: number;
    readonly by: string;
    readonly spent?: Amounts;
  };
  readonly 'step.verified': Opened & {
    readonly step: string;
    readonly attempt: number;
    /** Whose attempt it was; empty for a group or a checkpoint, which join by themselves. */
    readonly by: string;
    /** Why it counts: `person` if one accepted it though it falls short. */
    readonly check: VerifiedBy;
    /** What the attempt came to. */
    readonly spent?: Amounts;
    /** What a decision chose, or a check found. */
    readonly choice?: string;
    /** Members of the group that are not needed any more. */
    readonly cancelled?: readonly string[];
  };
  readonly 'step.skipped': Opened & {
    readonly step: string;
    readonly by: string;
    readonly cause: 'branch' | 'person';
  };
  /** A group whose join cannot come true any more. */
  readonly 'group.failed': { readonly step: string };
  readonly 'attempt.ended': {
    readonly step: string;
    readonly attempt: number;
    readonly by: string;
    readonly as: AttemptEnd;
    readonly class: FailureClass;
    readonly to: 'READY' | 'WAITING' | 'FAILED' | 'CANCELLED';
    readonly until: number;
    /** What it waits for, if that is not time. */
    readonly for?: WaitReason;
    readonly key?: string;
    /** What the attempt came to; what was reserved for it if nobody said. */
    readonly spent?: Amounts;
    /** Checks of the attempt that nobody needs any more. */
    readonly cancelled?: readonly string[];
    /** Names the failure in the log; where there is none, the id of its content does. */
    readonly error_id?: string;
  };
  /** A step that was ready waits: nobody is there who could do it, or it lacks something. */
  readonly 'step.parked': {
    readonly step: string;
    readonly for: WaitReason;
    /** Of an approval: the digest of what is to be approved; of a budget: what of it is short. */
    readonly key?: string;
  };
  /** A rung of the ladder is taken. */
  readonly 'recovery.chosen': {
    readonly step: string;
    readonly strategy: Strategy;
    readonly rung: number;
    readonly failures: number;
    /** Who does not get it again before that time: somebody else may come. */
    readonly barred?: string;
    readonly barred_until?: number;
  };
  readonly 'budget.set': { readonly by: string; readonly limits: Budget };
  /** Most of it is spent. */
  readonly 'budget.warned': { readonly of: string };
  readonly 'approval.given': {
    readonly step: string;
    readonly digest: string;
    readonly by: string;
    readonly until: number;
  };
  readonly 'approval.refused': {
    readonly step: string;
    readonly digest: string;
    readonly by: string;
  };
  readonly 'step.woken': { readonly step: string; readonly by?: string };
  /** A failed step may be tried again. */
  readonly 'step.reopened': {
    readonly step: string;
    readonly by: string;
    readonly groups: readonly string[];
  };
  readonly 'step.compensated': { readonly step: string; readonly undo: string };
  readonly 'note.recorded': {
    readonly by: string;
    readonly step: string;
    readonly kind: string;
    readonly reported_at: number;
  };
  readonly 'message.sent': {
    readonly by: string;
    readonly to: string;
    readonly step: string;
    readonly thread: string;
  };
  readonly 'content.erased': { readonly count: number };
  readonly 'run.held': { readonly by: string };
  /** With `one` it is held again as soon as a step is taken. */
  readonly 'run.released': { readonly by: string; readonly one?: 1 };
  /** A failed run goes on. */
  readonly 'run.resumed': { readonly by: string };
  readonly 'run.ending': {
    readonly as: RunEnding;
    readonly by: string;
    readonly compensate: 0 | 1;
    readonly cancelled: readonly string[];
    /** Those who still work have until then. */
    readonly drain_until: number;
  };
  readonly 'run.ended': {
    readonly as: RunEnding;
    /** Steps that were still open and will not be done. */
    readonly cancelled: readonly string[];
    /** Steps with effects that stand. */
    readonly uncompensated?: readonly string[];
  };
}

export type EventType = keyof EventData;

/** The version written today. Raising one needs an upcaster from the version before. */
export const eventVersions: { readonly [Type in EventType]: number } = {
  'run.created': 1,
  'graph.patched': 2,
  'run.admitted': 1,
  'run.started': 1,
  'step.leased': 1,
  'step.started': 1,
  'step.done': 1,
  'step.verified': 1,
  'step.skipped': 1,
  'group.failed': 1,
  'attempt.ended': 1,
  'step.parked': 1,
  'recovery.chosen': 1,
  'budget.set': 1,
  'budget.warned': 1,
  'approval.given': 1,
  'approval.refused': 1,
  'step.woken': 1,
  'step.reopened': 1,
  'step.compensated': 1,
  'note.recorded': 1,
  'message.sent': 1,
  'content.erased': 1,
  'run.held': 1,
  'run.released': 1,
  'run.resumed': 1,
  'run.ending': 1,
  'run.ended': 1,
};

type Draft<Type extends EventType> = {
  readonly type: Type;
  readonly data: EventData[Type];
  /** Content this event points at, by name (`output`, `error`, or a step id for its contract). */
  readonly refs?: Readonly<Record<string, ContentRef>>;
};

/** An event that was decided but has no place in the log yet. */
export type EventDraft = { [Type in EventType]: Draft<Type> }[EventType];

/** An event as read from the log, upcast to the present version. */
export type RunEvent = EventDraft & {
  readonly run: string;
  readonly seq: number;
  readonly at: number;
};
