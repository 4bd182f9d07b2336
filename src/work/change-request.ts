// A change that was asked for is a step of the graph beside the work: its contract is the exact patch with the
// revision it is for. So it waits for a person, goes stale, expires and survives a restart like any approval;
// making the change is what the engine does in it.
import { sha256Hex } from '../base/hash.ts';
import type { ChangeDiff, ChangeKind } from '../contract/execution-change.ts';
import type { EngineApi, NewStep, Once, PatchAnswer, PatchRequest } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { approvalLastsMs } from './approval-policy.ts';
import type { StepSpec } from './step-spec.ts';

export const changeAction = 'apply_change';

export const isChangeStep = (step: { readonly purpose: string; readonly action: string }) =>
  step.purpose === 'approval' && step.action === changeAction;

/** What is done to the graph; steps as they will be. */
export interface ChangePatch {
  readonly added: readonly NewStep[];
  readonly changed: readonly NewStep[];
  readonly cancelled: readonly string[];
  readonly let_finish: boolean;
}

/** Stands in the contract of its step, and so in the digest that is approved. */
export interface ChangeProposal {
  readonly kind: ChangeKind;
  readonly affects: readonly string[];
  /** ISO time; null but for a delay. */
  readonly until: string | null;
  readonly asked_by: string;
  readonly asked_at: string;
  readonly base_rev: number;
  /** Why a person is asked; null where the policy lets it pass. */
  readonly asks_because: string | null;
  readonly patch: ChangePatch;
  readonly diff: ChangeDiff;
}

const timeoutMs = 60_000;
const attemptsMax = 5;

const titles: Readonly<Record<ChangeKind, string>> = {
  delay: 'Delay',
  lost_agent: 'Lost agent',
  drift: 'Drifted assumption',
  edit: 'Edit',
};

const maxTitleChars = 200;

function changeDef(id: string, { asks_because }: ChangeProposal): GraphStep {
  const base = {
    id,
    needs: [],
    attempts_max: attemptsMax,
    timeout_ms: timeoutMs,
    tier: 1,
  } as const;
  const what = { performer: 'engine', purpose: 'approval', action: changeAction } as const;
  const asks = asks_because === null ? {} : { approval: { lasts_ms: approvalLastsMs } };
  return { ...base, ...what, priority: 9, ...asks };
}

export function changeStep(id: string, proposal: ChangeProposal, summary: string): NewStep {
  const title = `${titles[proposal.kind]}: ${proposal.diff.reason}`.slice(0, maxTitleChars);
  const spec: StepSpec = {
    title,
    description: summary,
    role: '',
    params: { ...proposal },
    acceptance_criteria: [],
    task_title: title,
    planned_start: '',
    planned_finish: '',
  };
  return { def: changeDef(id, proposal), spec };
}

export const proposalOf = ({ params }: StepSpec): ChangeProposal =>
  params as unknown as ChangeProposal;

/** The same change is made once, by whoever comes first: who approved it, or the worker. */
export const onceOfChange = (run: string, step: string): Once => ({
  key: sha256Hex(`change|${run}|${step}`),
  bodyHash: sha256Hex(`${run}/${step}`),
});

export const patchOf = (run: string, proposal: ChangeProposal): PatchRequest => ({
  run,
  by: proposal.asked_by,
  cause: 'edit',
  baseRev: proposal.base_rev,
  added: proposal.patch.added,
  changed: proposal.patch.changed,
  cancelled: proposal.patch.cancelled,
  letFinish: proposal.patch.let_finish,
});

export const applyChange = (
  engine: Pick<EngineApi, 'patch'>,
  run: string,
  step: string,
  proposal: ChangeProposal,
): Promise<PatchAnswer> =>
  engine.patch({ ...patchOf(run, proposal), once: onceOfChange(run, step) });
