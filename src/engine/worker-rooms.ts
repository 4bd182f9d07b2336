// How many steps an in-process worker has under way at a time. Those of models do nothing but wait for
// others, so there is more room for them; slots limit what is scarce.
import type { Room } from './claims.ts';

const usualMax = 64;
const thinkingMax = 256;

const kindOf = (performer: string): 'thinking' | 'other' =>
  performer === 'model' ? 'thinking' : 'other';

/** A room is kept while a lease is on its way, and given back where it does not come. */
export type RoomShare = Pick<Room<never>, 'left' | 'keep' | 'giveBack'>;

export class WorkerRooms {
  readonly #free: Record<ReturnType<typeof kindOf>, number>;

  /** So many of each kind, instead of the usual. */
  constructor(max?: number) {
    this.#free = { thinking: max ?? thinkingMax, other: max ?? usualMax };
  }

  enter(performer: string): void {
    this.#free[kindOf(performer)] -= 1;
  }

  leave(performer: string): void {
    this.#free[kindOf(performer)] += 1;
  }

  has(performer: string): boolean {
    return this.#free[kindOf(performer)] > 0;
  }

  /** What one of so many may take of what is free now. */
  share(among: number): RoomShare {
    const own = {
      thinking: Math.ceil(this.#free.thinking / among),
      other: Math.ceil(this.#free.other / among),
    };
    return {
      left: (performer) => Math.min(own[kindOf(performer)], this.#free[kindOf(performer)]),
      keep: (performer) => {
        own[kindOf(performer)] -= 1;
        this.enter(performer);
      },
      giveBack: (performer) => {
        own[kindOf(performer)] += 1;
        this.leave(performer);
      },
    };
  }

  /**
   * Begins a count of what may follow when a step is done, whose own room becomes free; it tells
   * whether there is room for one more. The last room is not passed on where others should have it.
   */
  after(done: string, mayPassOn: boolean): (performer: string) => boolean {
    const free = { ...this.#free };
    free[kindOf(done)] += 1;
    const least = { thinking: 0, other: 0 };
    for (const kind of ['thinking', 'other'] as const) {
      if (!mayPassOn && free[kind] <= 1) least[kind] = 1;
    }
    return (performer) => {
      const kind = kindOf(performer);
      free[kind] -= 1;
      return free[kind] >= least[kind];
    };
  }
}
