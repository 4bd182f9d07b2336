// Counts, from the events alone, how many hold a slot at a time.
import type { RunEvent } from '../../src/engine/event-types.ts';
import type { SlotLimits } from '../../src/engine/slots.ts';
import type { Dice } from './dice.ts';
import type { RunWatch } from './run-watch.ts';

function randomLimits(dice: Dice): SlotLimits {
  const limits = new Map<string, number>();
  if (dice.chance(0.3)) limits.set('kind:agent', dice.int(1, 2));
  if (dice.chance(0.2)) limits.set('kind:tool', 1);
  if (dice.chance(0.3)) limits.set('provider:mail', 1);
  return limits;
}

export class SlotWatch {
  readonly limits: SlotLimits;
  readonly #held = new Map<string, readonly string[]>();

  constructor(dice: Dice) {
    this.limits = randomLimits(dice);
  }

  /** What is wrong after this event, which the watch of the run has seen. */
  take(watch: RunWatch, event: RunEvent): string | null {
    if (this.limits.size === 0) return null;
    if (event.type === 'run.ended') return this.#endRun(watch);
    const { data } = event;
    if (!('step' in data)) return null;
    // It is completed in the same commit, and holds nothing.
    if ('late' in data) return null;
    const step = watch.steps.get(data.step);
    const place = `${watch.id}/${data.step}`;
    if (step?.state !== 'LEASED') {
      this.#held.delete(place);
      return this.#dropDismissed(watch);
    }
    const { performer, slot = '' } = step.def;
    this.#held.set(place, [`kind:${performer}`, `provider:${slot}`]);
    return this.#excess(event);
  }

  #endRun(watch: RunWatch): null {
    for (const place of [...this.#held.keys()]) {
      if (place.startsWith(`${watch.id}/`)) this.#held.delete(place);
    }
    return null;
  }

  /** Members of a group that joined without them are free as well. */
  #dropDismissed(watch: RunWatch): null {
    for (const [id, { state }] of watch.steps) {
      if (state !== 'LEASED') this.#held.delete(`${watch.id}/${id}`);
    }
    return null;
  }

  #excess(event: RunEvent): string | null {
    for (const [name, max] of this.limits) {
      const count = [...this.#held.values()].filter((names) => names.includes(name)).length;
      if (count > max) return `${event.run} ${event.seq}: ${count} hold ${name}, ${max} may`;
    }
    return null;
  }
}
