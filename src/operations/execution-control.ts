// Steering an execution: pause, resume, cancel, kill, and helping single steps on.
import type { z } from 'zod';
import { isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  approvingActions,
  executionControlInput,
  executionControlOutput,
  executionFundInput,
  executionWaitInput,
} from '../contract/execution-control.ts';
import { executionStatusOutput } from '../contract/executions.ts';
import { actionsOfAgent } from '../engine/agent-actions.ts';
import type { ControlRequest, RunAnswer } from '../engine/engine-api.ts';
import type { RunStatus } from '../engine/state.ts';
import type { Rows } from '../store/tables.ts';
import { alternativeOf } from './alternative.ts';
import { budgetOf } from './budget.ts';
import { waitsForApproval } from './condition.ts';
import type { Context } from './context.ts';
import { applyNow, checkStillFits, proposalIn } from './execution-change-apply.ts';
import { forecastStatus } from './execution-forecast.ts';
import { executionStatus, findExecution } from './execution-views.ts';
import { onceOf, wasDone } from './once.ts';
import { type CliPlace, jsonOperation } from './operation.ts';
import { waitForRun } from './wait.ts';

type Control = z.output<typeof executionControlInput>;
type Answer = z.input<typeof executionControlOutput>;

type Needed = 'step_id' | 'answer' | 'key' | 'digest' | 'reason' | 'alternative' | 'to';

function needed<Field extends Needed>(input: Control, field: Field): NonNullable<Control[Field]> {
  const value = input[field];
  if (value !== undefined) return value;
  throw new PlanwrightError('INVALID_ARGUMENTS', `${field}: ${input.action} needs it.`);
}

async function stepRow({ reader }: Context, input: Control): Promise<Rows['steps']> {
  const id = needed(input, 'step_id');
  const row = (await reader.steps(input.execution_id)).find(({ step }) => step === id);
  if (row) return row;
  const message = `There is no step ${id}. execution_tasks lists them.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

async function alternativeCommand(context: Context, input: Control) {
  const digest = needed(input, 'digest');
  const wanted = needed(input, 'alternative');
  const row = await stepRow(context, input);
  if (await proposalIn(context, row)) {
    const message = 'A change of the graph has no alternative: reject it, and ask for another one.';
    throw new PlanwrightError('not_allowed_now', message);
  }
  const why = input.reason === undefined ? {} : { reason: input.reason };
  const instead = await alternativeOf(context, row, wanted);
  return { action: 'approve_alternative', step: row.step, digest, ...why, ...instead } as const;
}

/** Only an agent that is there and can do it. */
async function reassignCommand(context: Context, input: Control) {
  const to = needed(input, 'to');
  const { step, action } = await stepRow(context, input);
  const agent = await context.reader.agent(context.principal.tenant, to);
  if (!agent) throw new PlanwrightError('agent_not_found', 'There is no such agent.');
  const actions = actionsOfAgent(agent);
  if (actions.length > 0 && !actions.includes(action)) {
    const message = `This agent does not say that it can ${action}.`;
    throw new PlanwrightError('not_allowed_now', message);
  }
  return { action: 'reassign', step, to } as const;
}

/** What the action says to the engine; fields of other actions are left alone. */
async function commandOf(context: Context, input: Control) {
  const { action } = input;
  switch (action) {
    case 'pause':
    case 'resume':
    case 'step':
    case 'kill':
      return { action };
    case 'cancel':
      return { action, compensate: input.compensate, drainMs: input.drain_seconds * 1_000 };
    case 'approve_alternative':
      return alternativeCommand(context, input);
    case 'reassign':
      return reassignCommand(context, input);
    case 'retry_step':
    case 'skip_step':
    case 'take_over':
    case 'give_back':
      return { action, step: needed(input, 'step_id') };
    case 'answer':
      return { action, step: needed(input, 'step_id'), answer: needed(input, 'answer') };
    case 'approve':
      return { action, step: needed(input, 'step_id'), digest: needed(input, 'digest') };
    case 'reject': {
      const step = needed(input, 'step_id');
      return { action, step, digest: needed(input, 'digest'), reason: needed(input, 'reason') };
    }
    case 'accept_with_shortfall':
      return { action, step: needed(input, 'step_id'), reason: needed(input, 'reason') };
    case 'signal': {
      const key = needed(input, 'key');
      return input.answer === undefined ? { action, key } : { action, key, answer: input.answer };
    }
  }
}

const controlRequest = async (context: Context, input: Control): Promise<ControlRequest> => ({
  tenant: context.principal.tenant,
  run: input.execution_id,
  by: context.principal.id,
  ...onceOf(context),
  ...(await commandOf(context, input)),
});

/** What the person now has, to end it with; asking again gives it again. */
async function leaseOf(context: Context, input: Control): Promise<Answer['lease']> {
  if (input.action !== 'take_over') return null;
  const { id: holder, tenant } = context.principal;
  const held = await context.engine.claim({
    ...{ tenant, holder, run: input.execution_id, step: needed(input, 'step_id'), again: true },
    ...{ performers: ['human'], actions: null, leaseMs: 0, waitMs: 0 },
  });
  return held && { token: held.token, expires_at: isoTimeOrNull(held.expiresAt) };
}

const nextOfTaken = (run: string, step: string): string =>
  `It is yours. End it with work_complete and the token of lease (planwright done ${run} ${step} "TEXT"), or hand it back with give_back.`;

/** The state is that of the command; what hangs on others is read anew. */
async function answerOf(
  context: Context,
  moved: RunAnswer,
  lease: Answer['lease'] = null,
): Promise<Answer> {
  const status = await executionStatus(context, await findExecution(context, moved.run));
  const { execution_id, condition, uncompensated, next_action } = status;
  const ending = moved.ending === '' ? null : (moved.ending as 'CANCELLED');
  return {
    execution_id,
    state: moved.status as RunStatus,
    condition,
    held: moved.isHeld,
    ending,
    lease,
    uncompensated,
    next_action,
  };
}

/** The change that an approval is of, which still has to fit; null for anything else. */
async function approvedChange(context: Context, run: Rows['runs'], input: Control) {
  const { action, step_id: step } = input;
  if (action !== 'approve' || step === undefined || (await wasDone(context))) return null;
  const row = (await context.reader.steps(run.id)).find((one) => one.step === step);
  const proposal = row && waitsForApproval(row) ? await proposalIn(context, row) : null;
  if (proposal === null) return null;
  await checkStillFits(context, run.id, proposal);
  return { step, proposal };
}

/** A command for an action, and the fields that are its words. */
const action = (
  [command, action]: readonly [string, Control['action']],
  summary: string,
  words: readonly string[] = [],
  flags: Pick<CliPlace, 'fields' | 'flags' | 'asPerson' | 'withoutWorker'> = {},
) => ({
  ...{ command, summary, sets: { action }, fields: [] },
  ...{ positional: ['execution_id', ...words], ...flags },
});

const everything = 'Stop an execution, an agent, a tenant or everything at once';

const commands = [
  action(['stop', 'pause'], 'Pause an execution', [], { withoutWorker: true }),
  action(['pause', 'pause'], 'Pause an execution: no step is handed out until it is resumed'),
  action(['cancel', 'cancel'], 'Cancel an execution and undo its effects', [], {
    fields: ['drain_seconds'],
    flags: { 'no-undo': { compensate: false } },
  }),
  action(['kill', 'kill'], everything, [], { asPerson: true }),
  action(['skip', 'skip_step'], 'Skip a step', ['step_id']),
  action(['answer', 'answer'], 'Answer the question of a step', ['step_id', 'answer']),
  action(['accept', 'accept_with_shortfall'], 'Accept a result that does not meet its checks', [
    ...['step_id', 'reason'],
  ]),
  action(['take', 'take_over'], 'Take a step over from its holder', ['step_id']),
  action(['give-back', 'give_back'], 'Give back a step that you took', ['step_id']),
  action(['reassign', 'reassign'], 'Assign a step to an agent', ['step_id', 'to']),
];

export const executionControl = jsonOperation({
  name: 'execution_control',
  title: 'Control an execution',
  description:
    'Pauses, resumes or ends an execution; retries, skips or reassigns a step; answers its question. A person approves, rejects or takes over.',
  input: executionControlInput,
  output: executionControlOutput,
  scope: 'run',
  scopeBy: { field: 'action', scopes: approvingActions },
  toolsets: ['default'],
  effect: 'destroy',
  rest: 'PATCH /api/executions/{execution_id}',
  cli: commands,
  async handler(context, input) {
    const run = await findExecution(context, input.execution_id);
    const change = await approvedChange(context, run, input);
    const moved = await context.engine.control(await controlRequest(context, input));
    if (change) await applyNow(context, run.id, change.step, change.proposal);
    const lease = await leaseOf(context, input);
    const answer = await answerOf(context, moved, lease);
    if (lease === null) return answer;
    return { ...answer, next_action: nextOfTaken(run.id, needed(input, 'step_id')) };
  },
});

export const executionFund = jsonOperation({
  name: 'execution_fund',
  title: 'Set the budget of an execution',
  description:
    'Replaces the current budget. Steps that wait for money continue as soon as the budget allows.',
  input: executionFundInput,
  output: executionControlOutput,
  scope: 'approve',
  isIdempotent: true,
  rest: 'POST /api/executions/{execution_id}/budget',
  cli: { command: 'fund', positional: ['execution_id', 'budget'] },
  async handler(context, { execution_id: run, budget }) {
    await findExecution(context, run);
    const { id: by, tenant } = context.principal;
    const request = { tenant, run, by, action: 'fund', budget: budgetOf(budget) } as const;
    return answerOf(context, await context.engine.control({ ...request, ...onceOf(context) }));
  },
});

export const executionWait = jsonOperation({
  name: 'execution_wait',
  sdk: 'waitForExecution',
  title: 'Wait for an execution',
  description: 'Waits until the execution ends or the time is up. Returns execution_status.',
  input: executionWaitInput,
  output: executionStatusOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  waits: true,
  rest: 'GET /api/executions/{execution_id}/wait',
  async handler(context, { execution_id, timeout_seconds }) {
    const run = await findExecution(context, execution_id);
    await waitForRun(context, run.id, timeout_seconds * 1_000);
    return forecastStatus(context, await findExecution(context, execution_id));
  },
});
