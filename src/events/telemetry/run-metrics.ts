// Counts what becomes of runs, attempts and leases.
import type { Counting } from '../../base/metrics.ts';
import type { RunEvent } from '../../engine/event-types.ts';
import type { EngineObserver } from '../../engine/observer.ts';
import type { RunState } from '../../engine/state.ts';
import type { Rows } from '../../store/tables.ts';

const performerOf = (state: RunState, step: string): string =>
  state.steps.get(step)?.def.performer ?? 'unknown';

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
      if (event.data.as === 'lost') metrics.add('planwright_lease_losses_total', [performer]);
      return;
    }
    default:
  }
}

export const runMetrics = (metrics: Counting): EngineObserver => ({
  committed(state, events) {
    for (const event of events) count(metrics, state, event);
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
