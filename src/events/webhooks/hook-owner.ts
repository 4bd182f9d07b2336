// Which server delivers to a webhook. Time is cut into slots, and a slot is taken by whoever first
// stores its key; so one server at a time sends to an endpoint, in order, for one small commit every
// five seconds. A server that died is followed by another when its slot is over.
import type { Store } from '../../store/store.ts';

export const slotMs = 5_000;
/** The owner takes the next slot this long before its own is over, so that it stays the owner. */
const earlyMs = 1_500;

interface Slots {
  /** The last slot that is ours. */
  own: number;
  /** The last slot that is somebody else's. */
  foreign: number;
}

export class HookOwner {
  readonly #store: Pick<Store, 'commit' | 'now'>;
  readonly #server: string;
  readonly #slots = new Map<string, Slots>();

  constructor(store: Pick<Store, 'commit' | 'now'>, server: string) {
    this.#store = store;
    this.#server = server;
  }

  /** Whether this server may send to it now; takes the slot if it is free. */
  async owns(hook: string): Promise<boolean> {
    const now = this.#store.now();
    const slot = Math.floor(now / slotMs);
    const slots = this.#slotsOf(hook);
    if (slots.own < slot && slots.foreign < slot) await this.#take(hook, slots, slot);
    if (slots.own < slot) return false;
    const leftMs = (slot + 1) * slotMs - now;
    if (leftMs <= earlyMs && slots.own === slot && slots.foreign <= slot) {
      await this.#take(hook, slots, slot + 1);
    }
    return true;
  }

  /** Known without asking: somebody else has the present slot. */
  isForeign(hook: string): boolean {
    const slots = this.#slots.get(hook);
    const slot = Math.floor(this.#store.now() / slotMs);
    return slots !== undefined && slots.own < slot && slots.foreign >= slot;
  }

  /** How long until the slot is over that somebody else has. */
  freeInMs(): number {
    return slotMs - (this.#store.now() % slotMs);
  }

  forget(isKnown: (hook: string) => boolean): void {
    for (const hook of this.#slots.keys()) if (!isKnown(hook)) this.#slots.delete(hook);
  }

  #slotsOf(hook: string): Slots {
    const known = this.#slots.get(hook);
    if (known) return known;
    const slots = { own: -1, foreign: -1 };
    this.#slots.set(hook, slots);
    return slots;
  }

  async #take(hook: string, slots: Slots, slot: number): Promise<void> {
    const unique = `webhook-slot:${hook}:${slot}`;
    const require = [{ unique, value: this.#server, until: (slot + 2) * slotMs }];
    const [result] = await this.#store.commit([{ require }]);
    // Ours already where it was forgotten meanwhile.
    const isOurs = result?.ok || (result?.conflict === 'unique' && result.value === this.#server);
    if (isOurs) slots.own = Math.max(slots.own, slot);
    else slots.foreign = Math.max(slots.foreign, slot);
  }
}
