// The state hash is taken over a declared view with a version of its own, so that a new field in
// the state does not change the hash of an old history.
import { canonicalJson } from '../base/canonical-json.ts';
import { sha256Hex } from '../base/hash.ts';
import type { RunState, Step } from './state.ts';

const stepView = (step: Step): object => ({
  answer: step.answer?.digest ?? '',
  attempt: step.attempt,
  choice: step.choice,
  error: step.error?.digest ?? '',
  failures: step.failures,
  holder: step.lease?.holder ?? '',
  needs: step.def.needs,
  output: step.output?.digest ?? '',
  revision: step.revision,
  rounds: step.rounds,
  state: step.state,
  until: step.wait?.until ?? 0,
  wait: step.wait?.for ?? '',
  waitKey: step.wait?.key ?? '',
});

export function viewV1(state: RunState): object {
  const steps = [...state.steps].map(([id, step]) => [id, stepView(step)]);
  const { kind, planId, rev, seq, status, tenant, createdAt, startedAt, endedAt } = state;
  return {
    createdAt,
    endedAt,
    ending: state.ending ? { ...state.ending } : {},
    held: state.hold?.at ?? 0,
    kind,
    planId,
    progress: state.progress,
    rev,
    seq,
    startedAt,
    status,
    steps: Object.fromEntries(steps),
    tenant,
    view: 1,
  };
}

const trustView = (step: Step): object => ({
  approval: step.approval ? { ...step.approval } : {},
  barred: step.barred ? { ...step.barred } : {},
  claim: step.claim?.digest ?? '',
  grants: step.grants,
  proposal: step.proposal?.digest ?? '',
  recoveries: step.recoveries,
  reserve: { ...step.lease?.reserve },
});

/** The first with what makes a run trustworthy: claims, approvals, ladders and the purse. */
export function viewV2(state: RunState): object {
  const trust = [...state.steps].map(([id, step]) => [id, trustView(step)]);
  const { limits, family, spent, reserved, warned } = state.purse;
  return {
    ...viewV1(state),
    forkOf: state.forkOf,
    fruitless: state.fruitless,
    heldBy: state.hold?.by ?? '',
    purse: { limits, spent, reserved, warned, ...(family === undefined ? {} : { family }) },
    stepper: state.stepper,
    trust: Object.fromEntries(trust),
    view: 2,
  };
}

/** Machines before this one wrote none of that, and their histories are pinned by the first view. */
const firstMachineOfV2 = 3;

const viewOf = (state: RunState): object =>
  state.machine < firstMachineOfV2 ? viewV1(state) : viewV2(state);

export const viewHash = (state: RunState): string => sha256Hex(canonicalJson(viewOf(state)));
