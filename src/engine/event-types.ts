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
  readonly digest: string;
}

export interface GraphStep {
  readonly id: string;
  readonly parent?: string;
  readonly needs: readonly string[];
  readonly performer: Performer;
  readonly purpose: Purpose;
  readonly action: string;
  readonly attempts_max: number;
  readonly timeout_ms: number;
  readonly tier: 1 | 2 | 3;
}

export interface EventData {
  readonly 'run.created': {
    readonly kind: RunKind;
    readonly plan: string;
    readonly tenant: string;
    readonly by: string;
    readonly machine: number;
  };
  readonly 'graph.patched': {
    readonly base_rev: number;
    readonly rev: number;
    readonly added: readonly GraphStep[];
    readonly ready: readonly string[];
    readonly cause: 'created';
  };
  readonly 'run.admitted': Record<string, never>;
  readonly 'run.started': Record<string, never>;
  readonly 'step.leased': {
    readonly step: string;
    readonly attempt: number;
    readonly holder: string;
    readonly lease_ms: number;
  };
  readonly 'step.started': {
    readonly step: string;
    readonly attempt: number;
    readonly reported_at: number;
  };
  readonly 'step.verified': {
    readonly step: string;
    readonly attempt: number;
    /** Whose attempt it was; empty for a group, which joins by itself. */
    readonly by: string;
    readonly check: 'schema' | 'join';
    readonly ready: readonly string[];
  };
  readonly 'attempt.ended': {
    readonly step: string;
    readonly attempt: number;
    readonly by: string;
    readonly as: AttemptEnd;
    readonly class: FailureClass;
    readonly to: 'READY' | 'WAITING' | 'FAILED';
    readonly until: number;
  };
  readonly 'step.woken': { readonly step: string };
  readonly 'note.recorded': {
    readonly by: string;
    readonly step: string;
    readonly kind: string;
    readonly reported_at: number;
  };
  readonly 'content.erased': { readonly count: number };
  readonly 'run.ended': {
    readonly as: RunEnding;
    /** Steps that were still open and will not be done. */
    readonly cancelled: readonly string[];
  };
}

export type EventType = keyof EventData;

/** The version written today. Raising one needs an upcaster from the version before. */
export const eventVersions: { readonly [Type in EventType]: number } = {
  'run.created': 1,
  'graph.patched': 1,
  'run.admitted': 1,
  'run.started': 1,
  'step.leased': 1,
  'step.started': 1,
  'step.verified': 1,
  'attempt.ended': 1,
  'step.woken': 1,
  'note.recorded': 1,
  'content.erased': 1,
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
