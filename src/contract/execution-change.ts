// Asking for a change of what runs: something is late, somebody is lost, an assumption drifted, or a step should
// be another. What comes of it is shown before anything happens.
import { z } from 'zod';
import { approvalDigest } from './approvals.ts';
import { date, executionId, nextAction, stepId, time } from './common.ts';
import { executionPatchInput } from './execution-patch.ts';
import { executionState } from './executions.ts';

export const changeKinds = ['delay', 'lost_agent', 'drift', 'edit'] as const;
export type ChangeKind = (typeof changeKinds)[number];

const principalId = z.string().regex(/^(agent|person|service)_[0-9a-z]{4,40}$/);

export const executionChangeInput = z.strictObject({
  execution_id: executionId,
  kind: z
    .enum(changeKinds)
    .describe(
      'delay: what it affects waits until then; lost_agent: others get what it works on; drift: a person looks first; edit: the patch.',
    ),
  affects: z
    .array(z.union([stepId, principalId]))
    .max(200)
    .default([])
    .describe('Steps, tasks or phases; of lost_agent the agent.'),
  until: z
    .union([time, date], { error: 'must be a date such as 2027-03-01, or a time' })
    .optional()
    .describe('For delay. A date begins at 00:00 UTC.'),
  delay_hours: z.coerce
    .number()
    .min(0.1)
    .max(100_000)
    .optional()
    .describe('For delay, in place of until: so much later than it would begin.'),
  reason: z.string().trim().min(1).max(2_000),
  patch: executionPatchInput
    .pick({ add: true, change: true, cancel: true })
    .partial()
    .optional()
    .describe('What to do in place of what the kind says; edit needs it.'),
  let_finish: z.boolean().default(false).describe('Who works on an affected step may finish it.'),
  dry_run: z.boolean().default(false).describe('Only shows what would come of it.'),
});
export type ExecutionChangeInput = z.output<typeof executionChangeInput>;

const dated = <Value extends z.ZodType>(value: Value) => ({ before: value, after: value });

const movedTask = z.object({
  task_id: z.string(),
  title: z.string(),
  ...dated(time),
  days: z.number().describe('Later; below zero earlier.'),
});
export type MovedTask = z.infer<typeof movedTask>;

const changeDates = z.object({
  finish: z.object({ ...dated(time), days: z.number() }),
  milestones: z.array(movedTask).describe('Those that move.'),
  tasks: z.array(movedTask).describe('What moves most, first; at most 50.'),
  tasks_moved: z.int(),
  misses_deadline: z
    .boolean()
    .nullable()
    .describe('The end then lies after what is due; null where nothing is.'),
});
export type ChangeDates = z.infer<typeof changeDates>;

const changeMoney = z.object({
  currency: z.string().nullable(),
  before: z.number().nullable().describe('By the forecast, spent and to come; null if unknown.'),
  after: z.number().nullable(),
  steps_usd: z.object(dated(z.number())).describe('What open steps say that they may cost.'),
});
export type ChangeMoney = z.infer<typeof changeMoney>;

const namedStep = z.object({ step_id: z.string(), title: z.string() });

export const changeDiff = z.object({
  added: z.array(namedStep),
  changed: z.array(namedStep.extend({ fields: z.array(z.string()) })),
  cancelled: z.array(namedStep),
  taken_back: z.array(namedStep.extend({ holder: z.string() })).describe('From who works on it.'),
  left_alone: z.array(z.object({ step_id: z.string(), why: z.string() })),
  dates: changeDates.nullable().describe('Null where there is no forecast.'),
  money: changeMoney,
  reason: z.string(),
});
export type ChangeDiff = z.infer<typeof changeDiff>;

export const changeStates = [
  'proposed',
  'waiting',
  'approved',
  'applied',
  'rejected',
  'stale',
  'withdrawn',
] as const;
export type ChangeState = (typeof changeStates)[number];

export const executionChange = z.object({
  change_id: stepId.nullable().describe('Its step; null of a dry run.'),
  kind: z.enum(changeKinds),
  state: z
    .enum(changeStates)
    .describe('waiting for a person; approved, and not made yet; stale: the graph moved on.'),
  summary: z.string().describe('What it does, in a sentence.'),
  affects: z.array(z.string()),
  until: time.nullable(),
  asked_by: z.string(),
  asked_at: time,
  base_rev: z.int().describe('The revision of the graph that it is for.'),
  digest: approvalDigest.nullable().describe('While it waits: execution_control approve needs it.'),
  asks_because: z.string().nullable().describe('Why the policy does not let it pass by itself.'),
  diff: changeDiff,
});
export type ExecutionChange = z.infer<typeof executionChange>;

export const executionChangeOutput = executionChange.extend({
  execution_id: executionId,
  execution_state: executionState,
  rev: z.int().describe('The revision of the graph now.'),
  next_action: nextAction,
});

export const executionChangesOutput = z.object({
  execution_id: executionId,
  changes: z.array(executionChange).describe('The newest first; at most 100.'),
});
