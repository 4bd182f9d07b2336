// What one making of a plan was asked for beside its goal. It stands in the contract of the run's
// first step, so that whoever goes on with the run, here or elsewhere, goes on with the same.
import { z } from 'zod';
import { isoDateSchema } from '../contract/plan.ts';
import { details, intakeSchema } from './stage.ts';

export const brains = ['offline', 'model', 'caller', 'recorded'] as const;
export type Brain = (typeof brains)[number];

const stageName = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);

const promptText = z.string().min(1).max(20_000);

/** A stage without code: experiments and plugins are made of these. */
export const declaredStageSchema = z.strictObject({
  name: stageName,
  title: z.string().max(120).optional(),
  needs: z.array(stageName).max(20).default([]),
  prompt: promptText,
  /** JSON schema of its answer, or of the answer of each part. */
  schema: z.record(z.string(), z.unknown()),
  /** One call for each item of a list in an earlier output; {{item}} in the prompt is the item. */
  each: z.strictObject({ stage: stageName, list: z.string().max(60) }).optional(),
  /** Markdown with {{places}} for fields of the answer; its JSON without it. */
  render: z.string().max(5_000).optional(),
});
export type DeclaredStage = z.infer<typeof declaredStageSchema>;

export const settingsSchema = z.object({
  startDate: isoDateSchema,
  brain: z.enum(brains),
  profile: z.string().max(40),
  /** Who answers where a mind has failed for good; nobody without it. */
  fallback: z.enum(['offline']).optional(),
  detail: z.enum(details),
  /** Fresh replies for another number. */
  seed: z.int().min(0),
  budget: intakeSchema.shape.budget,
  confirmed: intakeSchema.shape.confirmed,
  /** Texts of prompts in place of the usual ones, by stage. */
  prompts: z.record(stageName, promptText).default({}),
  stages: z.array(declaredStageSchema).max(20).default([]),
  /** How often a stage was asked for anew: its replies are fresh, those of others are not. */
  fresh: z.record(stageName, z.int().min(1)).default({}),
  /** Of a run that makes part of a plan again: why, and what. */
  again: z
    .object({
      by: z.enum(['resume', 'invalidate', 'revise']),
      reruns: z.array(stageName),
      keeps: z.array(stageName),
    })
    .optional(),
  parentPlan: z.string().max(80).optional(),
  /** Which recording answers. */
  recording: z.string().max(200).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** What makes its replies other than those that were given before. */
export const seedOf = ({ seed, fresh }: Settings, stage: string): string =>
  `${seed}.${Object.hasOwn(fresh, stage) ? fresh[stage] : 0}`;

export const offlineSettings = (startDate: string): Settings => ({
  startDate,
  brain: 'offline',
  profile: '',
  detail: 'standard',
  seed: 0,
  prompts: {},
  stages: [],
  fresh: {},
});
