// Thinking for a plan with brain caller: claim a thought, ask the mind, hand in what it says, ask again
// with what was wrong, until the plan is over. Several thoughts at once, each under a kept lease.
import { acknowledgeMsOf } from './agent-options.ts';
import { isApiError, isLeaseLost, PlanwrightApiError } from './api-error.ts';
import { backoffMs } from './backoff.ts';
import type { PlanwrightClient } from './client.ts';
import { HeldLeases } from './held-leases.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { pauseQuietly } from './pause.ts';
import { reportOf, StepFailure } from './step-failure.ts';
import {
  type Mind,
  type ThinkEvent,
  type ThinkOptions,
  type ThinkSettings,
  type ThinkSummary,
  thinkSettings,
} from './think-options.ts';
import type { Output, WorkStep } from './wire.ts';

/** After a claim that came back at once with nothing: never a busy loop. */
const emptyClaimPauseMs = 250;
const troubleBackoff = { firstMs: 250, maxMs: 10_000 } as const;

/** Resolves when the plan is over, whoever finished it. Rejects when the mind itself fails. */
export async function thinkFor(
  client: PlanwrightClient,
  planId: string,
  mind: Mind,
  options: ThinkOptions = {},
): Promise<ThinkSummary> {
  const settings = thinkSettings(options);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const thinker = new Thinker(client, planId, mind, { ...options, signal }, settings);
  const hands = Array.from({ length: settings.concurrency }, () =>
    thinker.loop().catch((error: unknown) => {
      stop.abort();
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(hands)).find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return { status: await client.planStatus(planId), ...thinker.counts };
}

const isGoingOn = ({ state }: Output<'plan_status'>): boolean =>
  state === 'pending' || state === 'processing';

const isPassing = (error: unknown): boolean => isApiError(error) && error.retry === 'later';

type Lease = NonNullable<Output<'work_claim'>['lease']>;

interface HandedIn {
  readonly state: Output<'work_complete'>['task_state'] | null;
  readonly problems: string;
}

class Thinker {
  readonly counts = { answered: 0, sentBack: 0 };
  readonly #held: HeldLeases;
  readonly #client: PlanwrightClient;
  readonly #planId: string;
  readonly #mind: Mind;
  readonly #options: ThinkOptions & { readonly signal: AbortSignal };
  readonly #settings: ThinkSettings;

  constructor(
    client: PlanwrightClient,
    planId: string,
    mind: Mind,
    options: ThinkOptions & { readonly signal: AbortSignal },
    settings: ThinkSettings,
  ) {
    this.#client = client;
    this.#held = new HeldLeases(client);
    this.#planId = planId;
    this.#mind = mind;
    this.#options = options;
    this.#settings = settings;
  }

  /** One hand: one thought after the other. */
  async loop(): Promise<void> {
    const { signal } = this.#options;
    let troubles = 0;
    while (!signal.aborted) {
      try {
        if (!(await this.#takeOne())) return;
        troubles = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (!isPassing(error)) throw error;
        this.#tell({ type: 'trouble', error });
        troubles += 1;
        await pauseQuietly(backoffMs(troubles, troubleBackoff, Math.random), signal);
      }
    }
  }

  #tell(event: ThinkEvent): void {
    this.#options.onEvent?.(event);
  }

  /** False once the plan is over. */
  async #takeOne(): Promise<boolean> {
    const { signal } = this.#options;
    const startedMs = performance.now();
    const acknowledgeMs = acknowledgeMsOf(this.#settings.leaseMs);
    const { step, lease } = await this.#client.claimWork(
      {
        ...{ kinds: ['model'], plan_id: this.#planId, wait_seconds: this.#settings.waitSeconds },
        lease_seconds: Math.max(1, Math.round(this.#settings.leaseMs / 1000)),
        ...(acknowledgeMs > 0 ? { acknowledge_seconds: acknowledgeMs / 1000 } : {}),
      },
      { signal },
    );
    if (step && lease) {
      await this.#hold(step, lease);
      return true;
    }
    if (!isGoingOn(await this.#client.planStatus(this.#planId, { signal }))) return false;
    const leftMs = emptyClaimPauseMs - (performance.now() - startedMs);
    if (leftMs > 0) await pauseQuietly(leftMs, signal);
    return true;
  }

  async #hold(step: WorkStep, { token }: Lease): Promise<void> {
    const { leaseMs } = this.#settings;
    const keeper = new LeaseKeeper({
      ...{ token, leaseMs, acknowledgeMs: acknowledgeMsOf(leaseMs) },
      ...{ held: this.#held, onPause: () => undefined },
    });
    const stop = (): void => keeper.stop('stopping');
    this.#options.signal.addEventListener('abort', stop, { once: true });
    if (this.#options.signal.aborted) stop();
    this.#tell({ type: 'claimed', stepId: step.step_id });
    try {
      await keeper.start();
      await this.#answer(step, token, keeper);
    } catch (error) {
      if (keeper.end === 'lease_lost' || isLeaseLost(error)) {
        this.#tell({ type: 'lost', stepId: step.step_id });
        return;
      }
      await this.#handBack(token, keeper, error);
    } finally {
      this.#options.signal.removeEventListener('abort', stop);
      await keeper.close();
    }
  }

  /** Until it is taken, or goes to somebody else after too many bad answers. */
  async #answer(step: WorkStep, token: string, keeper: LeaseKeeper): Promise<void> {
    const { step_id: stepId, title, prompt, output_schema } = step;
    const { signal } = keeper;
    const asked = { prompt: prompt ?? '', schema: output_schema ?? {}, title, stepId, signal };
    let feedback = step.context.last_error;
    let lastAnswer: unknown = null;
    for (;;) {
      const answer = await unlessAborted(this.#mind({ ...asked, feedback, lastAnswer }), signal);
      const { state, problems } = await this.#handIn(token, answer);
      if (state === 'COMPLETE') {
        this.counts.answered += 1;
        this.#tell({ type: 'answered', stepId });
        return;
      }
      this.counts.sentBack += 1;
      this.#tell({ type: 'sent_back', stepId, feedback: problems });
      if (state !== null) return;
      feedback = problems;
      lastAnswer = answer;
    }
  }

  /** Its state after the answer; null while the lease goes on, with what is wrong. */
  async #handIn(token: string, answer: object): Promise<HandedIn> {
    const output = answer as Record<string, unknown>;
    try {
      const ended = await this.#client.completeWork({ lease_token: token, output });
      return { state: ended.task_state, problems: ended.next_action };
    } catch (error) {
      if (isApiError(error, 'output_invalid')) return { state: null, problems: error.detail };
      throw error;
    }
  }

  /** Somebody else may think about it. A mind that is only busy is asked again later. */
  async #handBack(token: string, keeper: LeaseKeeper, error: unknown): Promise<void> {
    await keeper.close();
    if (error instanceof PlanwrightApiError) throw error;
    const isStopped = keeper.signal.aborted;
    const stopped = new StepFailure('transient', 'The agent stopped before it was done.');
    const report = reportOf(isStopped ? stopped : error);
    // That this mind broke says nothing about the next one.
    const failure = error instanceof StepFailure ? error.class : 'transient';
    await this.#client
      .failWork({ lease_token: token, ...report, class: failure })
      .catch((lost: unknown) => {
        if (!isLeaseLost(lost)) throw lost;
      });
    if (!isStopped && !(error instanceof StepFailure)) throw error;
  }
}

/** A mind that does not heed its signal is not waited for. */
async function unlessAborted(
  answer: Promise<object> | object,
  signal: AbortSignal,
): Promise<object> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([answer, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
