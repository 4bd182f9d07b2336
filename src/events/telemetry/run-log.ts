// One log line for every transition of a run or a step at debug, and for failures at warn. Lines hold
// ids, states and classes; never contents, which may be anybody's.
import type { Logger } from '../../base/log.ts';
import type { RunEvent } from '../../engine/event-types.ts';
import type { EngineObserver } from '../../engine/observer.ts';
import type { RunState } from '../../engine/state.ts';
import type { Rows } from '../../store/tables.ts';

/** Fields of events that are ids, numbers or our own words. */
const shown = ['step', 'attempt', 'as', 'class', 'to', 'for', 'cause', 'strategy', 'rev'] as const;

/** What is written for people rather than a transition. */
const isTalk = ({ type }: RunEvent): boolean =>
  type === 'note.recorded' || type === 'message.sent' || type === 'content.erased';

function isFailure({ type, data }: RunEvent): boolean {
  if (type === 'group.failed') return true;
  if (type === 'run.ended') return data.as === 'FAILED';
  return type === 'attempt.ended' && data.as !== 'parked' && data.as !== 'revoked';
}

function fieldsOf(state: RunState, { type, seq, data }: RunEvent): Record<string, unknown> {
  const values = data as Readonly<Record<string, unknown>>;
  const known = shown.filter((name) => values[name] !== undefined);
  const step = typeof values.step === 'string' ? state.steps.get(values.step) : undefined;
  return {
    ...{ event: type, run: state.id, seq },
    ...Object.fromEntries(known.map((name) => [name, values[name]])),
    ...(step ? { state: step.state, performer: step.def.performer } : { status: state.status }),
  };
}

/** The id of the failed call of a model; else the error is a content of the run, and its id finds it. */
function errorId(state: RunState, { data }: RunEvent): string | undefined {
  if ('error_id' in data && data.error_id !== undefined) return data.error_id;
  return 'step' in data ? state.steps.get(data.step)?.error?.id : undefined;
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
