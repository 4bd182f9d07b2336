// Steps that a worker of this process takes in the very commit that makes them ready: behind a step that
// it completes, or with the creation of their run.
import { type Grant, grantOf } from './claimed-step.ts';
import type { Command } from './commands.ts';
import type { ClaimedStep } from './engine-api.ts';
import type { RunEvent } from './event-types.ts';
import { asksOf } from './purse.ts';
import type { RunState, Step } from './state.ts';
import type { Submission } from './submission.ts';

/** Steps that the same in-process worker takes in the commit that makes them ready. */
export interface TakeNext {
  readonly performers: readonly string[];
  readonly leaseMs: number;
  /** Begins a count of what is taken; it tells whether there is room for one more. */
  rooms(): (performer: string) => boolean;
}

/** What a creation opens, or a completion: successors, and checks of what is claimed. */
const madeReady = (event: RunEvent): readonly string[] => {
  if (event.type === 'step.verified' || event.type === 'step.skipped') return event.data.ready;
  if (event.type !== 'graph.patched') return [];
  const { cause, ready } = event.data;
  return cause === 'check' || cause === 'created' ? ready : [];
};

/** Newly ready steps that this worker may go on with, as commands. */
export function takeCommands(
  state: RunState,
  events: readonly RunEvent[],
  holder: string,
  take: TakeNext,
  mayTake: (step: Step) => boolean,
): Command[] {
  const commands: Command[] = [];
  const hasRoom = take.rooms();
  for (const event of events) {
    for (const id of madeReady(event)) {
      const step = state.steps.get(id);
      if (!step || !take.performers.includes(step.def.performer) || !mayTake(step)) continue;
      // What a purse of several runs may refuse is asked for by itself.
      if (state.purse.family !== undefined && asksOf(step) !== '') continue;
      if (!hasRoom(step.def.performer)) continue;
      commands.push({ type: 'lease', step: id, holder, leaseMs: take.leaseMs });
      // Refused if it was taken; else it cannot be paid.
      if (step.def.cost) commands.push({ type: 'park', step: id, for: 'budget' });
    }
  }
  return commands;
}

export function grantsIn(state: RunState, events: readonly RunEvent[]): Grant[] {
  return events.flatMap((event) => {
    if (event.type !== 'step.leased') return [];
    const { step, lease_ms: leaseMs } = event.data;
    const grant = grantOf(state, step, event.at + leaseMs);
    return grant ? [grant] : [];
  });
}

/** Somebody who takes first steps of runs that this process creates. */
export interface FirstTaker extends TakeNext {
  readonly holder: string;
  taken(steps: readonly ClaimedStep[], tenant: string): void;
  /** The run was not created, or nobody knows. */
  failed(error: unknown): void;
}

export interface FirstSteps extends Required<Pick<Submission, 'follow'>> {
  /** To be called while the state is at these events. */
  look(state: RunState, events: readonly RunEvent[]): void;
  /** What was taken by the commit of these events; nothing where they are another's. */
  of(events: readonly RunEvent[]): readonly Grant[];
}

export function firstSteps(taker: FirstTaker, mayTake: (step: Step) => boolean): FirstSteps {
  let seen: { readonly events: readonly RunEvent[]; readonly grants: readonly Grant[] } | null =
    null;
  return {
    follow: (state, events) => takeCommands(state, events, taker.holder, taker, mayTake),
    look: (state, events) => {
      seen = { events, grants: grantsIn(state, events) };
    },
    of: (events) => (seen?.events === events ? seen.grants : []),
  };
}
