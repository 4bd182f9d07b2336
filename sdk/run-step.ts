// One claimed step from hand-out to its end: run the handler under a kept lease, then complete it,
// or fail it with a reason.

import {
  type AgentEvent,
  type AgentOptions,
  handlerFor,
  type StepResult,
} from './agent-options.ts';
import { isApiError, isLeaseLost } from './api-error.ts';
import type { PlanwrightClient } from './client.ts';
import type { HeldLeases } from './held-leases.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { settleWithin } from './pause.ts';
import {
  type FailureReport,
  reportOf,
  StepFailure,
  StepProposal,
  StepQuestion,
  StepVerdict,
} from './step-failure.ts';
import type { DeliveredMessage, WorkStep } from './wire.ts';

export type StepEnd = 'completed' | 'failed' | 'asked' | 'proposed' | 'lost';

export interface StepRun {
  readonly client: PlanwrightClient;
  readonly options: AgentOptions;
  readonly step: WorkStep;
  readonly token: string;
  readonly leaseMs: number;
  readonly acknowledgeMs: number;
  /** All that this agent has in hand. */
  readonly held: HeldLeases;
  readonly stopGraceMs: number;
  readonly tell: (event: AgentEvent) => void;
}

/** How long a handler may take to notice that its signal was aborted. */
const settleMs = 1_000;

type Outcome =
  | { readonly kind: 'output'; readonly output: StepResult }
  | { readonly kind: 'failure'; readonly failure: FailureReport }
  | { readonly kind: 'question'; readonly question: string }
  | { readonly kind: 'proposal'; readonly proposal: Readonly<Record<string, unknown>> };

const stoppedEarly: Outcome = {
  kind: 'failure',
  failure: { class: 'transient', message: 'The agent stopped before it was done.' },
};

export async function runStep(run: StepRun): Promise<StepEnd> {
  const { token, leaseMs, acknowledgeMs, held, step, tell } = run;
  const onPause = (paused: boolean) => tell({ type: paused ? 'paused' : 'resumed', step });
  const onMessage = (message: DeliveredMessage) => tell({ type: 'message', message });
  const lease = { token, leaseMs, acknowledgeMs };
  const keeper = new LeaseKeeper({ ...lease, held, onPause, onMessage });
  const stopWatching = stopAfterGrace(keeper, run);
  try {
    await keeper.start();
    const outcome = keeper.signal.aborted ? stoppedEarly : await workOn(run, keeper);
    await keeper.close();
    return await settle(run, keeper, outcome);
  } finally {
    stopWatching();
    await keeper.close();
  }
}

/** When the agent is told to stop, the step in hand gets its grace, and is then cut short. */
function stopAfterGrace(keeper: LeaseKeeper, run: StepRun): () => void {
  const { signal } = run.options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    timer = setTimeout(() => keeper.stop('stopping'), run.stopGraceMs);
  };
  if (signal?.aborted) begin();
  else signal?.addEventListener('abort', begin, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', begin);
  };
}

async function workOn(run: StepRun, keeper: LeaseKeeper): Promise<Outcome> {
  const work = callHandler(run, keeper).then(
    (output): Outcome => ({ kind: 'output', output }),
    outcomeOfError,
  );
  const stopped = aborted(keeper.signal);
  const first = await Promise.race([work, stopped.then(() => null)]);
  if (first !== null) return first;
  await settleWithin(work, settleMs);
  return stoppedEarly;
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof StepQuestion) return { kind: 'question', question: error.message };
  if (error instanceof StepProposal) return { kind: 'proposal', proposal: error.proposal };
  return { kind: 'failure', failure: reportOf(error) };
}

async function callHandler(run: StepRun, keeper: LeaseKeeper): Promise<StepResult> {
  const handler = handlerFor(run.options, run.step.action);
  if (!handler) {
    throw new StepFailure('external', `This agent has no handler for ${run.step.action}.`);
  }
  return await handler(run.step, {
    signal: keeper.signal,
    idempotencyKey: run.step.idempotency_key,
    progress: (percent, note) => keeper.report(percent, note),
    checkpoint: () => keeper.checkpoint(),
  });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function settle(run: StepRun, keeper: LeaseKeeper, outcome: Outcome): Promise<StepEnd> {
  if (keeper.end === 'lease_lost') return lost(run);
  try {
    if (keeper.end === 'cancelled') return await giveBack(run);
    switch (outcome.kind) {
      case 'failure':
        return await fail(run, outcome.failure);
      case 'question':
        return await ask(run, outcome.question);
      case 'proposal':
        return await propose(run, outcome.proposal);
      case 'output':
        return await complete(run, outcome.output);
    }
  } catch (error) {
    if (isLeaseLost(error)) return lost(run);
    throw error;
  }
}

function lost(run: StepRun): StepEnd {
  run.tell({ type: 'lease_lost', step: run.step });
  return 'lost';
}

/** Told to cancel: the lease is handed back at once rather than left to run out. */
async function giveBack(run: StepRun): Promise<StepEnd> {
  run.tell({ type: 'cancelled', step: run.step });
  const message = 'Stopped, as the server asked.';
  await run.client.failWork({ lease_token: run.token, class: 'transient', message });
  return 'failed';
}

/** A verdict is a choice, and what was found. */
const endingOf = (result: StepResult) =>
  result instanceof StepVerdict
    ? { output: { message: result.message }, choice: result.choice }
    : { output: result };

async function complete(run: StepRun, result: StepResult): Promise<StepEnd> {
  try {
    await run.client.completeWork({ lease_token: run.token, ...endingOf(result) });
  } catch (error) {
    // The server does not take this output: too large, say. That is a failure of the work.
    if (!isApiError(error) || error.retry !== 'after_change') throw error;
    return await fail(run, { class: 'data', message: error.detail });
  }
  run.tell({ type: 'completed', step: run.step });
  return 'completed';
}

async function ask(run: StepRun, question: string): Promise<StepEnd> {
  await run.client.askPerson({ lease_token: run.token, question });
  run.tell({ type: 'asked', step: run.step, question });
  return 'asked';
}

async function propose(
  run: StepRun,
  proposal: Readonly<Record<string, unknown>>,
): Promise<StepEnd> {
  await run.client.proposeWork({ lease_token: run.token, proposal });
  run.tell({ type: 'proposed', step: run.step });
  return 'proposed';
}

async function fail(run: StepRun, failure: FailureReport): Promise<StepEnd> {
  await run.client.failWork({ lease_token: run.token, ...failure });
  run.tell({ type: 'failed', step: run.step, ...failure });
  return 'failed';
}
