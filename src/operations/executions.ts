// Operations on executions: start one, look at it. Reports into it are in execution-report.ts.
import { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { executionApprovalsOutput } from '../contract/approvals.ts';
import { executionId } from '../contract/common.ts';
import {
  executionCreateInput,
  executionEventsInput,
  executionEventsOutput,
  executionListInput,
  executionListOutput,
  executionRef,
  executionStatusOutput,
  executionTasksOutput,
} from '../contract/executions.ts';
import { planSchema } from '../contract/plan.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { readArtifact } from '../engine/artifacts.ts';
import type { RunStatus } from '../engine/state.ts';
import { eventPage } from '../events/event-page.ts';
import { executionSteps } from '../work/execution-graph.ts';
import { checkToolPolicy } from '../work/run-rules.ts';
import { approvalsOf } from './approval-views.ts';
import { budgetOf } from './budget.ts';
import type { Context } from './context.ts';
import { forecastStatus } from './execution-forecast.ts';
import { executionTasks } from './execution-task-views.ts';
import { executionStatus, findExecution } from './execution-views.ts';
import { onceOf } from './once.ts';
import { jsonOperation, streamOperation } from './operation.ts';
import { percentOfRun } from './percent.ts';
import { findPlan } from './plan-views.ts';
import { purseOfExecution } from './purses.ts';
import { isOver } from './wait.ts';

async function readyPlan(context: Context, id: string): Promise<z.output<typeof planSchema>> {
  const plan = await findPlan(context, id);
  if (plan.erased_at > 0) throw new PlanwrightError('plan_erased', 'This plan was erased.');
  const run = await context.reader.run(plan.run);
  const file = await readArtifact(context.reader, plan.tenant, plan.id, 'plan.json');
  if (run?.status === 'COMPLETED' && file) {
    return planSchema.parse(migratePlan(JSON.parse(Buffer.from(file.bytes).toString('utf8'))));
  }
  const isFailed = run?.status === 'FAILED';
  throw new PlanwrightError(
    isFailed ? 'generation_failed' : 'plan_not_ready',
    isFailed
      ? 'This plan could not be made; plan_status says why.'
      : 'The plan is not finished. Call plan_wait first.',
  );
}

export const executionCreate = jsonOperation({
  name: 'execution_create',
  title: 'Run a plan',
  description:
    'Starts a finished plan. Its tasks become work for agents and people. Then call execution_status.',
  input: executionCreateInput,
  output: executionStatusOutput,
  scope: 'run',
  toolsets: ['default'],
  rest: { method: 'POST', path: '/api/executions', status: 201 },
  async handler(context, { plan_id, policy, budget }) {
    checkToolPolicy(policy);
    const plan = await readyPlan(context, plan_id);
    const { run: planRun } = await findPlan(context, plan_id);
    const shared = await purseOfExecution(context, planRun, budget?.purse_id);
    const { principal, engine, ids } = context;
    const answer = await engine.createRun({
      run: ids.next('exec'),
      kind: 'execution',
      plan: plan_id,
      tenant: principal.tenant,
      by: principal.id,
      steps: executionSteps(plan, policy),
      ...(budget ? { budget: budgetOf(budget) } : {}),
      ...shared,
      ...onceOf(context),
    });
    const run = answer.ok ? answer.run : answer.takenValue;
    return executionStatus(context, await findExecution(context, run));
  },
});

const statusHandler = async (
  context: Context,
  input: { execution_id: string },
): Promise<z.input<typeof executionStatusOutput>> =>
  forecastStatus(context, await findExecution(context, input.execution_id));

export const executionStatusOperation = jsonOperation({
  name: 'execution_status',
  title: 'Get the status of an execution',
  description: 'Returns state, progress, current workers, and blocked tasks with reasons.',
  input: executionRef,
  output: executionStatusOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  rest: 'GET /api/executions/{execution_id}/status',
  cli: 'execution',
  handler: statusHandler,
});

export const executionGet = jsonOperation({
  name: 'execution_get',
  title: 'Get an execution',
  description: 'Returns the same as execution_status.',
  input: executionRef,
  output: executionStatusOutput,
  scope: 'plan:read',
  toolsets: [],
  rest: 'GET /api/executions/{execution_id}',
  handler: statusHandler,
});

export const executionList = jsonOperation({
  name: 'execution_list',
  title: 'List executions',
  description: 'Lists executions, newest first.',
  input: executionListInput,
  output: executionListOutput,
  scope: 'plan:read',
  rest: 'GET /api/executions',
  cli: 'executions',
  examples: [{ limit: 10 }],
  async handler(context, { limit, cursor }) {
    const filter = { before: cursor ?? 'exec_~', limit };
    const rows = await context.reader.runsOfKind(context.principal.tenant, 'execution', filter);
    const executions = rows.map((row) => ({
      execution_id: row.id,
      plan_id: row.plan,
      state: row.status as RunStatus,
      progress_percentage: percentOfRun(row),
      created_at: isoTime(row.created_at),
    }));
    return { executions, next_cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  },
});

export const executionTasksOperation = jsonOperation({
  name: 'execution_tasks',
  title: 'List the tasks of an execution',
  description: 'Lists every phase, task and subtask with its state, in order.',
  input: executionRef,
  output: executionTasksOutput,
  scope: 'plan:read',
  rest: 'GET /api/executions/{execution_id}/tasks',
  cli: 'tasks',
  async handler(context, { execution_id }) {
    // The head is read first: an event between the two reads comes again, and none is missed.
    const run = await findExecution(context, execution_id);
    return { execution_id, seq: run.head_seq, tasks: await executionTasks(context, run) };
  },
});

export const executionApprovals = jsonOperation({
  name: 'execution_approvals',
  title: 'List pending approvals',
  description: 'Lists exactly what needs approval in an execution, each with its digest.',
  input: executionRef,
  output: executionApprovalsOutput,
  scope: 'plan:read',
  rest: 'GET /api/executions/{execution_id}/approvals',
  async handler(context, { execution_id }) {
    const run = await findExecution(context, execution_id);
    const steps = isOver(run) ? [] : await context.reader.steps(run.id);
    return { execution_id, approvals: await approvalsOf(context, steps) };
  },
});

export const executionEvents = jsonOperation({
  name: 'execution_events',
  title: 'List the events of an execution',
  description: 'Lists events in order. To get the next page, pass next_after as after.',
  input: executionEventsInput,
  output: executionEventsOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  rest: 'GET /api/executions/{execution_id}/events',
  cli: 'events',
  async handler(context, { execution_id, after, limit }) {
    const { reader, principal } = context;
    const run = await findExecution(context, execution_id);
    const { tenant } = principal;
    const events = await eventPage(reader, { tenant, run: run.id, after, limit });
    const nextAfter = events.at(-1)?.seq ?? after;
    return {
      execution_id,
      events,
      next_after: nextAfter,
      has_more: nextAfter < run.head_seq && events.length > 0,
    };
  },
});

export const executionStream = streamOperation({
  name: 'execution_stream',
  title: 'Stream the events of an execution',
  description: 'Server-sent events. To continue, pass ?after= or Last-Event-ID.',
  input: z.strictObject({
    execution_id: executionId,
    after: z.coerce.number().int().min(0).default(0),
  }),
  scope: 'plan:read',
  rest: 'GET /api/executions/{execution_id}/stream',
  async handler(context, { execution_id, after }) {
    return { run: (await findExecution(context, execution_id)).id, after };
  },
});
