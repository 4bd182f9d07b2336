// How a step is run: who does it, who checks it, what follows when it does not work out, how it is
// undone. The same words in plan.json and in an edit of a running execution.
import { z } from 'zod';
import { usage } from './budget.ts';

export const stepAction = z
  .string()
  .regex(/^[a-z][a-z0-9_.:-]{0,63}$/)
  .describe('Name of an action, such as send_email.');
export const stepPerformer = z.enum(['agent', 'human', 'tool']);
const text = (max: number) => z.string().trim().max(max);
const params = z.record(z.string().max(200), z.unknown());

export const stepCheck = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,15}$/)
    .describe('Tells it from the others of the step.'),
  performer: stepPerformer.default('human'),
  action: stepAction.default('check'),
  description: text(2_000).default('').describe('What to look at.'),
  params: params.default({}),
  attempts_max: z.int().min(1).max(100).default(3),
});
export type StepCheck = z.output<typeof stepCheck>;
export const maxStepChecks = 8;

export const subtaskPerformer = z.enum(['agent', 'human', 'model', 'tool']);

export const stepReversibility = z
  .enum(['reversible', 'compensable', 'irreversible'])
  .describe('Only of steps with effects outside.');

export const stepUndo = z
  .strictObject({ performer: stepPerformer, action: stepAction })
  .describe('How its effects are undone on cancel.');

/** Which of them go together is said in src/work/ladder.ts. */
export const stepRung = z.strictObject({
  strategy: z
    .enum(['other_worker', 'alternate', 'decompose', 'replan', 'abort', 'person'])
    .describe('abort undoes all; person is asked at the end anyway.'),
  performer: subtaskPerformer
    .optional()
    .describe('Who does it otherwise, or who changes the graph.'),
  action: stepAction.optional(),
  params: params.optional().describe('Of an alternate, instead of those of the step.'),
  reversibility: stepReversibility.optional(),
  undo: stepUndo.optional(),
});
export type StepRung = z.output<typeof stepRung>;

export const stepLadder = z
  .array(stepRung)
  .max(8)
  .describe('What is tried, in order, when its attempts are used up; each once.');

export const stepCost = usage.describe(
  'What one attempt may cost; reserved before it is handed out.',
);

const evaluator = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('critic'), performer: z.enum(['agent', 'human', 'model']) }),
  z.strictObject({
    by: z.literal('vote'),
    performer: z.enum(['agent', 'human', 'model']),
    voters: z.int().min(2).max(7),
  }),
]);

/** Only of steps without effects. */
export const stepBranch = z
  .strictObject({ candidates: z.int().min(2).max(3), evaluator })
  .describe('Two or three do it, and the evaluator chooses one result.');
export type StepBranch = z.output<typeof stepBranch>;

const backoffSeconds = z.number().min(0).max(86_400);

export const retryPolicy = z.strictObject({
  max_attempts: z.int().min(1).max(100).optional().describe('Default: 3.'),
  backoff: z
    .union([
      z.enum(['none', 'exponential']),
      z.strictObject({ first_seconds: backoffSeconds, most_seconds: backoffSeconds }),
    ])
    .optional()
    .describe('Between attempts that failed by chance; doubled each time. Default: 1 s to 60 s.'),
});
export type RetryPolicy = z.output<typeof retryPolicy>;
