// By when a person should have looked at what a step waits for: said by the step, else by the policy of
// its execution, else the engine's own. A person's task is due on the day that it was planned for.
import type { GraphStep } from '../engine/event-types.ts';

/** The part of a step's contract that tells. */
export interface DueWords {
  readonly planned_finish: string;
  readonly due_hours?: number;
}

const hourMs = 3_600_000;
const endOfDay = 'T23:59:59.000Z';

function plannedEnd({ planned_finish: day }: DueWords): number | undefined {
  const at = Date.parse(`${day}${endOfDay}`);
  return at > 0 ? at : undefined;
}

/** Undefined where nothing of it is said. */
export function slaOf(words: DueWords, performer: string): GraphStep['sla'] {
  const { due_hours: hours } = words;
  const until = performer === 'human' ? plannedEnd(words) : undefined;
  if (hours === undefined && until === undefined) return undefined;
  return {
    ...(hours === undefined ? {} : { within_ms: Math.round(hours * hourMs) }),
    ...(until === undefined ? {} : { until }),
  };
}

/** The same step with the times of its contract. */
export function withSla(def: GraphStep, words: DueWords): GraphStep {
  if (def.purpose === 'group' || def.purpose === 'checkpoint') return def;
  const { sla: _before, ...rest } = def;
  const sla = slaOf(words, def.performer);
  return sla ? { ...rest, sla } : rest;
}
