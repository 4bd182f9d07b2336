// What a worker is told of the step it was given.
import type { ClaimedStep } from './engine-api.ts';
import type { RunState, Step } from './state.ts';

/** All but the token, which is signed for its holder. */
export type Grant = Omit<ClaimedStep, 'token'>;

/** Ids of what was handed in before it, by step; groups give nothing of their own. */
function inputsOf(state: RunState, { needs }: Step['def']): Record<string, string> {
  const given: Record<string, string> = {};
  for (const need of needs) {
    const id = state.steps.get(need)?.output?.id;
    if (id !== undefined) given[need] = id;
  }
  return given;
}

export function grantOf(state: RunState, id: string, expiresAt: number): Grant | null {
  const step = state.steps.get(id);
  if (!step) return null;
  const { def, lease } = step;
  const helped = state.steps.get(def.rescues ?? '');
  return {
    expiresAt,
    acknowledgeBy: lease && lease.ackMs > 0 ? lease.leasedAt + lease.ackMs : 0,
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
    rescues: def.rescues ?? '',
    inputs: inputsOf(state, (helped ?? step).def),
    schema: def.schema ?? '',
    spec: step.spec?.id ?? '',
    lastError: (step.error ?? helped?.error)?.id ?? '',
    answer: step.answer?.id ?? '',
    proposal: step.proposal?.id ?? '',
  };
}
