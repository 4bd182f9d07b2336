// What a reader gets first: the summary, the pitch, answers to questions, what to do in the first day,
// and whether the plan kept to what its author laid down.
import { z } from 'zod';
import { directiveRef } from './plan-direction.ts';
import { text } from './plan-fields.ts';

/** A figure may be longer than its name in a mind's text: filled in, a text may have so many times the
 * characters. */
const FILLED = 3;

const textsOf = (room: number) => {
  const long = (chars: number) => text(chars * room);
  return {
    summary: z.object({
      situation: long(700),
      approach: long(700),
      expected: long(700).describe('Result, dates and money.'),
      main_risks: long(700),
      decision_needed: long(500),
    }),
    pitch: z.object({
      headline: long(120),
      why_now: long(400),
      what: long(400),
      proof: long(400),
      ask: long(300),
    }),
    answer: z.object({
      directive: directiveRef.optional().describe('Of the goal, where it is what it asks for.'),
      question: long(300),
      answer: long(900),
    }),
    action: z.object({
      action: long(300),
      who: text(80),
      task: z.string().max(80).describe('The task it begins; empty if none.'),
      minutes: z.int().min(1).max(1440),
    }),
  };
};

/** As minds write them, with names of figures in places. */
export const closingTexts = textsOf(1);
const filled = textsOf(FILLED);

export const adherenceSchema = z.object({
  directive: directiveRef,
  verdict: z.enum(['kept', 'partly', 'broken', 'not_touched']),
  where: z.string().max(200).describe('The section and field that shows it.'),
  why: text(600),
  remedy: z.string().max(300).optional().describe('What would mend it; empty where it is kept.'),
  by: z.enum(['code', 'mind']),
});

export const closingFields = {
  executive_summary: filled.summary.optional(),
  pitch: filled.pitch.optional(),
  questions_and_answers: z.array(filled.answer).max(24).optional(),
  first_24_hours: z.array(filled.action).max(8).optional(),
  adherence: z.array(adherenceSchema).max(40).optional(),
  own_sections: z
    .array(z.object({ name: text(40), title: text(120), markdown: z.string().max(60_000) }))
    .max(20)
    .optional()
    .describe('What stages that were added to this plan yielded.'),
};
