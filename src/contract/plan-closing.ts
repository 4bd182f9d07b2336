// What a reader gets first: the summary, the pitch, answers to questions, what to do in the first day,
// and whether the plan kept to what its author laid down.
import { z } from 'zod';
import { directiveRef } from './plan-direction.ts';
import { text } from './plan-fields.ts';

export const executiveSummarySchema = z.object({
  situation: text(700),
  approach: text(700),
  expected: text(700).describe('Result, dates and money.'),
  main_risks: text(700),
  decision_needed: text(500),
});

export const pitchSchema = z.object({
  headline: text(120),
  why_now: text(400),
  what: text(400),
  proof: text(400),
  ask: text(300),
});

export const questionAnswerSchema = z.object({ question: text(300), answer: text(600) });

export const firstActionSchema = z.object({
  action: text(300),
  who: text(80),
  task: z.string().max(80).describe('The task it begins; empty if none.'),
  minutes: z.int().min(1).max(1440),
});

export const adherenceSchema = z.object({
  directive: directiveRef,
  verdict: z.enum(['kept', 'partly', 'broken', 'not_touched']),
  where: z.string().max(200).describe('The section and field that shows it.'),
  why: text(300),
  by: z.enum(['code', 'mind']),
});

export const closingFields = {
  executive_summary: executiveSummarySchema.optional(),
  pitch: pitchSchema.optional(),
  questions_and_answers: z.array(questionAnswerSchema).max(12).optional(),
  first_24_hours: z.array(firstActionSchema).max(8).optional(),
  adherence: z.array(adherenceSchema).max(40).optional(),
  own_sections: z
    .array(z.object({ name: text(40), title: text(120), markdown: z.string().max(60_000) }))
    .max(20)
    .optional()
    .describe('What stages that were added to this plan yielded.'),
};
