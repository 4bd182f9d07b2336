// What the rest of the program asks of the engine. Plain values only: the same calls go through a
// thread boundary in the server and straight in the CLI and in tests.
import type { CommitResult, RowWrite, WriteSet } from '../store/store.ts';
import type { FailureClass, GraphStep, RunKind } from './event-types.ts';

export interface NewStep {
  readonly def: GraphStep;
  /** The step's contract in words and parameters; stored as content, not in the log. */
  readonly spec: unknown;
}

export interface CreateRunRequest {
  readonly run: string;
  readonly kind: RunKind;
  readonly plan: string;
  readonly tenant: string;
  readonly by: string;
  readonly steps: readonly NewStep[];
  readonly also?: Pick<WriteSet, 'rows' | 'require'>;
}

export type CreateRunAnswer =
  | { readonly ok: true; readonly seq: number }
  /** Somebody had taken a required key before; this is its value. */
  | { readonly ok: false; readonly takenValue: string };

export interface ClaimRequest {
  readonly tenant: string;
  readonly holder: string;
  readonly performers: readonly string[];
  /** Actions the holder can do; null for any. */
  readonly actions: readonly string[] | null;
  readonly run: string | null;
  readonly leaseMs: number;
  readonly waitMs: number;
  /** Tells this call from others of the same holder, to give it up alone. */
  readonly ticket?: string;
}

export interface ClaimedStep {
  readonly token: string;
  readonly expiresAt: number;
  readonly run: string;
  readonly plan: string;
  readonly step: string;
  readonly parent: string;
  readonly attempt: number;
  readonly action: string;
  readonly tier: number;
  readonly needs: readonly string[];
  /** Ids of content rows. */
  readonly spec: string;
  readonly lastError: string;
}

/** Who calls, with the token that the claim gave. */
export interface HolderCall {
  readonly tenant: string;
  readonly holder: string;
  readonly token: string;
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
  readonly output: unknown;
  readonly artifacts?: readonly Artifact[];
  /** Rows that must change with the completion, such as a plan's title. */
  readonly rows?: readonly RowWrite[];
}

export interface FailRequest extends HolderCall {
  readonly class: FailureClass;
  readonly message: string;
}

export interface StepAnswer {
  readonly run: string;
  readonly step: string;
  readonly seq: number;
  readonly stepState: string;
  readonly runStatus: string;
  readonly waitUntil: number;
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
}

/** A run moved on. */
export interface Advance {
  readonly run: string;
  readonly seq: number;
  /** Telemetry beside the log changed rather than the log. */
  readonly isTelemetry?: boolean;
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

export interface EngineApi {
  createRun(request: CreateRunRequest): Promise<CreateRunAnswer>;
  claim(request: ClaimRequest): Promise<ClaimedStep | null>;
  /** Gives up waiting claims of this holder, or the one with the ticket: its caller went away. */
  cancelClaim(holder: string, ticket?: string): Promise<void>;
  heartbeat(request: HeartbeatRequest): Promise<{ readonly expiresAt: number }>;
  startStep(request: StartRequest): Promise<StepAnswer>;
  complete(request: CompleteRequest): Promise<StepAnswer>;
  fail(request: FailRequest): Promise<StepAnswer>;
  note(request: NoteRequest): Promise<{ readonly seq: number }>;
  /** Deletes every content of a plan and its runs, on the record; runs that are open end. */
  erase(request: EraseRequest): Promise<EraseAnswer>;
  /** Gives a step back untouched, for a caller that went away before it got it. */
  release(request: HolderCall): Promise<void>;
  /** For rows that belong to no run: keys, agents. */
  commit(sets: readonly WriteSet[]): Promise<CommitResult[]>;
  backup(target: string): Promise<void>;
}
