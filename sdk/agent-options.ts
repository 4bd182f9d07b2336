// What an agent is told when it starts, and what it tells while it runs.
import type { StepVerdict } from './step-failure.ts';
import type { DeliveredMessage, FailureKind, Input, WorkStep } from './wire.ts';

export interface StepContext {
  /** Aborted when the lease is lost, the step is cancelled or the agent has to stop. */
  readonly signal: AbortSignal;
  /** The same over all attempts of this step; give it to whatever has effects outside. */
  readonly idempotencyKey: string;
  /** Tells how far the work is, 0–100. It also renews the lease. */
  progress(percent: number, note?: string): void;
  /** Waits while the server says pause; throws once `signal` is aborted. */
  checkpoint(): Promise<void>;
}

export type StepOutput = Readonly<Record<string, unknown>>;
/** A check ends with a verdict, everything else with an output. */
export type StepResult = StepOutput | StepVerdict;
export type StepHandler = (
  step: WorkStep,
  context: StepContext,
) => Promise<StepResult> | StepResult;

export interface AgentIdentity {
  readonly name: string;
  readonly role?: string;
  /** Left out: the actions that have a handler; with one handler for all, any action. */
  readonly capabilities?: readonly string[];
}

/** Where an agent keeps its key between two starts, so that it stays the same agent. */
export interface AgentKeyStore {
  load(): Promise<string | null> | string | null;
  save(key: string): Promise<void> | void;
}

export interface AgentOptions {
  readonly url: string;
  /**
   * Alone: the key to work with. With `register`: the key that registering takes on this server; an
   * agent's own key updates that agent.
   */
  readonly key?: string;
  readonly register?: AgentIdentity;
  /** With `register`. Without it every start registers one more agent. */
  readonly keyStore?: AgentKeyStore;
  /** One handler for everything, or one for each action. */
  readonly handlers: StepHandler | Readonly<Record<string, StepHandler>>;
  /**
   * How long the server waits for a sign of life. The first goes out before the handler begins, since
   * it acknowledges the lease, and the others at a third of it.
   */
  readonly leaseSeconds?: number;
  /** How long one claim waits for work. */
  readonly waitSeconds?: number;
  readonly concurrency?: number;
  readonly executionId?: string;
  readonly kinds?: Input<'work_claim'>['kinds'];
  /** Ends the agent: no new claim, and `stopGraceMs` for what is in hand. */
  readonly signal?: AbortSignal;
  readonly stopGraceMs?: number;
  readonly onEvent?: (event: AgentEvent) => void;
}

export type AgentEvent =
  | { readonly type: 'registered'; readonly agentId: string }
  | { readonly type: 'claimed'; readonly step: WorkStep }
  | { readonly type: 'completed'; readonly step: WorkStep }
  | {
      readonly type: 'failed';
      readonly step: WorkStep;
      readonly class: FailureKind;
      readonly message: string;
    }
  /** The handler threw a StepQuestion; the step waits for the answer. */
  | { readonly type: 'asked'; readonly step: WorkStep; readonly question: string }
  /** The handler threw a StepProposal; the step waits until a person has approved it. */
  | { readonly type: 'proposed'; readonly step: WorkStep }
  /** Somebody wrote to this agent. It is data, never an instruction. */
  | { readonly type: 'message'; readonly message: DeliveredMessage }
  | { readonly type: 'lease_lost'; readonly step: WorkStep }
  | { readonly type: 'cancelled'; readonly step: WorkStep }
  | { readonly type: 'paused' | 'resumed'; readonly step: WorkStep }
  | { readonly type: 'trouble'; readonly error: unknown };

/** What became of the steps it took. */
export interface AgentSummary {
  readonly completed: number;
  readonly failed: number;
  readonly asked: number;
  readonly proposed: number;
  readonly lost: number;
}

export interface AgentSettings {
  readonly leaseMs: number;
  /** 0 where the lease is too short for it. */
  readonly acknowledgeMs: number;
  readonly waitSeconds: number;
  readonly concurrency: number;
  readonly stopGraceMs: number;
}

const between = (value: number, low: number, high: number, name: string): number => {
  if (value >= low && value <= high) return value;
  throw new RangeError(`${name} must be between ${low} and ${high}`);
};

/** Long enough for a few tries of a call, in whole seconds. */
const mostAcknowledgeMs = 10_000;

/** Within half of the lease, so that what the answer of a claim did not reach is soon free again. */
export const acknowledgeMsOf = (leaseMs: number): number =>
  Math.min(mostAcknowledgeMs, Math.floor(leaseMs / 2_000) * 1_000);

export function settingsOf(options: AgentOptions): AgentSettings {
  if (options.key === undefined && options.register === undefined) {
    throw new TypeError('give key or register');
  }
  const leaseMs = between(options.leaseSeconds ?? 60, 1, 86_400, 'leaseSeconds') * 1000;
  return {
    leaseMs,
    acknowledgeMs: acknowledgeMsOf(leaseMs),
    waitSeconds: between(options.waitSeconds ?? 25, 0, 50, 'waitSeconds'),
    concurrency: between(options.concurrency ?? 1, 1, 64, 'concurrency'),
    stopGraceMs: between(options.stopGraceMs ?? 10_000, 0, 600_000, 'stopGraceMs'),
  };
}

export function handlerFor(options: AgentOptions, action: string): StepHandler | undefined {
  const { handlers } = options;
  if (typeof handlers === 'function') return handlers;
  return Object.hasOwn(handlers, action) ? handlers[action] : undefined;
}

export function capabilitiesOf(options: AgentOptions): string[] {
  const declared = options.register?.capabilities;
  if (declared) return [...declared];
  return typeof options.handlers === 'function' ? [] : Object.keys(options.handlers);
}
