// Taking work: by work_claim, or by an agent that asks at its own address.
import type { z } from 'zod';
import { isoTimeOrNull } from '../base/clock.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { agentWorkInput, workClaimInput, workClaimOutput } from '../contract/work.ts';
import type { ClaimedStep, ClaimRequest } from '../engine/engine-api.ts';
import { type RunStatus, runIsOver } from '../engine/state.ts';
import { thinkAction } from '../plan/generation.ts';
import type { Rows } from '../store/tables.ts';
import { withClaimRoom } from './claim-room.ts';
import type { Context } from './context.ts';
import { helperNext } from './help-end.ts';
import { holderCall } from './holder.ts';
import { takeMessages } from './messages.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { findPlan } from './plan-views.ts';
import { isThinking, knownThought, thinkingNext, thinkingStep } from './thinking.ts';
import { besides, isSettled, whatNext } from './thoughts-left.ts';
import { waitForRun } from './wait.ts';
import { workStepOf } from './work-step.ts';
import { readWorker, type Worker } from './worker.ts';

/** A person's work is for persons only; agents and services take the agents'. */
function performersFor(context: Context, kinds: readonly string[] | undefined): string[] {
  const { kind } = context.principal;
  const own = kind === 'person' ? ['human'] : ['agent'];
  const asked = kinds?.map((one) => (one === 'model' ? 'agent' : one)) ?? own;
  if (asked.includes('human') && kind !== 'person') {
    const message = 'Only a person may take human work. Use the key of a person.';
    throw new PlanwrightError('forbidden', message);
  }
  return [...new Set(asked)];
}

/** Who declared what it can do gets that alone, and thinking if it asks for it. */
function actionsFor(
  { actions }: Worker,
  kinds: readonly string[] | undefined,
): readonly string[] | null {
  if (!kinds?.includes('model')) return actions;
  if (!kinds.includes('agent')) return [thinkAction];
  return actions && [...actions, thinkAction];
}

/** Thinking is for those who ask for it, by its kind or by the plan. */
const notActionsFor = (
  { kinds, plan_id }: z.output<typeof workClaimInput>,
  run: string | null,
): Pick<ClaimRequest, 'notActions'> =>
  kinds?.includes('model') || (plan_id !== undefined && run?.startsWith('gen_'))
    ? {}
    : { notActions: [thinkAction] };

const claimRequest = (
  context: Context,
  worker: Worker,
  leaseMs: number,
): Pick<ClaimRequest, 'tenant' | 'holder' | 'actions' | 'leaseMs'> => ({
  tenant: context.principal.tenant,
  holder: context.principal.id,
  actions: worker.actions,
  leaseMs: Math.min(leaseMs, context.maxLeaseMs),
});

async function claimAnswer(
  context: Context,
  worker: Worker,
  claimed: ClaimedStep | null,
  asked: Asked = nothingAsked,
): Promise<z.input<typeof workClaimOutput>> {
  // Read after the wait: what came meanwhile goes with the same answer.
  const messages = await takeMessages(context, worker.role);
  if (!claimed) {
    const action = await nothingNow(context, asked);
    const nothing = { claimed: false, lease: null, step: null };
    return { ...nothing, messages, signal: 'continue', next_action: action };
  }
  return {
    claimed: true,
    lease: {
      token: claimed.token,
      expires_at: isoTimeOrNull(claimed.expiresAt),
      acknowledge_by: isoTimeOrNull(claimed.acknowledgeBy),
    },
    step: await (isThinking(claimed) ? thinkingStep : workStepOf)(context, claimed),
    messages,
    signal: 'continue',
    next_action: await nextActionOf(context, claimed),
  };
}

/** What the call was for, where it was for one thing. */
interface Asked {
  readonly thinksFor: string | null;
  readonly execution: string | null;
}
const nothingAsked: Asked = { thinksFor: null, execution: null };

async function nothingNow(context: Context, { thinksFor, execution }: Asked): Promise<string> {
  if (thinksFor !== null) {
    const { id, run } = await findPlan(context, thinksFor);
    return whatNext(context, id, run);
  }
  const run = execution === null ? null : await context.reader.run(execution);
  const isOwn = run?.tenant === context.principal.tenant;
  if (isOwn && runIsOver(run.status as RunStatus)) {
    return `The execution is ${run.status}: there is no more work in it. execution_status says why.`;
  }
  const key = context.once ? ' Use a new Idempotency-Key: this one stands for one hand-out.' : '';
  return `No work for you now. Claim again, with wait_seconds to wait for it.${key}`;
}

/** Short beside a lease, and long enough for an agent that makes one call after another. */
const usualAcknowledgeSeconds = 120;

/** A person who takes a task does not report within minutes. */
const ackMsOf = ({ principal }: Context, seconds: number | undefined): number =>
  (seconds ?? (principal.kind === 'person' ? 0 : usualAcknowledgeSeconds)) * 1_000;

async function nextActionOf(context: Context, claimed: ClaimedStep): Promise<string> {
  const work = await workActionOf(context, claimed);
  if (claimed.acknowledgeBy === 0) return work;
  const by = isoTimeOrNull(claimed.acknowledgeBy);
  return `First call work_heartbeat with the lease_token, by ${by} at the latest, or the task goes back; any call that shows the token confirms it. ${work}`;
}

async function workActionOf(context: Context, claimed: ClaimedStep): Promise<string> {
  if (isThinking(claimed)) return `${thinkingNext} ${await besides(context, claimed.run)}`;
  const { judges, proposal, rescues } = claimed;
  if (rescues !== '') return helperNext(rescues);
  if (judges !== '') {
    return 'Judge claimed_output, then call work_complete with the choice accept or reject, and what you found as output.message.';
  }
  const what = proposal === '' ? 'it' : 'exactly what approved_proposal says';
  const output = claimed.schema === '' ? 'an output object' : 'an output that fits output_schema';
  return `Do ${what}, then call work_complete with the lease_token and ${output}.`;
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

/** Work of one execution, of the making of one plan, or any. */
async function runAsked(
  context: Context,
  { execution_id, plan_id }: z.output<typeof workClaimInput>,
): Promise<string | null> {
  if (plan_id === undefined || execution_id !== undefined) return execution_id ?? null;
  return (await findPlan(context, plan_id)).run;
}

/** A key stands for one hand-out: what follows a known answer has a key of its own, always the same. */
function onceOfTurn({ once }: ClaimRequest, turn: number): Pick<ClaimRequest, 'once'> {
  if (!once || turn === 0) return {};
  return { once: { ...once, key: sha256Hex(`${once.key}|${turn}`) } };
}

/** What was thought about before is completed with that answer, and the next step is taken. */
async function claimUnknown(context: Context, request: ClaimRequest): Promise<ClaimedStep | null> {
  for (let turn = 0; ; turn += 1) {
    const claimed = await claimUnlessGone(context, { ...request, ...onceOfTurn(request, turn) });
    const known = claimed && (await knownThought(context, claimed));
    if (!known) return claimed?.isOver ? null : claimed;
    await context.engine
      .complete({ ...holderCall(context, claimed.token), ...known })
      .catch((error: unknown) => {
        // Somebody ended it meanwhile, or this call did when it was made before.
        if (!isPlanwrightError(error) || error.code !== 'lease_lost') throw error;
      });
  }
}

/** Nobody waits for a thought of a plan that is over. */
async function claimUntilOver(
  context: Context,
  request: ClaimRequest,
): Promise<ClaimedStep | null> {
  const { run, waitMs } = request;
  if (waitMs === 0 || !run?.startsWith('gen_')) return claimUnknown(context, request);
  const over = new AbortController();
  const done = new AbortController();
  const endsWait = (row: Rows['runs']): boolean => {
    if (isSettled(row)) over.abort();
    return over.signal.aborted;
  };
  const signal = AbortSignal.any([context.signal, done.signal]);
  const watching = waitForRun({ ...context, signal }, run, waitMs, endsWait);
  const waiting = { ...context, signal: AbortSignal.any([context.signal, over.signal]) };
  try {
    return await claimUnknown(waiting, request);
  } finally {
    done.abort();
    await watching.catch(() => undefined);
  }
}

/** The plan that it asked to think for. */
const thinksFor = ({ execution_id, plan_id }: z.output<typeof workClaimInput>): string | null =>
  execution_id === undefined ? (plan_id ?? null) : null;

export const workClaim = jsonOperation({
  name: 'work_claim',
  title: 'Claim work',
  description:
    'Claims the next ready task that fits you, with a lease. Confirm it at once with work_heartbeat; end it with work_complete or work_fail.',
  input: workClaimInput,
  output: workClaimOutput,
  scope: 'work',
  toolsets: ['default', 'worker'],
  waits: true,
  rest: 'POST /api/work/claim',
  examples: [{ wait_seconds: 0, lease_seconds: 900 }],
  async handler(context, input) {
    const performers = performersFor(context, input.kinds);
    const worker = await readWorker(context);
    const run = await runAsked(context, input);
    const request = {
      ...claimRequest(context, worker, input.lease_seconds * 1_000),
      performers,
      actions: actionsFor(worker, input.kinds),
      ...notActionsFor(input, run),
      run,
      waitMs: Math.round(input.wait_seconds * 1_000),
      ackMs: ackMsOf(context, input.acknowledge_seconds),
      ...onceOf(context),
    };
    const claimed = await withClaimRoom(context, worker, () => claimUntilOver(context, request));
    return claimAnswer(context, worker, claimed, {
      thinksFor: thinksFor(input),
      execution: input.execution_id ?? null,
    });
  },
});

const defaultLeaseMs = 900_000;

export const agentWork = jsonOperation({
  name: 'agent_work',
  sdk: 'agentWork',
  title: 'Get the work of an agent',
  description:
    'Returns the task the agent holds, or claims the next one that fits it. Returns 204 if there is none. A repeated call returns the same task.',
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
    isEmpty: (answer) => (answer as { claimed: boolean }).claimed === false,
  },
  async handler(context, { agent_id, wait, acknowledge_seconds }) {
    if (context.principal.id !== agent_id) {
      const message = 'Only the agent itself may ask for its work, with its own key.';
      throw new PlanwrightError('agent_not_found', message);
    }
    const worker = await readWorker(context);
    const request = {
      ...claimRequest(context, worker, defaultLeaseMs),
      performers: performersFor(context, undefined),
      notActions: [thinkAction],
      run: null,
      waitMs: Math.round(wait * 1_000),
      ackMs: ackMsOf(context, acknowledge_seconds),
      again: true,
    };
    const claimed = await withClaimRoom(context, { ...worker, again: true }, () =>
      claimUnlessGone(context, request),
    );
    return claimAnswer(context, worker, claimed);
  },
});
