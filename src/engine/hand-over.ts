// A step in other hands: a person takes it over and gives it back, somebody gives it to an agent, or a
// person puts something else in the place of what waits for an approval. All by commands that there are,
// so that the log of it is decided again like any other.
import { PlanwrightError } from '../base/errors.ts';
import type { Command, Refs } from './commands.ts';
import type { ControlRequest } from './engine-api.ts';
import type { ContentRef } from './event-types.ts';
import { approvalDigest, proposalRef } from './first-wait.ts';
import { isChangeRequest, type RunState, type Step } from './state.ts';

type RequestOf<Action extends ControlRequest['action']> = Extract<
  ControlRequest,
  { readonly action: Action }
>;

function existing(state: RunState, id: string): Step {
  const step = state.steps.get(id);
  if (step) return step;
  throw new PlanwrightError('INVALID_ARGUMENTS', `There is no step ${id}.`);
}

const notNow = (message: string): PlanwrightError =>
  new PlanwrightError('not_allowed_now', message);

/** Whoever has it loses it, and what was reserved for it counts as spent: nobody knows what was used. */
function taken(step: Step): Command[] {
  const { lease, def } = step;
  if (!lease) return [];
  const { holder, attempt, reserve } = lease;
  const held = { step: def.id, attempt, holder };
  return [{ type: 'release', ...held, ...(reserve ? { usage: reserve } : {}) }];
}

/** An assignment does not run out: of a person until it is done, of an agent until it asks for work. */
const assigned = (step: string, holder: string): Command => ({
  type: 'lease',
  step,
  holder,
  leaseMs: 0,
});

function handedTo(step: Step, holder: string): Command[] {
  // Asked twice: it is so already.
  if (step.lease?.holder === holder) return [];
  if (isChangeRequest(step)) throw notNow(`${step.def.id} is the engine's to make.`);
  if (step.state === 'DONE') throw notNow(`${step.def.id} is handed in, and is being checked.`);
  return [...taken(step), assigned(step.def.id, holder)];
}

export const takeOver = (state: RunState, { step, by }: RequestOf<'take_over'>): Command[] =>
  handedTo(existing(state, step), by);

export function reassign(state: RunState, { step, to }: RequestOf<'reassign'>): Command[] {
  const found = existing(state, step);
  if (found.def.performer !== 'agent') throw notNow(`${step} is not the work of an agent.`);
  return handedTo(found, to);
}

export function giveBack(state: RunState, { step, by }: RequestOf<'give_back'>): Command[] {
  const { lease } = existing(state, step);
  if (lease?.holder !== by) throw notNow(`You do not have ${step}.`);
  return [{ type: 'release', step, attempt: lease.attempt, holder: by }];
}

/** What stands in the place of what was asked for: another contract, another proposal, or both. */
export interface Instead {
  readonly spec?: ContentRef;
  readonly proposal?: ContentRef;
}

/** Refused, replaced and approved in one commit, each by the digest of exactly that. */
export function approveAlternative(
  state: RunState,
  { step: id, digest, by }: RequestOf<'approve_alternative'>,
  { spec, proposal }: Instead,
  words: ContentRef | null,
): Command[] {
  const step = existing(state, id);
  // What it waited for before is over, or nobody would be asked now.
  const { wait: _over, ...def } = step.def;
  const specs: Refs = {
    ...(spec ? { [id]: spec } : {}),
    ...(proposal ? { [proposalRef(id)]: proposal } : {}),
  };
  const revision = step.revision + 1;
  const next = { def, spec: spec ?? step.spec, revision, proposal: proposal ?? null };
  const approve = {
    ...({ type: 'approve', step: id, by, isApproved: true } as const),
    digest: approvalDigest(state.id, next),
    ...(words ? { reason: words } : {}),
  };
  return [
    { type: 'confirm', step: id, digest, by },
    { type: 'patch', by, cause: 'edit', added: [], changed: [def], specs },
    approve,
  ];
}
