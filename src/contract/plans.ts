// Planning: a goal goes in, a plan comes out.
import { z } from 'zod';
import { cursor, nextAction, pageLimit, planId, serverInfo, shortDate, time } from './common.ts';
import { filePath, fileView } from './files.ts';

export const planStates = ['pending', 'processing', 'completed', 'failed', 'stopped'] as const;
export const planState = z.enum(planStates);
export type PlanState = z.infer<typeof planState>;

const goalText = z.string().trim().min(1).max(20_000);

export const planCreateInput = z
  .strictObject({
    prompt: goalText
      .optional()
      .describe('The goal in plain words: what, where, by when, how much.'),
    goal: goalText.optional().describe('The same as prompt, under its older name.'),
    start_date: shortDate.optional().describe('When work may begin; today if left out.'),
    brain: z.enum(['auto', 'offline']).default('auto').describe('offline: rules only, no key.'),
    agent_capable: z.boolean().optional().describe('Accepted.'),
    output_format: z.string().max(40).optional().describe('Accepted.'),
    target_audience: z.string().max(200).optional().describe('Accepted.'),
  })
  .describe('A goal, and how to plan it.');

export const planCreateOutput = z.object({
  plan_id: planId,
  created_at: time,
  deduplicated: z.boolean().describe('True when the same call had made this plan already.'),
  sse_url: z.string().describe('Live events of this plan.'),
  server: serverInfo,
  next_action: nextAction,
});

export const planRef = z.strictObject({ plan_id: planId });

export const planStatusOutput = z.object({
  plan_id: planId,
  title: z.string(),
  goal: z.string(),
  state: planState,
  progress_percentage: z.int().min(0).max(100),
  steps_completed: z.int(),
  steps_total: z.int(),
  current_step: z.string().nullable(),
  timing: z.object({
    created_at: time,
    started_at: time.nullable(),
    elapsed_sec: z.number(),
    last_progress_at: time,
  }),
  files_count: z.int(),
  files: z.array(fileView).max(10).describe('The newest ten.'),
  sse_url: z.string(),
  error: z
    .object({
      failure_reason: z.string(),
      failed_step: z.string(),
      message: z.string(),
      recoverable: z.boolean(),
      error_id: z.string(),
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
    .describe('How long to wait for the end; the status is given either way.'),
});

export const planListInput = z.strictObject({
  limit: pageLimit(10, 50),
  state: planState.optional().describe('Only plans in this state.'),
  status: z.enum(['ready']).optional().describe('ready: completed and free to execute.'),
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
});

export const planRetryOutput = z.object({ ...planMoved, retried_at: time });
