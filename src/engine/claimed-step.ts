// What a worker is told of the step it was given.
import type { ClaimedStep } from './engine-api.ts';
import type { RunState } from './state.ts';

/** All but the token, which is signed for its holder. */
export type Grant = Omit<ClaimedStep, 'token'>;

export function grantOf(state: RunState, id: string, expiresAt: number): Grant | null {
  const step = state.steps.get(id);
  if (!step) return null;
  const { def } = step;
  return {
    expiresAt,
    run: state.id,
    plan: state.planId,
    step: id,
    parent: def.parent ?? '',
    attempt: step.attempt,
    performer: def.performer,
    purpose: def.purpose,
    action: def.action,
    tier: def.tier,
    timeoutMs: def.timeout_ms,
    needs: def.needs,
    undoes: def.undoes ?? '',
    judges: def.judges ?? '',
    claim: state.steps.get(def.judges ?? '')?.claim?.id ?? '',
    spec: step.spec?.id ?? '',
    lastError: step.error?.id ?? '',
    answer: step.answer?.id ?? '',
    proposal: step.proposal?.id ?? '',
  };
}
