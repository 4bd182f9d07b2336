// What the last minds say: for the reader who has two minutes, and about the goal's own words.
import { z } from 'zod';
import { adherenceSchema, closingTexts } from '../../contract/plan-closing.ts';
import { text } from '../../contract/plan-fields.ts';

export const summaryOutput = z.object({
  summary: closingTexts.summary,
  pitch: closingTexts.pitch,
});
export type SummaryOutput = z.infer<typeof summaryOutput>;

/** Left out or left empty where it is no demand of the goal. */
const demandRef = z
  .string()
  .regex(/^(D\d{1,2})?$/)
  .optional()
  .describe('The id of the demand that it answers; else empty.');

export const answersOutput = z.object({
  answers: z
    .array(closingTexts.answer.extend({ directive: demandRef }))
    .min(1)
    .max(24),
  first_24_hours: z.array(closingTexts.action).min(1).max(8),
  open_questions: z.array(text(300)).max(8),
});
export type AnswersOutput = z.infer<typeof answersOutput>;

export const adherenceOutput = z.object({
  adherence: z.array(adherenceSchema.omit({ by: true })).max(40),
});
export type AdherenceOutput = z.infer<typeof adherenceOutput>;
