// Figures that take longer than an event may wait (percentiles, odds) are shown with their age: of
// which state they are, and how much has happened since.
import type { Minute } from '../project.ts';

export interface Aged<Value> {
  readonly value: Value;
  /** Counts the events it takes in; grows by one with each. */
  readonly revision: number;
  readonly computedAt: Minute;
}

export interface Age {
  readonly ageMinutes: number;
  /** Events since then that it does not know. */
  readonly eventsBehind: number;
  readonly fresh: boolean;
}

export function ageOf(aged: Aged<unknown>, revision: number, now: Minute): Age {
  const eventsBehind = Math.max(0, revision - aged.revision);
  return {
    ageMinutes: Math.max(0, now - aged.computedAt),
    eventsBehind,
    fresh: eventsBehind === 0,
  };
}

/** The newer of two, so that a slow computation never replaces a later one. */
export function newer<Value>(known: Aged<Value> | undefined, arrived: Aged<Value>): Aged<Value> {
  return known !== undefined && known.revision > arrived.revision ? known : arrived;
}
