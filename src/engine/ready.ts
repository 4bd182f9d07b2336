// What a commit means for those who wait for work, and for those who work.
import type { ReadyStep } from './claims.ts';
import type { Advance } from './engine-api.ts';
import type { RunEvent, Waiting } from './event-types.ts';
import type { RunState } from './state.ts';

/** What waits for somebody who can do it is taken by whoever can. */
const idsForTheCapable = (waiting: readonly Waiting[]): string[] =>
  waiting.filter((one) => one.for === 'capability').map(({ step }) => step);

const nothing: readonly string[] = [];

function idsMadeReady(event: RunEvent): readonly string[] {
  switch (event.type) {
    case 'graph.patched':
    case 'step.verified':
    case 'step.skipped':
      return event.data.waiting
        ? [...event.data.ready, ...idsForTheCapable(event.data.waiting)]
        : event.data.ready;
    case 'recovery.chosen':
    case 'approval.given':
    case 'step.woken':
    case 'step.reopened':
    case 'step.parked':
      return [event.data.step];
    case 'attempt.ended':
      return event.data.to === 'READY' ? [event.data.step] : [];
    default:
      return nothing;
  }
}

/** What these events made ready, for those who wait for work. */
export function readySteps(state: RunState, events: readonly RunEvent[]): ReadyStep[] {
  const { tenant, id: run } = state;
  const ready: ReadyStep[] = [];
  for (const event of events) {
    for (const id of idsMadeReady(event)) {
      const step = state.steps.get(id);
      // What was taken in the same commit is ready for nobody.
      if (!step || step.lease || step.wait?.for === 'approval') continue;
      ready.push({ tenant, run, performer: step.def.performer, action: step.def.action });
    }
  }
  return ready;
}

const freesSlot = (type: RunEvent['type']): boolean =>
  type === 'step.done' ||
  type === 'step.verified' ||
  type === 'attempt.ended' ||
  type === 'run.ended';

/** A lease that ended may free a slot, a run that goes on has steps that were ready before. */
export const opensMore = (event: RunEvent, hasSlots: boolean): boolean =>
  event.type === 'run.released' ||
  event.type === 'run.resumed' ||
  (hasSlots && freesSlot(event.type));

const routine: ReadonlySet<RunEvent['type']> = new Set([
  'run.created',
  'run.admitted',
  'run.started',
  'step.leased',
  'step.started',
  'step.done',
  'step.verified',
]);

/** A run began or a step went on its way, and nothing came to wait because of it. */
const isRoutine = ({ type, data }: RunEvent): boolean =>
  (routine.has(type) || (type === 'graph.patched' && data.cause === 'created')) &&
  !('waiting' in data);

const mayStop = ({ type }: RunEvent): boolean =>
  type === 'run.ending' || type === 'run.ended' || type === 'attempt.ended' || type === 'run.held';

/** What those hear who follow the run. */
export function advanceOf(
  { id: run, seq }: RunState,
  events: readonly RunEvent[],
  ready: readonly ReadyStep[],
  isOpener: boolean,
): Advance {
  const readyFor = ready.length > 0 ? [...new Set(ready.map(({ performer }) => performer))] : null;
  return {
    run,
    seq,
    ...(readyFor ? { readyFor } : {}),
    ...(isOpener ? { opensMore: true } : {}),
    ...(events.some(mayStop) ? { mayStop: true } : {}),
    ...(events.every(isRoutine) ? { isRoutine: true } : {}),
  };
}
