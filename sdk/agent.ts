// A ready agent: register or use a key, wait for work, do it, report it, until told to stop.
// Trouble that passes is waited out; a refused key ends the agent with its error.
import {
  type AgentEvent,
  type AgentOptions,
  type AgentSettings,
  type AgentSummary,
  capabilitiesOf,
  settingsOf,
} from './agent-options.ts';
import { isApiError, PlanwrightApiError } from './api-error.ts';
import { backoffMs } from './backoff.ts';
import { PlanwrightClient } from './client.ts';
import { HeldLeases } from './held-leases.ts';
import { pauseQuietly } from './pause.ts';
import { runStep } from './run-step.ts';
import type { Input, Output } from './wire.ts';

/** After a claim that came back at once with nothing: never a busy loop. */
const emptyClaimPauseMs = 500;
const troubleBackoff = { firstMs: 500, maxMs: 15_000 } as const;

export async function runAgent(options: AgentOptions): Promise<AgentSummary> {
  const settings = settingsOf(options);
  const tell = (event: AgentEvent) => options.onEvent?.(event);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const client = await connect({ ...options, signal }, tell);
  if (client === null) return { completed: 0, failed: 0, asked: 0, proposed: 0, lost: 0 };
  const agent = new Agent(client, { ...options, signal }, settings, tell);
  const loops = Array.from({ length: settings.concurrency }, () =>
    agent.loop().catch((error: unknown) => {
      stop.abort();
      throw error;
    }),
  );
  const ends = await Promise.allSettled(loops);
  const refused = ends.find((end) => end.status === 'rejected');
  if (refused) throw refused.reason;
  return agent.summary;
}

/** Null when it was told to stop before the server could be reached. */
async function connect(
  options: AgentOptions & { signal: AbortSignal },
  tell: (event: AgentEvent) => void,
): Promise<PlanwrightClient | null> {
  const { url, key, register, keyStore, signal } = options;
  if (register === undefined) return new PlanwrightClient({ url, key });
  const kept = (await keyStore?.load()) ?? undefined;
  try {
    const found = kept === undefined ? null : await registerAgain({ ...options, register }, kept);
    const { agentId, ownKey } = found ?? (await registerWith({ ...options, register }, key));
    if (ownKey !== undefined && ownKey !== kept) await keyStore?.save(ownKey);
    tell({ type: 'registered', agentId });
    return new PlanwrightClient({ url, key: ownKey });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

type Registering = AgentOptions & Required<Pick<AgentOptions, 'register' | 'signal'>>;

/** What a server gives to an agent that does not say. */
const usualCapacity = 20;

const capacityOf = ({ concurrency = 1 }: AgentOptions): { readonly capacity?: number } =>
  concurrency > usualCapacity ? { capacity: concurrency } : {};

/** The agent's own key is what it gets, or else what it showed. */
async function registerWith(options: Registering, key: string | undefined) {
  const { url, register, signal } = options;
  const { name, role = '' } = register;
  const capacity = capacityOf(options);
  const input = { name, role, capabilities: capabilitiesOf(options), ...capacity };
  const answer = await new PlanwrightClient({ url, key }).registerAgent(input, { signal });
  return { agentId: answer.agent_id, ownKey: answer.key ?? key };
}

/** Null where the server does not take the kept key any more: the agent was removed, or it is new. */
async function registerAgain(options: Registering, key: string) {
  try {
    return await registerWith(options, key);
  } catch (error) {
    if (isApiError(error, 'unauthorized')) return null;
    throw error;
  }
}

class Agent {
  readonly #client: PlanwrightClient;
  readonly #options: AgentOptions & { signal: AbortSignal };
  readonly #settings: AgentSettings;
  readonly #tell: (event: AgentEvent) => void;
  readonly #held: HeldLeases;
  readonly #counts = { completed: 0, failed: 0, asked: 0, proposed: 0, lost: 0 };

  constructor(
    client: PlanwrightClient,
    options: AgentOptions & { signal: AbortSignal },
    settings: AgentSettings,
    tell: (event: AgentEvent) => void,
  ) {
    this.#client = client;
    this.#held = new HeldLeases(client);
    this.#options = options;
    this.#settings = settings;
    this.#tell = tell;
  }

  get summary(): AgentSummary {
    return { ...this.#counts };
  }

  /** One hand: takes one step after the other. */
  async loop(): Promise<void> {
    const { signal } = this.#options;
    let troubles = 0;
    while (!signal.aborted) {
      try {
        await this.#takeOne();
        troubles = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error)) throw error;
        this.#tell({ type: 'trouble', error });
        troubles += 1;
        await pauseQuietly(backoffMs(troubles, troubleBackoff, Math.random), signal);
      }
    }
  }

  async #takeOne(): Promise<void> {
    const startedMs = performance.now();
    const claim = await this.#client.claimWork(this.#claimInput(), {
      signal: this.#options.signal,
    });
    for (const message of claim.messages ?? []) this.#tell({ type: 'message', message });
    if (claim.step && claim.lease) {
      await this.#work(claim.step, claim.lease);
      return;
    }
    const leftMs = emptyClaimPauseMs - (performance.now() - startedMs);
    if (leftMs > 0) await pauseQuietly(leftMs, this.#options.signal);
  }

  #claimInput(): Input<'work_claim'> {
    const { executionId, kinds } = this.#options;
    const { acknowledgeMs } = this.#settings;
    return {
      wait_seconds: this.#settings.waitSeconds,
      lease_seconds: Math.round(this.#settings.leaseMs / 1000),
      ...(acknowledgeMs > 0 ? { acknowledge_seconds: acknowledgeMs / 1000 } : {}),
      ...(executionId === undefined ? {} : { execution_id: executionId }),
      ...(kinds === undefined ? {} : { kinds }),
    };
  }

  async #work(
    step: NonNullable<Output<'work_claim'>['step']>,
    lease: NonNullable<Output<'work_claim'>['lease']>,
  ): Promise<void> {
    this.#tell({ type: 'claimed', step });
    const end = await runStep({
      client: this.#client,
      options: this.#options,
      step,
      token: lease.token,
      leaseMs: this.#settings.leaseMs,
      acknowledgeMs: this.#settings.acknowledgeMs,
      held: this.#held,
      stopGraceMs: this.#settings.stopGraceMs,
      tell: this.#tell,
    }).catch((error: unknown) => this.#unknownEnd(error));
    this.#counts[end] += 1;
  }

  /** The result could not be delivered; the lease runs out and the server hands the step out anew. */
  #unknownEnd(error: unknown): 'lost' {
    if (!(error instanceof PlanwrightApiError)) throw error;
    this.#tell({ type: 'trouble', error });
    return 'lost';
  }
}

/** A bad key or a wrong address does not get better by claiming again. */
const isFinal = (error: unknown): boolean =>
  !(error instanceof PlanwrightApiError) || error.retry !== 'later';
