// What the facts stage yields: the goal as read.
import { z } from 'zod';
import { factSchema, isoDateSchema } from '../../contract/plan.ts';

const strings = z.array(z.string().max(300)).max(60);

export const factsOutput = z.object({
  goal: z.string().max(50_000).describe('The goal without control characters.'),
  language: z.string().max(20),
  subject: z.object({
    verb: z.string().max(40),
    thing: z.string().max(120),
    name: z.string().max(80).nullable(),
    title: z.string().max(160),
    act: z.string().max(160).nullable().describe('The goal as words that follow “to”.'),
    clauses: strings,
  }),
  facts: z.array(factSchema).max(200),
  place: z.object({ name: z.string().max(120).nullable(), country: z.string().max(2).nullable() }),
  budget: z
    .object({
      amount: z.number().min(0).max(1e15),
      currency: z.string().length(3),
      text: z.string().max(200),
      source: z.enum(['prompt', 'intake']),
      certain: z.boolean(),
    })
    .nullable(),
  deadline: z
    .object({
      date: isoDateSchema,
      text: z.string().max(200),
      certain: z.boolean(),
      first: isoDateSchema,
      span: z.boolean(),
      rule: z.string().max(400).nullable(),
    })
    .nullable(),
  requirements: z.object({ demands: strings, avoid: strings, bannedWords: strings }),
});
export type FactsOutput = z.infer<typeof factsOutput>;
