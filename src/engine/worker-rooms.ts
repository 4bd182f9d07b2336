// How many steps an in-process worker has under way at a time. Those of models do nothing but wait for
// others, so there is more room for them; slots limit what is scarce.
import type { Room } from './claims.ts';

const usualMax = 64;
const thinkingMax = 256;

type Kind = 'thinking' | 'other';
export type Quota = Readonly<Record<Kind, number>>;

const kindOf = (performer: string): Kind => (performer === 'model' ? 'thinking' : 'other');

/** A room is kept while a lease is on its way, and given back where it does not come. */
export type RoomShare = Pick<Room<never>, 'left' | 'keep' | 'giveBack'>;

export interface PassedRooms {
  /**
   * Begins a count that tells whether there is room for one more, and keeps that room: it is decided
   * some time before it is taken. The last room is not passed on where others should have it.
   */
  decide(mayPassOn: boolean): (performer: string) => boolean;
  /** Those that were taken have their rooms, the others are free again. */
  settle(taken: readonly string[]): void;
}

export class WorkerRooms {
  readonly #free: Record<Kind, number>;

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

  /** What each of these may take in a round, who want rooms for such performers. */
  quota(wanted: readonly (readonly string[])[]): Quota {
    const each = (kind: Kind): number => {
      const among = wanted.filter((performers) => performers.some((one) => kindOf(one) === kind));
      return Math.ceil(Math.max(0, this.#free[kind]) / Math.max(1, among.length));
    };
    return { thinking: each('thinking'), other: each('other') };
  }

  share(quota: Quota): RoomShare {
    const own = { ...quota };
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

  /** For what follows a step, which may have the step's own room too; or for what follows nothing. */
  passOn(done: string | null): PassedRooms {
    let kept: string[] = [];
    const giveBack = (): void => {
      for (const performer of kept) this.leave(performer);
      kept = [];
    };
    const freeFor = (kind: Kind): number =>
      this.#free[kind] + (done !== null && kind === kindOf(done) ? 1 : 0);
    return {
      decide: (mayPassOn) => {
        giveBack();
        const leastOf = (kind: Kind): number => (!mayPassOn && freeFor(kind) <= 1 ? 1 : 0);
        const least = { thinking: leastOf('thinking'), other: leastOf('other') };
        return (performer) => {
          const kind = kindOf(performer);
          if (freeFor(kind) <= least[kind]) return false;
          kept.push(performer);
          this.enter(performer);
          return true;
        };
      },
      settle: (taken) => {
        for (const performer of taken) this.enter(performer);
        giveBack();
      },
    };
  }
}
