// Counts what becomes of runs, attempts and leases.
import type { Counting } from '../../base/metrics.ts';
import type { EventData, RunEvent } from '../../engine/event-types.ts';
import type { EngineObserver } from '../../engine/observer.ts';
import type { RunState } from '../../engine/state.ts';
import type { Rows } from '../../store/tables.ts';

const performerOf = (state: RunState, step: string): string =>
  state.steps.get(step)?.def.performer ?? 'unknown';

/** Its holder was silent: a lease that ran out, or one that nobody acknowledged. */
const isLeaseLoss = ({ as, class: failure }: EventData['attempt.ended']): boolean =>
  as === 'lost' || (as === 'revoked' && failure === 'lost_worker');

function madeReady({ type, data }: RunEvent): readonly string[] {
  if (type === 'attempt.ended') return data.to === 'READY' ? [data.step] : [];
  if (type === 'step.woken') return [data.step];
  return 'ready' in data ? data.ready : [];
}

/** Steps that were taken in the commit that made them ready; of others the engine says how long they waited. */
function* takenAtOnce(events: readonly RunEvent[]): Generator<string> {
  if (events.length < 2 || !events.some(({ type }) => type === 'step.leased')) return;
  const ready = new Set<string>();
  for (const event of events) {
    if (event.type !== 'step.leased') for (const step of madeReady(event)) ready.add(step);
    else if (ready.has(event.data.step)) yield event.data.step;
  }
}

function count(metrics: Counting, state: RunState, event: RunEvent): void {
  switch (event.type) {
    case 'run.created':
      metrics.add('planwright_runs_started_total', [event.data.kind]);
      return;
    case 'run.ended':
      metrics.add('planwright_runs_ended_total', [state.kind, event.data.as.toLowerCase()]);
      return;
    case 'step.verified': {
      const { by, check, step } = event.data;
      // Groups join by themselves, and a fork takes over what was done before.
      if (by === '' || check === 'fork') return;
      metrics.add('planwright_attempts_total', [performerOf(state, step), 'verified']);
      return;
    }
    case 'attempt.ended': {
      const performer = performerOf(state, event.data.step);
      metrics.add('planwright_attempts_total', [performer, event.data.as]);
      if (isLeaseLoss(event.data)) metrics.add('planwright_lease_losses_total', [performer]);
      return;
    }
    default:
  }
}

export const runMetrics = (metrics: Counting): EngineObserver => ({
  committed(state, events) {
    for (const event of events) count(metrics, state, event);
    for (const step of takenAtOnce(events)) {
      metrics.observe('planwright_handout_seconds', 0, [performerOf(state, step)]);
    }
  },
  handedOut(performer, waitedMs) {
    metrics.observe('planwright_handout_seconds', Math.max(0, waitedMs) / 1_000, [performer]);
  },
});

const microsPerUsd = 1_000_000;

/** An amount of -1 is not known. */
export function countCall(metrics: Counting, row: Rows['usage']): void {
  const of = [row.provider, row.model];
  const outcome = row.error_class === '' ? 'ok' : row.error_class;
  metrics.add('planwright_model_calls_total', [...of, outcome]);
  if (row.duration_ms >= 0) {
    metrics.observe('planwright_model_call_seconds', row.duration_ms / 1_000, of);
  }
  const tokens = [
    ['input', row.tokens_in],
    ['output', row.tokens_out],
  ] as const;
  for (const [direction, amount] of tokens) {
    if (amount > 0) metrics.add('planwright_model_tokens_total', [...of, direction], amount);
  }
  if (row.cost_micros < 0) metrics.add('planwright_model_calls_unpriced_total', of);
  else metrics.add('planwright_model_cost_usd_total', of, row.cost_micros / microsPerUsd);
}
