// Looking at a goal before a plan is made of it. No model is asked and nothing is stored.
import { z } from 'zod';
import { nextAction } from './common.ts';

export const checkVerdicts = ['usable', 'confirm', 'unusable', 'refused'] as const;
export const findingKinds = [
  'missing',
  'over_specified',
  'typo',
  'contradiction',
  'impossible',
  'not_a_goal',
  'harm',
  'guess',
] as const;

/** Whatever may be asked about a goal; each question has one of these ids. */
export const questionIds = [
  'confirm',
  'goal',
  'budget',
  'deadline',
  'place',
  'measure',
  'people',
  'bans',
] as const;

/** By the ids of questions, so there are never more of them than questions. */
const answers = z.partialRecord(z.enum(questionIds), z.string().max(500), {
  error: ({ code }: { readonly code: string }) =>
    code === 'unrecognized_keys'
      ? `they go by the ids of questions: ${questionIds.join(', ')}`
      : undefined,
});

export const promptCheckInput = z.strictObject({
  prompt: z.string().max(20_000),
  answers: answers.optional(),
});

const text = z.string();
const amount = z.object({
  text,
  low: z.number(),
  high: z.number(),
  currency: z.string(),
  use: z.enum(['budget', 'rate', 'income', 'unclear']),
});

const readSchema = z.object({
  language: text.describe('ISO 639, or und.'),
  subject: text,
  amounts: z.array(amount),
  budget: z.object({ amount: z.number(), currency: text, certain: z.boolean() }).nullable(),
  dates: z.array(z.object({ text, first: text, last: text })),
  deadline: z.object({ date: text, text, certain: z.boolean() }).nullable(),
  durations: z.array(z.object({ text, value: z.number(), unit: text })),
  places: z.array(z.object({ text, name: text })),
  counts: z.array(z.object({ text, value: z.number(), unit: text, people: z.boolean() })),
  bans: z.array(text),
  demands: z.array(text),
});

export const promptCheckOutput = z.object({
  verdict: z
    .enum(checkVerdicts)
    .describe('confirm: plan_create asks for confirm: true. Others: no plan would be made.'),
  reason: text,
  score: z.int().min(0).max(100).describe('How much of what a plan needs is said.'),
  findings: z.array(z.object({ kind: z.enum(findingKinds), message: text, rule: text })),
  questions: z.array(z.object({ id: text, question: text, why: text })).max(8),
  what_to_add: z.array(text),
  candidates: z.array(text).max(3).describe('The goal, made better; [brackets] are yours to fill.'),
  read: readSchema.describe('What was understood.'),
  change_log: z
    .array(z.object({ part: text, from: text, to: text, rule: text }))
    .describe('Each reading with its rule, and what the first candidate changes.'),
  next_action: nextAction,
});
export type PromptCheck = z.infer<typeof promptCheckOutput>;
