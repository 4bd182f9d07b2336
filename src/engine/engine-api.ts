// What the rest of the program asks of the engine. Plain values only: the same calls go through a
// thread boundary in the server and straight in the CLI and in tests.
import type { ErrorCode } from '../base/errors.ts';
import type { CommitResult, RowWrite, WriteSet } from '../store/store.ts';
import type {
  Amounts,
  Budget,
  FailureClass,
  GraphStep,
  PatchCause,
  RunKind,
} from './event-types.ts';

export interface NewStep {
  readonly def: GraphStep;
  /** The step's contract in words and parameters; stored as content, not in the log. */
  readonly spec: unknown;
  /** What its output must fit, as JSON schema; checked in the commit that completes it. */
  readonly outputSchema?: object;
}

/**
 * Makes a call safe to repeat: the same key with the same body gives the same answer, and with
 * another body is refused. Key, body and answer are stored in the commit that does the work.
 */
export interface Once {
  /** Of one principal; the operation makes it unique among all. */
  readonly key: string;
  readonly bodyHash: string;
}

/** Tells whoever works what to do next. */
export type Signal = 'continue' | 'pause' | 'cancel';

export interface SettledStep {
  readonly step: string;
  readonly output: unknown;
  readonly choice?: string;
}

export interface CreateRunRequest {
  readonly run: string;
  readonly kind: RunKind;
  readonly plan: string;
  readonly tenant: string;
  readonly by: string;
  readonly steps: readonly NewStep[];
  readonly budget?: Budget;
  /** Shared with other runs. */
  readonly purse?: string;
  /** A trial of a change: the run it is of, and what of that is done already, in order. */
  readonly fork?: {
    readonly of: string;
    readonly settled: readonly SettledStep[];
  };
  /** Of a making of a plan that follows an earlier one: what is kept of that, in order. */
  readonly settled?: readonly SettledStep[];
  /** It comes into being paused, so that nothing of it is handed out before somebody resumes it. */
  readonly held?: true;
  readonly also?: Pick<WriteSet, 'rows' | 'require'>;
  readonly once?: Once;
}

export type CreateRunAnswer =
  /** `run` is another one than asked for if the call was a repetition. */
  | { readonly ok: true; readonly run: string; readonly seq: number }
  /** Somebody had taken a required key before; this is its value. */
  | { readonly ok: false; readonly takenValue: string };

export interface ClaimRequest {
  readonly tenant: string;
  readonly holder: string;
  readonly performers: readonly string[];
  /** Actions the holder can do; null for any. */
  readonly actions: readonly string[] | null;
  /** What is given only to those who ask for it. */
  readonly notActions?: readonly string[];
  readonly run: string | null;
  readonly leaseMs: number;
  /** The holder promises to show its token within this time, or else does not know of the lease. */
  readonly ackMs?: number;
  readonly waitMs: number;
  /** Tells this call from others of the same holder, to give it up alone. */
  readonly ticket?: string;
  /** A lease of this holder that is still open is given again, rather than a new one. */
  readonly again?: boolean;
  /** With `again`: this one, or none. */
  readonly step?: string;
  readonly once?: Once;
}

export interface ClaimedStep {
  readonly token: string;
  readonly expiresAt: number;
  /** When it ends unless its token was shown by then; 0 if that is not asked. */
  readonly acknowledgeBy: number;
  /** Asked for again by its key, when the lease was over: there is nothing to do with it. */
  readonly isOver?: true;
  readonly run: string;
  readonly plan: string;
  readonly step: string;
  readonly parent: string;
  readonly attempt: number;
  readonly performer: string;
  readonly purpose: string;
  readonly action: string;
  readonly tier: number;
  readonly timeoutMs: number;
  readonly needs: readonly string[];
  /** Of an undo: the step that is undone. */
  readonly undoes: string;
  /** Of a check: the step whose claim it judges, and the content that was claimed. */
  readonly judges: string;
  readonly claim: string;
  /** Of a helper: the step that it is to change the graph for. */
  readonly rescues: string;
  /** What the steps before it gave, by step; of a helper, those before the step that it helps. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Ids of content rows, empty where there is none. */
  readonly schema: string;
  readonly spec: string;
  /** Of a helper that has not failed itself: what went wrong with the step that it helps. */
  readonly lastError: string;
  /** The answer to what its worker asked. */
  readonly answer: string;
  /** Exactly what was approved, if its worker asked for that. */
  readonly proposal: string;
}

/** Who calls, with the token that the claim gave. */
export interface HolderCall {
  readonly tenant: string;
  readonly holder: string;
  readonly token: string;
}

export interface ReleaseRequest extends HolderCall {
  /** Then it counts with all that was reserved for it: nobody knows what it used. */
  readonly hasBegun?: boolean;
}

export interface Artifact {
  readonly owner: string;
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface StartRequest extends HolderCall {
  readonly reportedAt: number;
}

export interface CompleteRequest extends HolderCall {
  /** What the attempt used, as far as its worker knows. */
  readonly usage?: Amounts;
  readonly output: unknown;
  /** What a decision chose. */
  readonly choice?: string;
  /** Steps that come out of this one; in the same commit. */
  readonly patch?: WorkPatch;
  readonly once?: Once;
  readonly artifacts?: readonly Artifact[];
  /** Rows that must change with the completion, such as a plan's title. */
  readonly rows?: readonly RowWrite[];
}

/** What the worker of a step adds to the graph: members of groups, and how they hang together. */
export interface WorkPatch {
  readonly cause: Extract<PatchCause, 'fan_out' | 'loop' | 'sub_graph' | 'alternate'>;
  readonly added: readonly NewStep[];
  readonly extend?: readonly { readonly group: string; readonly needs: readonly string[] }[];
  readonly roundOf?: string;
}

/** A change of the graph by somebody who looked at revision `baseRev` of it. */
export interface PatchRequest {
  readonly run: string;
  readonly by: string;
  readonly cause: Extract<PatchCause, 'edit' | 'alternate' | 'revision' | 'sub_graph'>;
  readonly baseRev: number;
  readonly added: readonly NewStep[];
  readonly changed?: readonly NewStep[];
  readonly cancelled?: readonly string[];
  readonly letFinish?: boolean;
  readonly once?: Once;
}

export interface PatchAnswer extends RunAnswer {
  readonly rev: number;
}

/** What a program goes by, beside the class and the message. */
export interface FailureCause {
  /** Of our error, where it is one. */
  readonly code?: ErrorCode;
  /** Of the call of a model that failed. */
  readonly errorClass?: string;
  /** The id of that failure in the log and on the account. */
  readonly errorId?: string;
}

export interface FailRequest extends HolderCall {
  /** What the attempt used, as far as its worker knows. */
  readonly usage?: Amounts;
  readonly class: FailureClass;
  readonly message: string;
  readonly cause?: FailureCause;
  readonly once?: Once;
}

export interface AskRequest extends HolderCall {
  /** What the attempt used, as far as its worker knows. */
  readonly usage?: Amounts;
  readonly question: string;
  readonly once?: Once;
}

/** Exactly what the worker wants to do, for a person to approve. */
export interface ProposeRequest extends HolderCall {
  /** What the attempt used, as far as its worker knows. */
  readonly usage?: Amounts;
  readonly proposal: unknown;
  readonly once?: Once;
}

export interface MessageRequest {
  readonly tenant: string;
  readonly run: string;
  readonly by: string;
  /** An agent, a person or `role:…`; empty for everybody who works on the run. */
  readonly to: string;
  readonly step: string;
  readonly thread: string;
  readonly text: string;
  readonly once?: Once;
}

export type ControlRequest = {
  readonly tenant: string;
  readonly run: string;
  readonly by: string;
  readonly once?: Once;
} & (
  | { readonly action: 'pause' }
  /** Goes on after a pause, or after a failure. */
  | { readonly action: 'resume' }
  /** Goes on after a pause until one step is taken, and is paused again with that. */
  | { readonly action: 'step' }
  | { readonly action: 'cancel'; readonly compensate: boolean; readonly drainMs: number }
  | { readonly action: 'kill' }
  | { readonly action: 'retry_step'; readonly step: string }
  | { readonly action: 'skip_step'; readonly step: string }
  | { readonly action: 'answer'; readonly step: string; readonly answer: string }
  /** In place of the budget before. */
  | { readonly action: 'fund'; readonly budget: Budget }
  /** Of exactly what was shown, by its digest. */
  | { readonly action: 'approve'; readonly step: string; readonly digest: string }
  | {
      readonly action: 'reject';
      readonly step: string;
      readonly digest: string;
      readonly reason: string;
    }
  /** Something else in the place of what was shown, approved with that. */
  | {
      readonly action: 'approve_alternative';
      readonly step: string;
      readonly digest: string;
      readonly reason?: string;
      readonly spec?: unknown;
      readonly proposal?: unknown;
    }
  /** From whoever has it, or from those who wait for it, to whoever asks. */
  | { readonly action: 'take_over'; readonly step: string }
  | { readonly action: 'give_back'; readonly step: string }
  | { readonly action: 'reassign'; readonly step: string; readonly to: string }
  /** What was handed in counts though it falls short. */
  | { readonly action: 'accept_with_shortfall'; readonly step: string; readonly reason: string }
  /** Something that steps wait for has happened outside. */
  | { readonly action: 'signal'; readonly key: string; readonly answer?: string }
);

/** The run after a command. */
export interface RunAnswer {
  readonly run: string;
  readonly seq: number;
  readonly status: string;
  readonly isHeld: boolean;
  /** How it will end, while undo is under way; empty otherwise. */
  readonly ending: string;
}

/** Stops handing out anything, undo included, to an agent, a tenant or all, until it is lifted. */
export interface SwitchRequest {
  readonly scope: string;
  readonly by: string;
  readonly reason: string;
  readonly isOn: boolean;
  /** Written in the same commit. */
  readonly also?: readonly RowWrite[];
}

export interface StepAnswer {
  readonly run: string;
  readonly step: string;
  readonly seq: number;
  readonly stepState: string;
  readonly runStatus: string;
  readonly waitUntil: number;
  readonly waitFor: string;
  readonly signal: Signal;
}

export interface HeartbeatAnswer {
  /** 0 for an assignment, which does not run out. */
  readonly expiresAt: number;
  readonly signal: Signal;
}

/** What became of one of several leases that a holder showed. */
export type RenewedLease =
  | ({ readonly isHeld: true; readonly run: string; readonly step: string } & HeartbeatAnswer)
  | { readonly isHeld: false };

export interface RenewRequest {
  readonly tenant: string;
  readonly holder: string;
  readonly tokens: readonly string[];
}

export interface HeartbeatRequest extends HolderCall {
  readonly progress: number | null;
  readonly note: string | null;
}

export interface NoteRequest {
  readonly tenant: string;
  readonly run: string;
  readonly by: string;
  readonly step: string;
  readonly kind: string;
  readonly reportedAt: number;
  readonly note: unknown;
  readonly artifacts?: readonly Artifact[];
  readonly once?: Once;
}

/** A run moved on. */
export interface Advance {
  readonly run: string;
  readonly seq: number;
  /** Telemetry beside the log changed rather than the log. */
  readonly isTelemetry?: boolean;
  /** Performers for whom something became ready, and was not taken in the same commit. */
  readonly readyFor?: readonly string[];
  /** What was ready before may be taken now: a slot is free, or a run goes on. */
  readonly opensMore?: boolean;
  /** Work on it may have been taken from whoever did it. */
  readonly mayStop?: boolean;
  /** Steps went on their way, and nobody has to know at once. */
  readonly isRoutine?: boolean;
}

export interface EraseRequest {
  readonly tenant: string;
  readonly plan: string;
}

export interface EraseAnswer {
  readonly contents: number;
  readonly runs: readonly string[];
  /** Runs whose log could not take the record; their contents are gone all the same. */
  readonly unrecorded: readonly string[];
}

/** How the purse of a run stands. */
export interface PurseAnswer {
  readonly limits: Budget;
  /** The one it shares with other runs. */
  readonly family?: string;
  readonly spent: Required<Amounts>;
  readonly reserved: Required<Amounts>;
}

/** A step of the graph as it stands. */
export interface GraphStepAnswer {
  readonly def: GraphStep;
  readonly state: string;
  readonly choice: string;
  /** Ids of contents, empty where there is none. */
  readonly spec: string;
  readonly output: string;
}

export interface GraphAnswer {
  readonly tenant: string;
  readonly plan: string;
  readonly rev: number;
  readonly forkOf: string;
  readonly steps: readonly GraphStepAnswer[];
}

export interface EngineApi {
  graph(run: string): Promise<GraphAnswer>;
  purse(run: string): Promise<PurseAnswer>;
  createRun(request: CreateRunRequest): Promise<CreateRunAnswer>;
  claim(request: ClaimRequest): Promise<ClaimedStep | null>;
  /** Gives up waiting claims of this holder, or the one with the ticket: its caller went away. */
  cancelClaim(holder: string, ticket?: string): Promise<void>;
  heartbeat(request: HeartbeatRequest): Promise<HeartbeatAnswer>;
  /** Several leases go on whose tokens are shown; answered in their order. */
  renew(request: RenewRequest): Promise<readonly RenewedLease[]>;
  startStep(request: StartRequest): Promise<StepAnswer>;
  complete(request: CompleteRequest): Promise<StepAnswer>;
  fail(request: FailRequest): Promise<StepAnswer>;
  /** Gives the step up until a person has answered. */
  ask(request: AskRequest): Promise<StepAnswer>;
  /** Gives the step up until a person has approved what is proposed. */
  propose(request: ProposeRequest): Promise<StepAnswer>;
  message(request: MessageRequest): Promise<{ readonly seq: number }>;
  control(request: ControlRequest): Promise<RunAnswer>;
  patch(request: PatchRequest): Promise<PatchAnswer>;
  setSwitch(request: SwitchRequest): Promise<void>;
  note(request: NoteRequest): Promise<{ readonly seq: number }>;
  /** Deletes every content of a plan and its runs, on the record; runs that are open end. */
  erase(request: EraseRequest): Promise<EraseAnswer>;
  /** Gives a step back: untouched, for a caller that went away before it got it, or begun. */
  release(request: ReleaseRequest): Promise<void>;
  /** Gives back all that an agent holds, begun or not, for it will not end it. */
  releaseAll(tenant: string, holder: string): Promise<void>;
  /** For rows that belong to no run: keys, agents. */
  commit(sets: readonly WriteSet[]): Promise<CommitResult[]>;
  backup(target: string): Promise<void>;
}
