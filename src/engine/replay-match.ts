// Decides again what a log says was decided: the command behind the next events is asked of the
// machine as it is now, and its answer is held against what is written. Pure.
import { canonicalJson } from '../base/canonical-json.ts';
import { type Ahead, commandsFor } from './command-of.ts';
import type { Command } from './commands.ts';
import type { EventDraft, RunEvent } from './event-types.ts';
import { decide } from './machine.ts';
import type { RunState } from './state.ts';

/** The first place where this machine would have written something else. */
export interface Difference {
  readonly seq: number;
  /** The command that was decided again; empty if none leads here. */
  readonly command: string;
  /** Null if the machine writes nothing here. */
  readonly expected: EventDraft | null;
  /** Null if the log ends here. */
  readonly found: EventDraft | null;
  readonly why: string;
}

export type Match =
  | { readonly command: Command; readonly count: number; readonly difference?: undefined }
  | { readonly difference: Difference };

/** Which machine made the log is not for this one to decide. */
function comparable({ type, data, refs }: EventDraft): object {
  const told = type === 'run.created' ? { ...data, machine: 0 } : data;
  const isPlain = refs === undefined || Object.keys(refs).length === 0;
  return { type, data: told, ...(isPlain ? {} : { refs }) };
}

const isSame = (left: EventDraft, right: EventDraft): boolean =>
  left.type === right.type && canonicalJson(comparable(left)) === canonicalJson(comparable(right));

function countSame(events: readonly EventDraft[], ahead: Ahead): number {
  for (const [index, event] of events.entries()) {
    const found = ahead(index);
    if (!found || !isSame(event, found)) return index;
  }
  return events.length;
}

const draftOf = ({ type, data, refs }: RunEvent): EventDraft =>
  ({ type, data, ...(refs ? { refs } : {}) }) as EventDraft;

/** What one command leads to, as far as it agrees with the log. */
interface Attempt {
  readonly command: Command;
  readonly events: readonly EventDraft[];
  readonly same: number;
  readonly why: string;
}

function attempt(state: RunState, command: Command, ahead: Ahead, now: number): Attempt {
  const decision = decide(state, command, { now });
  const events = decision.events ?? [];
  const why = decision.rejection ? `refused: ${decision.rejection.message}` : '';
  return { command, events, same: countSame(events, ahead), why };
}

const fits = ({ events, same }: Attempt): boolean => events.length > 0 && same === events.length;

function isBetter(one: Attempt, other: Attempt | null): boolean {
  if (!other) return true;
  return fits(one) === fits(other) ? one.same > other.same : fits(one);
}

function differenceOf(seq: number, best: Attempt | null, ahead: Ahead): Difference {
  const offset = best?.same ?? 0;
  const found = ahead(offset);
  const expected = best?.events[offset] ?? null;
  const refused = best?.why || 'no command leads to this event';
  const why = expected ? 'the machine writes another event' : refused;
  return {
    seq: seq + offset,
    command: best?.command.type ?? '',
    expected,
    found: found ? draftOf(found) : null,
    why: found ? why : 'the log ends in the middle of a decision',
  };
}

/** The command behind the next events and how many of them it explains, or where they differ. */
export function matchNext(state: RunState, ahead: Ahead): Match {
  const now = ahead(0)?.at ?? state.at;
  let best: Attempt | null = null;
  for (const command of commandsFor(state, ahead)) {
    const one = attempt(state, command, ahead, now);
    if (isBetter(one, best)) best = one;
  }
  if (best && fits(best)) return { command: best.command, count: best.same };
  return { difference: differenceOf(state.seq + 1, best, ahead) };
}
