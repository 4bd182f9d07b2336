// Undo: every step with outside effects that anybody ever held, in reverse order of its first lease,
// one after another. A lost attempt may have acted, so whether it was verified does not matter.
import type { EventDraft, GraphStep } from './event-types.ts';
import type { RunState, Step, StepStateName } from './state.ts';

const undoAttempts = 5;

export const undoId = (step: string): string => `undo_${step}`;

const mayHaveActed = (step: Step): boolean =>
  step.def.reversibility !== undefined && step.firstLeasedSeq > 0;

const canBeUndone = (step: Step): boolean =>
  step.def.undo !== undefined && step.def.reversibility !== 'irreversible';

function undoStep(step: Step, previous: string | null): GraphStep {
  const { def } = step;
  return {
    id: undoId(def.id),
    needs: previous === null ? [] : [previous],
    performer: def.undo?.performer ?? 'human',
    purpose: 'compensation',
    action: def.undo?.action ?? def.action,
    attempts_max: undoAttempts,
    timeout_ms: def.timeout_ms,
    tier: def.tier,
    priority: 9,
    undoes: def.id,
  };
}

/** The patch that adds the undo steps; null if there is nothing to undo. */
export function undoPatch(state: RunState, by: string): EventDraft | null {
  const acted = [...state.steps.values()]
    .filter((step) => mayHaveActed(step) && canBeUndone(step))
    .sort((a, b) => b.firstLeasedSeq - a.firstLeasedSeq);
  const added: GraphStep[] = [];
  const refs: Record<string, NonNullable<Step['spec']>> = {};
  for (const step of acted) {
    const undo = undoStep(step, added.at(-1)?.id ?? null);
    added.push(undo);
    if (step.spec) refs[undo.id] = step.spec;
  }
  const [first] = added;
  if (!first) return null;
  const rev = state.rev + 1;
  const data = { base_rev: state.rev, rev, by, cause: 'undo', added, ready: [first.id] } as const;
  return { type: 'graph.patched', data, refs };
}

/** Steps with effects that stand, in the order in which they were first held. */
export const uncompensatedSteps = (
  state: RunState,
  stateOf: (step: Step) => StepStateName,
): string[] =>
  [...state.steps.values()]
    .filter((step) => mayHaveActed(step) && stateOf(step) !== 'COMPENSATED')
    .sort((a, b) => a.firstLeasedSeq - b.firstLeasedSeq)
    .map((step) => step.def.id);
