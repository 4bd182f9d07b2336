// Steering an execution: pause, resume, cancel, kill, and helping single steps on.
import type { z } from 'zod';
import { PlanwrightError } from '../base/errors.ts';
import {
  approvingActions,
  executionControlInput,
  executionControlOutput,
  executionFundInput,
  executionWaitInput,
} from '../contract/execution-control.ts';
import { executionStatusOutput } from '../contract/executions.ts';
import type { ControlRequest, RunAnswer } from '../engine/engine-api.ts';
import type { RunStatus } from '../engine/state.ts';
import { budgetOf } from './budget.ts';
import type { Context } from './context.ts';
import { forecastStatus } from './execution-forecast.ts';
import { executionStatus, findExecution } from './execution-views.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { waitForRun } from './wait.ts';

type Control = z.output<typeof executionControlInput>;
type Answer = z.input<typeof executionControlOutput>;

type Needed = 'step_id' | 'answer' | 'key' | 'digest' | 'reason';

function needed(input: Control, field: Needed): string {
  const value = input[field];
  if (value !== undefined) return value;
  throw new PlanwrightError('INVALID_ARGUMENTS', `${field}: ${input.action} needs it.`);
}

/** What the action says to the engine; fields of other actions are left alone. */
function commandOf(input: Control) {
  const { action } = input;
  switch (action) {
    case 'pause':
    case 'resume':
    case 'step':
    case 'kill':
      return { action };
    case 'cancel':
      return { action, compensate: input.compensate, drainMs: input.drain_seconds * 1_000 };
    case 'retry_step':
    case 'skip_step':
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

const controlRequest = (context: Context, input: Control): ControlRequest => ({
  tenant: context.principal.tenant,
  run: input.execution_id,
  by: context.principal.id,
  ...onceOf(context),
  ...commandOf(input),
});

/** The state is that of the command; what hangs on others is read anew. */
async function answerOf(context: Context, moved: RunAnswer): Promise<Answer> {
  const status = await executionStatus(context, await findExecution(context, moved.run));
  const { execution_id, condition, uncompensated, next_action } = status;
  const ending = moved.ending === '' ? null : (moved.ending as 'CANCELLED');
  return {
    execution_id,
    state: moved.status as RunStatus,
    condition,
    held: moved.isHeld,
    ending,
    uncompensated,
    next_action,
  };
}

export const executionControl = jsonOperation({
  name: 'execution_control',
  title: 'Steer an execution',
  description:
    'Pauses, resumes or ends an execution, retries or skips a step, answers a question that a step waits for. A person approves or rejects what waits for that.',
  input: executionControlInput,
  output: executionControlOutput,
  scope: 'run',
  scopeBy: { field: 'action', scopes: approvingActions },
  toolsets: ['default', 'all'],
  effect: 'destroy',
  isIdempotent: false,
  rest: { method: 'PATCH', path: '/api/executions/{execution_id}', status: 200, tag: 'Executions' },
  examples: [],
  async handler(context, input) {
    await findExecution(context, input.execution_id);
    return answerOf(context, await context.engine.control(controlRequest(context, input)));
  },
});

export const executionFund = jsonOperation({
  name: 'execution_fund',
  title: 'Give an execution another budget',
  description: 'In place of the one before; what waits for it goes on as soon as it can be paid.',
  input: executionFundInput,
  output: executionControlOutput,
  scope: 'approve',
  toolsets: ['all'],
  effect: 'write',
  isIdempotent: true,
  rest: {
    method: 'POST',
    path: '/api/executions/{execution_id}/budget',
    status: 200,
    tag: 'Executions',
  },
  examples: [],
  async handler(context, { execution_id: run, budget }) {
    await findExecution(context, run);
    const { id: by, tenant } = context.principal;
    const request = { tenant, run, by, action: 'fund', budget: budgetOf(budget) } as const;
    return answerOf(context, await context.engine.control({ ...request, ...onceOf(context) }));
  },
});

export const executionWait = jsonOperation({
  name: 'execution_wait',
  title: 'Wait for an execution',
  description: 'Waits until it has ended or the time is up; gives execution_status either way.',
  input: executionWaitInput,
  output: executionStatusOutput,
  scope: 'plan:read',
  toolsets: ['default', 'all'],
  effect: 'read',
  isIdempotent: true,
  waits: true,
  rest: {
    method: 'GET',
    path: '/api/executions/{execution_id}/wait',
    status: 200,
    tag: 'Executions',
  },
  examples: [],
  async handler(context, { execution_id, timeout_seconds }) {
    const run = await findExecution(context, execution_id);
    await waitForRun(context, run.id, timeout_seconds * 1_000);
    return forecastStatus(context, await findExecution(context, execution_id));
  },
});
