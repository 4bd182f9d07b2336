// How many calls at a time one key of one provider gets, and when it gets none, over all servers. A
// step's lease has a slot of its first provider already; for another one, asked when the first fails,
// a slot is taken for the time of the call. It is the step's, and freed with its lease if the process
// dies. A provider that says "too many" is left alone by everybody until the time it names.
import { providerSlot, type SlotLimits } from '../../../engine/slots.ts';
import { type Model, type ModelReply, withCall } from '../../../models/model.ts';
import { isModelError } from '../../../models/model-error.ts';
import type { AskTools } from '../../../models/question.ts';
import type { Store } from '../../../store/store.ts';
import type { ThoughtPlace } from '../../mind.ts';

type LimitStore = Pick<Store, 'commit' | 'taken' | 'now'>;

export interface CallLimitParts {
  readonly store: LimitStore;
  readonly limits: SlotLimits;
  readonly sleep: AskTools['sleep'];
  readonly random: AskTools['random'];
}

const firstWaitMs = 50;
const longestWaitMs = 1_000;
/** Where a provider names no time. */
const usualCoolMs = 1_000;
/** Nobody waits longer for a provider; the question goes on to the next one. */
const longestCoolMs = 60_000;

const coolKey = (slot: string): string => `cool:${slot}`;

export class CallLimits {
  readonly #parts: CallLimitParts;

  constructor(parts: CallLimitParts) {
    this.#parts = parts;
  }

  /** Takes slots for one step, whose lease has one of `own`. */
  places(place: ThoughtPlace, own: string): AskTools['takeSlot'] {
    return (slot, signal) => this.#take(place, own, slot, signal);
  }

  /** The same model, which heeds what the provider said to anybody, and passes on what it says. */
  heeding(model: Model): Model {
    return withCall(model, async (request, signal): Promise<ModelReply> => {
      await this.#cooled(model.slot, signal);
      try {
        return await model.call(request, signal);
      } catch (error) {
        if (isModelError(error) && error.errorClass === 'rate_limit') {
          await this.#cool(model.slot, error.retryAfterMs ?? usualCoolMs);
        }
        throw error;
      }
    });
  }

  async #take(
    { tenant, run, step }: ThoughtPlace,
    own: string,
    slot: string,
    signal: AbortSignal,
  ): Promise<() => void> {
    const { store, limits, sleep, random } = this.#parts;
    const wanted = slot === own ? null : providerSlot(limits, tenant, run, step, slot);
    if (!wanted) return () => undefined;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      signal.throwIfAborted();
      const [result] = await store.commit([{ require: [wanted] }]);
      // What cannot be given back now is freed with the lease.
      if (result?.ok) {
        return () => void store.commit([{ freeSlots: [wanted.place] }]).catch(() => undefined);
      }
      await sleep(waitMs * (0.5 + random()), signal);
    }
  }

  async #cooled(slot: string, signal: AbortSignal): Promise<void> {
    const { store, sleep, random } = this.#parts;
    const found = await store.taken(coolKey(slot));
    const waitMs = (found?.until ?? 0) - store.now();
    // Not all at once when it is over.
    if (waitMs > 0) await sleep(waitMs + random() * firstWaitMs * 4, signal);
  }

  /** Whoever says so first; a longer time that comes later is heeded by those who were told. */
  async #cool(slot: string, coolMs: number): Promise<void> {
    const { store } = this.#parts;
    const until = store.now() + Math.min(longestCoolMs, coolMs);
    await store.commit([{ require: [{ unique: coolKey(slot), value: 'cool', until }] }]);
  }
}
