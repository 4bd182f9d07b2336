// Planning: a goal goes in, a plan comes out.
import { z } from 'zod';
import { budget } from './budget.ts';
import {
  cursor,
  nextAction,
  pageLimit,
  planId,
  serverInfo,
  shortDate,
  shortPlanId,
  shortPurseId,
  time,
} from './common.ts';
import { failureReasons, planErrorClasses } from './failures.ts';
import { filePath, fileView } from './files.ts';
import { planSchema } from './plan.ts';
import { statusUsage } from './usage.ts';

export const planStates = ['pending', 'processing', 'completed', 'failed', 'stopped'] as const;
export const planState = z.enum(planStates);
export type PlanState = z.infer<typeof planState>;

/** Short, for its place in a tool's description; a plan that is made again goes on with what is left. */
const planBudget = z.partialRecord(
  z.enum(['usd', 'tokens', 'calls', 'hours']),
  z.number().min(0).max(1e12),
);
export type PlanBudget = z.output<typeof planBudget>;

const goalText = z.string().trim().min(1).max(20_000);

export const planCreateInput = z
  .strictObject({
    prompt: goalText
      .optional()
      .describe('The goal in plain words: what, where, by when, how much.'),
    goal: goalText.optional().describe('Older name of prompt.'),
    start_date: shortDate
      .optional()
      .describe('YYYY-MM-DD: when work may begin; today if left out.'),
    brain: z
      .enum(['auto', 'offline', 'model', 'caller', 'recorded'])
      .default('auto')
      .describe('offline: rules only. caller: you think, by work_claim.'),
    model_profile: z.string().max(40).optional(),
    fallback: z
      .enum(['none', 'offline'])
      .optional()
      .describe('offline: rules answer where models fail for good.'),
    detail: z.enum(['brief', 'standard', 'full']).optional(),
    overrides: z.record(z.string(), z.unknown()).optional().describe('Own prompts, stages.'),
    budget: planBudget.optional(),
    purse_id: shortPurseId.optional(),
    parent_plan_id: shortPlanId.optional(),
    confirm: z.boolean().optional(),
    agent_capable: z.boolean().optional(),
    output_format: z.string().max(40).optional(),
    target_audience: z.string().max(200).optional(),
  })
  .describe('A goal, and how to plan it.');

export const planCreateOutput = z.object({
  plan_id: planId,
  created_at: time,
  deduplicated: z.boolean().describe('True when the same call had made this plan already.'),
  parent_plan_id: planId.optional(),
  sse_url: z.string().describe('Live events of this plan.'),
  server: serverInfo,
  next_action: nextAction,
});

export const planRef = z.strictObject({ plan_id: planId });

export const stallReasons = ['budget', 'agent', 'worker', 'step'] as const;
export type StallReason = (typeof stallReasons)[number];

const stalled = z.object({
  since: time,
  reason: z.string().describe('Why, and what to do about it.'),
  waits_for: z.enum(stallReasons),
});

export const planStatusOutput = z.object({
  plan_id: planId,
  title: z.string(),
  goal: z.string(),
  state: planState,
  progress_percentage: z.int().min(0).max(100),
  steps_completed: z.int(),
  steps_total: z.int(),
  current_step: z.string().nullable().describe('The title of a stage that is under way.'),
  timing: z.object({
    created_at: time,
    started_at: time.nullable(),
    elapsed_sec: z.number(),
    last_progress_at: time,
    last_llm_call_at: time.nullable().describe('When a mind was asked last.'),
    eta_sec: z.number().nullable().describe('Until it is finished, from what stages took before.'),
    stalled: stalled.optional().describe('Only where it does not go on by itself.'),
  }),
  brain: z.enum(['offline', 'model', 'caller', 'recorded']).describe('Who thinks for it.'),
  detail: z.enum(['brief', 'standard', 'full']),
  parent_plan_id: planId.optional(),
  archived_at: time.optional().describe('Only where it was put away.'),
  usage: statusUsage.describe('What was asked for it so far, and what is left of its budget.'),
  assigned_agents: z
    .array(z.object({ agent_id: z.string(), name: z.string() }))
    .describe('Who thinks about a stage of it now.'),
  quality_summary: planSchema.shape.quality_summary
    .optional()
    .describe('Only when completed: what of the plan is partial or only a stub.'),
  files_count: z.int(),
  files: z.array(fileView).max(10).describe('The newest ten.'),
  sse_url: z.string(),
  error: z
    .object({
      failure_reason: z.enum(failureReasons),
      error_class: z.enum(planErrorClasses).describe('What went wrong, more exactly.'),
      failed_step: z.string(),
      message: z.string(),
      recoverable: z.boolean().describe('Whether plan_resume may succeed with nothing changed.'),
      error_id: z.string().describe('The same in the log, and on the row of a call of a model.'),
    })
    .optional()
    .describe('Only when failed.'),
  executions: z.array(z.string()).describe('Ids of the executions of this plan.'),
  server: serverInfo,
  next_action: nextAction,
});
export type PlanStatus = z.infer<typeof planStatusOutput>;

export const planWaitInput = z.strictObject({
  plan_id: planId,
  timeout_seconds: z.coerce
    .number()
    .int()
    .min(0)
    .max(50)
    .default(25)
    .describe('How long to wait for the end.'),
});

export const planListInput = z.strictObject({
  limit: pageLimit(10, 50),
  state: planState.optional().describe('Only plans in this state.'),
  status: z.enum(['ready']).optional().describe('ready: completed and free to execute.'),
  parent_plan_id: shortPlanId.optional(),
  include_archived: z
    .union([z.boolean(), z.stringbool()])
    .default(false)
    .describe('Also those put away.'),
  cursor: cursor.optional(),
});

export const planListOutput = z.object({
  plans: z.array(
    z.object({
      plan_id: planId,
      title: z.string(),
      state: planState,
      progress_percentage: z.int(),
      created_at: time,
      prompt_excerpt: z.string(),
      parent_plan_id: planId.optional(),
      archived_at: time.optional().describe('Only where it was put away.'),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type PlanListRow = z.infer<typeof planListOutput>['plans'][number];

export const planFilesOutput = z.object({ plan_id: planId, files: z.array(fileView) });

export const planFileInput = z.strictObject({ plan_id: planId, path: filePath });

const planMoved = { plan_id: planId, state: planState, next_action: nextAction };

export const planStopOutput = z.object({
  ...planMoved,
  stop_requested: z.boolean().describe('False when it had ended before.'),
});

export const planResumeOutput = z.object({
  ...planMoved,
  resume_count: z.int().describe('How often it was resumed, this time included.'),
  resumed_at: time,
  rerun_stages: z
    .array(z.string())
    .optional()
    .describe('Stages that run again because their rule or prompt was changed since.'),
});

export const planFundInput = z.strictObject({
  plan_id: planId,
  budget: budget
    .pick({ usd: true, tokens: true, calls: true, hours: true })
    .describe(
      'For every attempt to make this plan. Replaces the current budget; {} removes the limit.',
    ),
});

export const planFundOutput = z.object({ ...planMoved, usage: statusUsage });

export const planRetryOutput = z.object({ ...planMoved, retried_at: time });

const stageName = z.string().max(40).describe('A stage of the plan, such as levers.');

export const planInvalidateInput = z.strictObject({
  plan_id: planId,
  stage: stageName,
  cascade: z
    .boolean()
    .default(false)
    .describe(
      'Also fresh replies for all that depends on it, even where its material is the same.',
    ),
  dry_run: z.boolean().default(false).describe('Only says what would run again.'),
});

export const planReviseInput = z.strictObject({
  plan_id: planId,
  stage: stageName,
  output: z.record(z.string(), z.unknown()).describe('What stands in place of its output.'),
  dry_run: z.boolean().default(false).describe('Only says what would run again.'),
});

export const planRerunOutput = z.object({
  ...planMoved,
  dry_run: z.boolean(),
  reruns: z.array(z.string()).describe('Stages that run again, in order.'),
  thinks: z.array(z.string()).describe('Those of them that a mind thinks about.'),
  keeps: z.array(z.string()).describe('Stages that stay as they are.'),
});

export const planRecordOutput = z
  .object({
    format: z.literal('planwright-cassette'),
    version: z.int(),
    entries: z.array(z.record(z.string(), z.unknown())).describe('Which question has which reply.'),
    contents: z
      .record(z.string(), z.array(z.string()))
      .describe('Texts by their SHA-256, as lines.'),
  })
  .describe('A recording of replies.');
