// What can be asked of a run. Plain values: a command can be written down and decided again.
import type {
  Amounts,
  Budget,
  ContentRef,
  FailureClass,
  GraphStep,
  PatchCause,
  RunKind,
  WaitReason,
} from './event-types.ts';
import type { PurseKind } from './purse.ts';

export type Refs = Readonly<Record<string, ContentRef>>;

/** What the holder of a lease shows: which attempt of which step, and who it is. */
export interface Held {
  readonly step: string;
  readonly attempt: number;
  readonly holder: string;
}

export interface Patch {
  readonly by: string;
  /** The revision of the graph that the patch was made for; without it, whatever is there now. */
  readonly baseRev?: number;
  readonly cause: PatchCause;
  readonly added: readonly GraphStep[];
  readonly changed?: readonly GraphStep[];
  readonly cancelled?: readonly string[];
  /** More members for groups, whoever else adds some. */
  readonly extend?: readonly { readonly group: string; readonly needs: readonly string[] }[];
  /** Contracts of added and changed steps, by step; of changed ones also what a person proposes. */
  readonly specs: Refs;
  /** The group that a loop goes round in. */
  readonly roundOf?: string;
  /** Those who work on what is changed may finish first; it then stays as it is. */
  readonly letFinish?: boolean;
}

interface Commands {
  readonly create: {
    readonly kind: RunKind;
    readonly plan: string;
    readonly tenant: string;
    readonly by: string;
    readonly steps: readonly GraphStep[];
    readonly specs: Refs;
    readonly budget?: Budget;
    /** Shared with other runs. */
    readonly purse?: string;
    readonly forkOf?: string;
  };
  /** Of a fork that has not begun: what its parent has done already. */
  readonly inherit: {
    readonly step: string;
    readonly output: ContentRef;
    readonly choice?: string;
  };
  readonly lease: {
    readonly step: string;
    readonly holder: string;
    readonly leaseMs: number;
    /** The holder promises to show its token within this time. */
    readonly ackMs?: number;
  };
  /** The holder of an attempt whose lease ran out brings its result: goes before its completion. */
  readonly retake: Held;
  readonly start: Held & { readonly reportedAt: number };
  readonly complete: Held & {
    readonly output: ContentRef;
    readonly usage?: Amounts;
    readonly files?: Refs;
    /** What a decision chose. */
    readonly choice?: string;
  };
  readonly fail: Held & {
    readonly class: FailureClass;
    readonly error: ContentRef;
    readonly errorId?: string;
    readonly usage?: Amounts;
  };
  /** A question to a person; the step waits for the answer. */
  readonly ask: Held & { readonly question: ContentRef; readonly usage?: Amounts };
  /** Exactly what the worker wants to do; the step waits for a person to approve it. */
  readonly propose: Held & { readonly proposal: ContentRef; readonly usage?: Amounts };
  /** The word of a person on what waits for one, by its digest. */
  readonly approve: {
    readonly step: string;
    readonly digest: string;
    readonly by: string;
    readonly isApproved: boolean;
    readonly reason?: ContentRef;
  };
  /** Whether this person could approve what was shown; goes before a change of it. */
  readonly confirm: { readonly step: string; readonly digest: string; readonly by: string };
  readonly expire: {
    readonly step: string;
    readonly attempt: number;
    /** The holder never showed its token: it does not know of the lease, and nothing was tried. */
    readonly isUnacknowledged?: boolean;
  };
  /** Gives it back; untouched unless it says what it used. */
  readonly release: Held & { readonly usage?: Amounts };
  readonly wake: { readonly step: string };
  /** Nobody is there who could do it, or a budget is short: the run's own or its family's. */
  readonly park: { readonly step: string; readonly for: 'capability' | 'budget' | 'family' };
  /** The purse of the family has something again for a step that waits for it. */
  readonly pay: { readonly step: string };
  /** Most of the family's purse is spent. */
  readonly warn: { readonly of: PurseKind };
  /** Another budget, in place of the one before. */
  readonly fund: { readonly by: string; readonly limits: Budget };
  /** The next rung for a step whose attempts are used up. */
  readonly recover: { readonly step: string };
  /** Holds a run in which nothing comes of anything. */
  readonly watch: Record<never, never>;
  /** Draws the consequences of how the purse stands. */
  readonly account: Record<never, never>;
  /** What one step, or every step with this key, waited for is there. */
  readonly resolve: {
    readonly for: WaitReason;
    readonly step?: string;
    readonly key?: string;
    readonly by: string;
    readonly answer?: ContentRef;
  };
  /** What was handed in counts though checks did not accept it, because a person says so. */
  readonly accept: { readonly step: string; readonly by: string; readonly reason: ContentRef };
  readonly retry: { readonly step: string; readonly by: string };
  readonly skip: { readonly step: string; readonly by: string };
  /** With `held`, from the worker of a step: only while it holds it. */
  readonly patch: Patch & { readonly held?: Held };
  /** Draws the consequences of a patch. */
  readonly settle: Record<never, never>;
  readonly hold: { readonly by: string };
  /** `isOne` until a step is taken. */
  readonly unhold: { readonly by: string; readonly isOne?: boolean };
  readonly resume: { readonly by: string };
  readonly cancel: {
    readonly by: string;
    readonly compensate: boolean;
    /** How long those who work may go on; 0 takes it from them at once. */
    readonly drainMs: number;
  };
  readonly kill: { readonly by: string };
  readonly note: {
    readonly by: string;
    readonly step: string;
    readonly kind: string;
    readonly reportedAt: number;
    readonly note: ContentRef;
    readonly files?: Refs;
  };
  readonly message: {
    readonly by: string;
    readonly to: string;
    readonly step: string;
    readonly thread: string;
    readonly message: ContentRef;
  };
  readonly erase: { readonly count: number };
}

export type CommandType = keyof Commands;

export type Command = {
  [Type in CommandType]: { readonly type: Type } & Commands[Type];
}[CommandType];

export type CommandOf<Type extends CommandType> = Extract<Command, { type: Type }>;
