// Running a plan: an execution, its tasks and what happened in it.
import { z } from 'zod';
import { approval } from './approvals.ts';
import { newBudget, purse } from './budget.ts';
import {
  cursor,
  executionId,
  leaseToken,
  nextAction,
  pageLimit,
  planId,
  stepId,
  time,
} from './common.ts';
import { executionPolicy } from './execution-policy.ts';
import { forecastSummary } from './forecast.ts';

export const executionStates = [
  'CREATED',
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export const executionState = z.enum(executionStates);

export const conditions = ['PROGRESSING', 'BLOCKED', 'PAUSED'] as const;

/** Names of the original design; the engine's own states are finer. */
export const taskStates = [
  'QUEUED',
  'RUNNING',
  'BLOCKED',
  'COMPLETE',
  'ERROR',
  'SKIPPED',
  'CANCELLED',
] as const;
export const taskState = z.enum(taskStates);
export type TaskState = z.infer<typeof taskState>;

export const executionCreateInput = z.strictObject({
  plan_id: planId,
  policy: executionPolicy
    .optional()
    .describe('Without it a person approves what agents do of tier T2.'),
  budget: newBudget.optional(),
});
export const executionRef = z.strictObject({ execution_id: executionId });

const currentTask = z.object({
  step_id: stepId,
  title: z.string(),
  holder: z.string().describe('Who works on it.'),
  holder_name: z.string(),
  progress: z.int().min(0).max(100),
  attempt: z.int(),
});

const blockedTask = z.object({
  step_id: stepId,
  title: z.string(),
  waits_for: z.string().describe('answer, capability, event …; empty for what is ready or failed.'),
  reason: z.string().describe('Why it does not go on; of a question, its text.'),
  who_can_unblock: z.string(),
  how: z.string().describe('What that one has to do.'),
});

export const executionStatusOutput = z.object({
  execution_id: executionId,
  plan_id: planId,
  title: z.string(),
  state: executionState,
  status: executionState.describe('The same as state, under its older name.'),
  condition: z.enum(conditions).nullable().describe('Only while RUNNING or QUEUED.'),
  held: z.boolean().describe('Paused: nothing is handed out.'),
  ending: z
    .enum(['COMPLETED', 'FAILED', 'CANCELLED'])
    .nullable()
    .describe('The end it is on its way to while it undoes things.'),
  uncompensated: z.array(z.string()).describe('Once cancelled: steps with effects that stand.'),
  rev: z.int().describe('The revision of the graph; execution_patch needs it.'),
  progress: z.object({ done: z.int(), total: z.int(), percentage: z.int().min(0).max(100) }),
  current: z.array(currentTask),
  blocked: z.array(blockedTask),
  approvals: z.array(approval).describe('What waits for the approval of a person.'),
  policy: executionPolicy.describe('What it may do without asking.'),
  usage: purse.describe('What it may use and has used.'),
  forecast: forecastSummary
    .nullable()
    .describe('Of status and wait, while it is open; null without a schedule.'),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  last_event_seq: z.int(),
  head_hash: z.string().describe('Hash of the newest event; see planwright verify.'),
  assigned_agents: z.array(z.object({ agent_id: z.string(), name: z.string() })),
  sse_url: z.string(),
  next_action: nextAction,
});
export type ExecutionStatus = z.infer<typeof executionStatusOutput>;

export const executionListInput = z.strictObject({
  limit: pageLimit(10, 50),
  cursor: cursor.optional(),
});

export const executionListOutput = z.object({
  executions: z.array(
    z.object({
      execution_id: executionId,
      plan_id: planId,
      state: executionState,
      progress_percentage: z.int(),
      created_at: time,
    }),
  ),
  next_cursor: z.string().nullable(),
});

export const executionTask = z.object({
  step_id: stepId,
  parent: stepId.nullable(),
  title: z.string(),
  description: z.string(),
  purpose: z.string(),
  performer: z.string(),
  action: z.string(),
  risk_tier: z.enum(['T1', 'T2', 'T3']),
  state: taskState,
  engine_state: z.string(),
  attempt: z.int(),
  attempts_max: z.int(),
  holder: z.string().nullable(),
  holder_name: z.string().nullable(),
  progress: z.int().min(0).max(100),
  note: z.string().describe('The newest word of whoever works on it.'),
  result: z.string().nullable().describe('Its output, shortened.'),
  error: z.string().nullable().describe('What went wrong last.'),
  error_class: z
    .string()
    .optional()
    .describe(
      'Of the error: transient, rate_limit, data, logic, policy, external, budget or cancelled.',
    ),
  waits_for: z.string().nullable(),
  waits_until: time.nullable(),
  undoes: z.string().nullable().describe('Of an undo: the step whose effects are undone.'),
  planned_start: z.string().nullable(),
  planned_finish: z.string().nullable(),
  changed_at: time,
});
export type ExecutionTask = z.infer<typeof executionTask>;

export const executionTasksOutput = z.object({
  execution_id: executionId,
  seq: z.int().describe('The tasks are as of this event; stream from here.'),
  tasks: z.array(executionTask),
});

/** One event as streams and pages give it. `changes` says which tasks are what now. */
export const publicEvent = z.object({
  run_id: z.string(),
  seq: z.int(),
  at: time,
  type: z.string(),
  step_id: z.string().nullable(),
  actor: z.string().nullable(),
  actor_name: z.string().nullable(),
  attempt: z.int().nullable(),
  run_state: executionState.nullable().describe('Set when the event changes it.'),
  held: z.boolean().nullable().describe('Set when the run is paused or goes on.'),
  changes: z.array(z.object({ step_id: z.string(), state: taskState })),
  text: z.string().nullable().describe('A note, an error or the start of an output.'),
});
export type PublicEvent = z.infer<typeof publicEvent>;

export const executionEventsInput = z.strictObject({
  execution_id: executionId,
  after: z.coerce.number().int().min(0).max(1e12).default(0).describe('Events after this number.'),
  limit: pageLimit(100, 500),
});

export const executionEventsOutput = z.object({
  execution_id: executionId,
  events: z.array(publicEvent),
  next_after: z.int().describe('Give this as `after` to go on.'),
  has_more: z.boolean(),
});

export const reportedEventTypes = [
  'heartbeat',
  'task_started',
  'task_progress',
  'task_complete',
  'task_error',
  'task_blocked',
  'subtask_started',
  'subtask_in_progress',
  'subtask_complete',
] as const;

const text = (max: number) => z.string().max(max);

/** What an agent reports. Without a valid lease token it is kept as a note and moves nothing. */
export const executionReportInput = z.strictObject({
  execution_id: executionId,
  event_type: z.enum(reportedEventTypes),
  lease_token: leaseToken.optional(),
  agent_id: text(60).optional(),
  timestamp: text(40).optional().describe('When it happened, as the agent saw it.'),
  task_id: stepId.optional(),
  current_task_id: stepId.optional(),
  next_task_id: stepId.optional(),
  status: text(40).optional(),
  status_code: z.int().min(0).max(999).optional(),
  current_task_progress: z.number().min(0).max(100).optional(),
  tasks_completed: z.int().min(0).max(100_000).optional(),
  tasks_total: z.int().min(0).max(100_000).optional(),
  result: text(200).optional(),
  output: z.record(z.string().max(200), z.unknown()).optional(),
  notes: text(10_000).optional(),
  error_type: text(100).optional(),
  error_message: text(10_000).optional(),
  suggestion: text(10_000).optional(),
  human_review_required: z.boolean().optional(),
});

export const executionReportOutput = z.object({
  recorded: z.enum(['event', 'note', 'telemetry']).describe('What became of the report.'),
  seq: z.int().nullable(),
  signal: z.enum(['continue', 'pause', 'cancel']),
  next_action: nextAction,
});
