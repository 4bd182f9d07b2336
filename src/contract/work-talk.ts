// What those who work say besides done or failed: reports, questions, messages to each other.
import { z } from 'zod';
import { executionId, leaseToken, nextAction, signal, stepId, time } from './common.ts';
import { executionState, taskState } from './executions.ts';

export const workReportInput = z.strictObject({
  lease_token: leaseToken,
  progress: z.int().min(0).max(100).optional().describe('How much is done, in percent.'),
  note: z.string().trim().min(1).max(10_000).describe('What there is to tell; kept in the log.'),
  kind: z
    .enum(['progress', 'finding', 'decision', 'trouble'])
    .default('progress')
    .describe('What sort of news it is.'),
});

export const workReportOutput = z.object({
  seq: z.int().describe('Number of the event.'),
  expires_at: time.nullable().describe('Null for a person: an assignment does not run out.'),
  signal,
});

export const workAskInput = z.strictObject({
  lease_token: leaseToken,
  question: z.string().trim().min(1).max(10_000).describe('What a person should answer.'),
});

const handedBack = z.object({
  step_id: stepId,
  task_state: taskState,
  execution_state: executionState,
  signal,
  next_action: nextAction,
});

export const workAskOutput = handedBack;

export const workProposeInput = z.strictObject({
  lease_token: leaseToken,
  proposal: z
    .record(z.string().max(200), z.unknown())
    .describe('Exactly what you want to do, as a JSON object; at most 256 KiB.'),
});

export const workProposeOutput = handedBack;

export const workMessageInput = z.strictObject({
  execution_id: executionId,
  to: z
    .string()
    .regex(
      /^((agent|person|service)_[0-9a-z]{5,40}|role:[a-z0-9][a-z0-9_]{0,63})?$/,
      'must be an id, role:… or empty',
    )
    .default('')
    .describe(
      'An agent, a person, or role:lead_researcher (the first of them who asks); empty: only shown in the activity.',
    ),
  step_id: stepId.optional().describe('The step that it is about.'),
  thread: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_.:-]*$/, 'must be a plain name')
    .default('')
    .describe('A name that keeps messages together.'),
  text: z.string().trim().min(1).max(10_000),
});

export const workMessageOutput = z.object({
  seq: z.int().describe('Number of the event.'),
  next_action: nextAction,
});

/** As it comes with the next claim or heartbeat. */
export const deliveredMessage = z.object({
  message_id: z.string(),
  execution_id: executionId,
  step_id: z.string().nullable(),
  from: z.string(),
  from_name: z.string(),
  thread: z.string(),
  text: z.string(),
  sent_at: time,
});
export type DeliveredMessage = z.infer<typeof deliveredMessage>;
