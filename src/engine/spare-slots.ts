// Slots that steps take with the completion that makes them ready, in one commit. The last slot of a
// name is left to those who wait in turn, so that a run cannot pass its slots on and on; and where
// there were none to spare, all steps wait in turn for a moment.
import type { Requirement } from '../store/store.ts';
import type { Rejection } from './decision.ts';
import type { RunEvent } from './event-types.ts';
import { type SlotLimits, slotRequirements } from './slots.ts';
import type { RunState, Step } from './state.ts';
import type { Submission } from './submission.ts';

/** Each try that fails costs a reading of the run. */
const shortMs = 1_000;

export class SpareSlots {
  /** All but the last of each. */
  readonly #limits: SlotLimits;
  #shortUntil = 0;

  constructor(limits: SlotLimits) {
    this.#limits = new Map([...limits].map(([name, max]) => [name, max - 1]));
  }

  needsNone({ def }: Step): boolean {
    return slotRequirements(this.#limits, '', '', '', def).length === 0;
  }

  mayTake({ def }: Step, now: number): boolean {
    const wanted = slotRequirements(this.#limits, '', '', '', def);
    if (wanted.length === 0) return true;
    return now >= this.#shortUntil && wanted.every((one) => 'max' in one && one.max > 0);
  }

  get requireFor(): Pick<Submission, 'requireFor'> {
    return this.#limits.size === 0 ? {} : { requireFor: this.#requireFor };
  }

  /** Whether a completion was refused for want of slots alone; the next one takes none. */
  isShort({ code }: Rejection, now: number): boolean {
    if (code !== 'conflict' || this.#limits.size === 0) return false;
    this.#shortUntil = now + shortMs;
    return true;
  }

  readonly #requireFor = (state: RunState, events: readonly RunEvent[]): Requirement[] =>
    events.flatMap((event) => {
      if (event.type !== 'step.leased') return [];
      const { step } = event.data;
      const def = state.steps.get(step)?.def;
      return def ? slotRequirements(this.#limits, state.tenant, state.id, step, def) : [];
    });
}
