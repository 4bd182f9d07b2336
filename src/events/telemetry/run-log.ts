// One log line for every transition of a run or a step at debug, and for failures at warn. Lines hold
// ids, states and classes; never contents, which may be anybody's.
import type { Logger } from '../../base/log.ts';
import type { RunEvent } from '../../engine/event-types.ts';
import type { EngineObserver } from '../../engine/observer.ts';
import type { RunState } from '../../engine/state.ts';
import { failureId } from '../../engine/step-failure.ts';
import type { Rows } from '../../store/tables.ts';

/** Fields of events that are ids, numbers or our own words, and lists of ids. */
const shown = ['step', 'attempt', 'as', 'class', 'to', 'for', 'cause', 'strategy', 'rev'] as const;
const shownLists = ['ready', 'cancelled', 'superseded', 'groups', 'uncompensated'] as const;

/** What is written for people rather than a transition. */
const isTalk = ({ type }: RunEvent): boolean =>
  type === 'note.recorded' || type === 'message.sent' || type === 'content.erased';

function isFailure({ type, data }: RunEvent): boolean {
  if (type === 'group.failed' || type === 'approval.refused') return true;
  if (type === 'run.ended') return data.as === 'FAILED';
  return type === 'attempt.ended' && data.as !== 'parked' && data.as !== 'revoked';
}

/** Steps that the event moves beside its own, under the name of what becomes of them. */
function movedBy({ data }: RunEvent): Record<string, readonly unknown[]> {
  const values = data as Readonly<Record<string, unknown>>;
  const lists = shownLists.map((name) => [name, values[name] ?? []] as const);
  const waits = 'waiting' in data ? (data.waiting ?? []) : [];
  // The key of a wait may be a word of the caller's.
  const waiting = waits.map((wait) => ({ step: wait.step, for: wait.for }));
  const graph = 'added' in data ? data : { added: [], changed: [] };
  const all = [
    ...lists,
    ['waiting', waiting],
    ['added', graph.added.map(({ id }) => id)],
    ['changed', (graph.changed ?? []).map(({ id }) => id)],
  ] as [string, readonly unknown[]][];
  return Object.fromEntries(all.filter(([, list]) => list.length > 0));
}

function fieldsOf(state: RunState, event: RunEvent): Record<string, unknown> {
  const { type, seq, data } = event;
  const values = data as Readonly<Record<string, unknown>>;
  const known = shown.filter((name) => values[name] !== undefined);
  const step = typeof values.step === 'string' ? state.steps.get(values.step) : undefined;
  return {
    ...{ event: type, run: state.id, seq },
    ...Object.fromEntries(known.map((name) => [name, values[name]])),
    ...movedBy(event),
    ...(step ? { state: step.state, performer: step.def.performer } : { status: state.status }),
  };
}

/** The id of the failed call of a model, else that of the failure of the step; a run has none of its own. */
function errorId(state: RunState, { data }: RunEvent): string | undefined {
  if ('error_id' in data && data.error_id !== undefined) return data.error_id;
  const step = 'step' in data ? state.steps.get(data.step) : undefined;
  if (!step) return undefined;
  const { def, attempt, error } = step;
  return failureId(state.id, { step: def.id, attempt, error: error?.id ?? '' });
}

/** `isDebug` saves making lines that nobody reads. */
export function runLog(log: Logger, isDebug: boolean): Pick<EngineObserver, 'committed'> {
  return {
    committed(state, events) {
      for (const event of events) {
        if (isFailure(event)) {
          const id = errorId(state, event);
          const fields = fieldsOf(state, event);
          log.warn(id === undefined ? fields : { ...fields, error_id: id }, 'failed');
        } else if (isDebug && !isTalk(event)) {
          log.debug(fieldsOf(state, event), 'transition');
        }
      }
    },
  };
}

export function logCall(log: Logger, row: Rows['usage']): void {
  if (row.error_class === '') return;
  const { run, step, stage, provider, model, attempt, error_class, error_id } = row;
  log.warn(
    { event: 'model.failed', run, step, stage, provider, model, attempt, error_class, error_id },
    'model call failed',
  );
}
