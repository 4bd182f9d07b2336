// All leases that an agent has in hand, kept by one loop: a beat shows all their tokens in one call.
// A new lease is shown at once, and those that come while a call is under way go with the next one.
import { isApiError, isLeaseLost } from './api-error.ts';
import type { PlanwrightClient } from './client.ts';
import { pauseQuietly } from './pause.ts';
import type { DeliveredMessage, Input, Output } from './wire.ts';

/** A call that hangs must not keep a new lease from being acknowledged in time. */
const mostCallMs = 5_000;
/** The longest time that a timer can wait. */
const mostRestMs = 2 ** 31 - 1;

export interface KeptLease {
  readonly token: string;
  /** Aborted when the work on it is to stop. */
  readonly signal: AbortSignal;
  readonly hasReport: boolean;
  readonly everyMs: number;
  readonly nextBeatAtMs: number;
  takeReport(): Pick<Input<'work_heartbeat'>, 'progress' | 'note'>;
  hear(heard: Heard): void;
  /** Its token was sent, and no answer came. */
  missed(): void;
  stop(why: 'lease_lost'): void;
  tell(message: DeliveredMessage): void;
}

export type Heard = Pick<Output<'work_heartbeat'>['leases'][number], 'state' | 'signal'>;

export class HeldLeases {
  readonly #client: Pick<PlanwrightClient, 'heartbeat'>;
  readonly #keepers = new Set<KeptLease>();
  #loop: Promise<void> | null = null;
  #resting = new AbortController();
  #calling = new AbortController();

  constructor(client: Pick<PlanwrightClient, 'heartbeat'>) {
    this.#client = client;
  }

  add(keeper: KeptLease): void {
    this.#keepers.add(keeper);
    this.#loop ??= this.#beatWhileHeld();
    this.wake();
  }

  /** Once nothing is held, no call is under way when this resolves. */
  async remove(keeper: KeptLease): Promise<void> {
    this.#keepers.delete(keeper);
    if (this.#keepers.size > 0) return;
    this.wake();
    this.#calling.abort();
    await this.#loop;
  }

  /** One of them has something to say. */
  wake(): void {
    this.#resting.abort();
  }

  async #beatWhileHeld(): Promise<void> {
    while (this.#keepers.size > 0) {
      const nextAtMs = Math.min(...[...this.#keepers].map((keeper) => keeper.nextBeatAtMs));
      const restMs = nextAtMs - performance.now();
      if (restMs <= 0) {
        await this.#beat();
        continue;
      }
      this.#resting = new AbortController();
      await pauseQuietly(Math.min(Math.ceil(restMs), mostRestMs), this.#resting.signal);
    }
    this.#loop = null;
  }

  async #beat(): Promise<void> {
    const kept = [...this.#keepers].filter((keeper) => !keeper.signal.aborted);
    // A call takes the report of one lease.
    const first = kept.find((keeper) => keeper.hasReport) ?? kept[0];
    if (!first) return;
    const others = kept.filter((keeper) => keeper !== first);
    const tokens = others.map(({ token }) => token);
    const more = tokens.length === 0 ? {} : { lease_tokens: tokens };
    const totalMs = Math.min(mostCallMs, ...kept.map((keeper) => keeper.everyMs));
    const limits = {
      timeoutMs: Math.max(1_000, totalMs),
      retry: { totalMs, maxMs: totalMs / 2 },
    };
    this.#calling = new AbortController();
    try {
      const answer = await this.#client.heartbeat(
        { lease_token: first.token, ...more, ...first.takeReport() },
        { signal: this.#calling.signal, ...limits },
      );
      for (const [index, other] of others.entries()) {
        const lease = answer.leases?.[index];
        if (lease) other.hear(lease);
        else other.missed();
      }
      for (const message of answer.messages ?? []) first.tell(message);
      first.hear({ state: 'held', signal: answer.signal });
    } catch (error) {
      // The others were renewed, or are shown again at once.
      if (isLeaseLost(error)) first.stop('lease_lost');
      else if (isApiError(error) && error.retry !== 'later') {
        for (const keeper of kept) keeper.stop('lease_lost');
      } else for (const keeper of kept) keeper.missed();
    }
  }
}
