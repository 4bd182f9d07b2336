// Taking work: by work_claim, or by an agent that asks at its own address.
import type { z } from 'zod';
import { isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  agentWorkInput,
  type WorkStep,
  workClaimInput,
  workClaimOutput,
} from '../contract/work.ts';
import { contentJson } from '../engine/content.ts';
import type { ClaimedStep, ClaimRequest } from '../engine/engine-api.ts';
import { readExcerpt } from '../events/public-event.ts';
import type { CheckSpec, StepSpec } from '../work/execution-graph.ts';
import type { Context } from './context.ts';
import { holderCall } from './holder.ts';
import { takeMessages } from './messages.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { checkSpecOf, readSpec, titleOf } from './step-specs.ts';
import { wholeText } from './whole-text.ts';
import { readWorker, type Worker } from './worker.ts';

/** A person's work is for persons only; agents and services take the agents'. */
function performersFor(context: Context, kinds: readonly string[] | undefined): string[] {
  const { kind } = context.principal;
  const own = kind === 'person' ? ['human'] : ['agent'];
  const asked = kinds ?? own;
  if (asked.includes('human') && kind !== 'person') {
    const message = 'Only a person may take human work. Use the key of a person.';
    throw new PlanwrightError('forbidden', message);
  }
  return [...asked];
}

const claimRequest = (
  context: Context,
  worker: Worker,
  leaseMs: number,
): Pick<ClaimRequest, 'tenant' | 'holder' | 'actions' | 'leaseMs'> => ({
  tenant: context.principal.tenant,
  holder: context.principal.id,
  actions: worker.actions,
  leaseMs,
});

/** What a check is to look at and how; other steps have their own contract. */
function ownPart(spec: StepSpec, { judges, step }: ClaimedStep): CheckSpec {
  if (judges === '') return spec;
  const { description, params } = checkSpecOf(spec, judges, step);
  const usual = 'Judge whether what was handed in (claimed_output) meets the acceptance criteria.';
  return { description: description || usual, params };
}

async function readJson(context: Context, contentId: string): Promise<unknown> {
  if (contentId === '') return null;
  const row = await context.reader.content(contentId);
  return row ? contentJson(row) : '(erased)';
}

async function workStepOf(context: Context, claimed: ClaimedStep): Promise<WorkStep> {
  const spec = await readSpec(context, claimed.spec);
  const { description, params } = ownPart(spec, claimed);
  const plan = await context.reader.plan(context.principal.tenant, claimed.plan);
  return {
    execution_id: claimed.run,
    step_id: claimed.step,
    attempt: claimed.attempt,
    title: titleOf(claimed, spec),
    description,
    action: claimed.action,
    params,
    acceptance_criteria: [...spec.acceptance_criteria],
    risk_tier: `T${claimed.tier}` as WorkStep['risk_tier'],
    idempotency_key: effectKey(claimed),
    context: {
      goal: plan?.goal ?? '',
      task_title: spec.task_title,
      last_error: await readExcerpt(context.reader, claimed.lastError),
      answer: await readAnswer(context, claimed.answer),
    },
    undoes: claimed.undoes || null,
    approved_proposal: await readJson(context, claimed.proposal),
    judges: claimed.judges || null,
    claimed_output: await readJson(context, claimed.claim),
  };
}

/** Whole, not an excerpt: the worker asked for it. */
const readAnswer = async (context: Context, contentId: string): Promise<string | null> =>
  contentId === '' ? null : wholeText(await context.reader.content(contentId));

/** An undo has a key of its own, or the other side would take it for the act. */
const effectKey = ({ run, step, undoes }: ClaimedStep): string =>
  undoes === '' ? `${run}:${step}` : `${run}:${undoes}:undo`;

async function claimAnswer(
  context: Context,
  worker: Worker,
  claimed: ClaimedStep | null,
): Promise<z.input<typeof workClaimOutput>> {
  // Read after the wait: what came meanwhile goes with the same answer.
  const messages = await takeMessages(context, worker.role);
  if (!claimed) {
    const action = 'No work for you now. Claim again, with wait_seconds to wait for it.';
    const nothing = { claimed: false, lease: null, step: null };
    return { ...nothing, messages, signal: 'continue', next_action: action };
  }
  return {
    claimed: true,
    lease: { token: claimed.token, expires_at: isoTimeOrNull(claimed.expiresAt) },
    step: await workStepOf(context, claimed),
    messages,
    signal: 'continue',
    next_action: nextActionOf(claimed),
  };
}

function nextActionOf({ judges, proposal }: ClaimedStep): string {
  if (judges !== '') {
    return 'Judge claimed_output, then call work_complete with the choice accept or reject, and what you found as output.message.';
  }
  const what = proposal === '' ? 'it' : 'exactly what approved_proposal says';
  return `Do ${what}, then call work_complete with the lease_token and an output object.`;
}

const ticketChars = 16;

/** Asked anew after a wait, when it may have changed. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** A caller that goes away while it waits must not be given work that nobody would do. */
async function claimUnlessGone(
  context: Context,
  request: ClaimRequest,
): Promise<ClaimedStep | null> {
  const { engine, signal } = context;
  // A signal that has fired already tells nobody any more.
  if (signal.aborted) return null;
  // One principal may wait in several places: only this call is given up.
  const ticket = context.ids.secret(ticketChars);
  const giveUp = (): void => void engine.cancelClaim(request.holder, ticket).catch(() => undefined);
  signal.addEventListener('abort', giveUp);
  try {
    const claimed = await engine.claim({ ...request, ticket });
    // With a key its caller comes back for it, and may have it by now from another server.
    if (!claimed || request.once || !isAborted(signal)) return claimed;
    // It was found in the very moment that the caller left: nobody would do it.
    await engine.release(holderCall(context, claimed.token));
    return null;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

export const workClaim = jsonOperation({
  name: 'work_claim',
  title: 'Take work',
  description:
    'Takes the next ready task that fits you, with a lease. Keep it with work_heartbeat, end it with work_complete or work_fail. Waits up to wait_seconds when there is none.',
  input: workClaimInput,
  output: workClaimOutput,
  scope: 'work',
  toolsets: ['default', 'worker', 'all'],
  effect: 'write',
  isIdempotent: false,
  waits: true,
  rest: { method: 'POST', path: '/api/work/claim', status: 200, tag: 'Work' },
  examples: [{ wait_seconds: 0, lease_seconds: 900 }],
  async handler(context, input) {
    const performers = performersFor(context, input.kinds);
    const worker = await readWorker(context);
    const request = {
      ...claimRequest(context, worker, input.lease_seconds * 1_000),
      performers,
      run: input.execution_id ?? null,
      waitMs: Math.round(input.wait_seconds * 1_000),
      ...onceOf(context),
    };
    return claimAnswer(context, worker, await claimUnlessGone(context, request));
  },
});

const defaultLeaseMs = 900_000;

export const agentWork = jsonOperation({
  name: 'agent_work',
  title: 'The work of an agent',
  description:
    'What this agent has in hand, or else the next task that fits it; 204 when there is none. Asking again gives the same task again.',
  input: agentWorkInput,
  output: workClaimOutput,
  scope: 'work',
  toolsets: [],
  effect: 'write',
  isIdempotent: true,
  waits: true,
  rest: {
    method: 'GET',
    path: '/api/agents/{agent_id}/work',
    status: 200,
    tag: 'Agents',
    isEmpty: (answer) => (answer as { claimed: boolean }).claimed === false,
  },
  examples: [],
  async handler(context, { agent_id, wait }) {
    if (context.principal.id !== agent_id) {
      const message = 'Only the agent itself may ask for its work, with its own key.';
      throw new PlanwrightError('agent_not_found', message);
    }
    const worker = await readWorker(context);
    const request = {
      ...claimRequest(context, worker, defaultLeaseMs),
      performers: performersFor(context, undefined),
      run: null,
      waitMs: Math.round(wait * 1_000),
      again: true,
    };
    return claimAnswer(context, worker, await claimUnlessGone(context, request));
  },
});
