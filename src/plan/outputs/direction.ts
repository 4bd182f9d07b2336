// What levels 1 to 5 came to, on one page: all later stages start from it.
import { z } from 'zod';
import {
  directiveRef,
  directiveSchema,
  jurisdictionSchema,
  placeSchema,
} from '../../contract/plan-direction.ts';
import { isoDateSchema, text } from '../../contract/plan-fields.ts';

export const directionOutput = z.object({
  title: text(160),
  language: z.string().max(20),
  purpose: z.string().max(40),
  domain: z.string().max(300),
  success_looks_like: z.array(text(300)).max(5),
  start_date: isoDateSchema,
  /** From the directives first, then from the facts that were read by rules. */
  deadline: z.object({ date: isoDateSchema, source: text(200) }).nullable(),
  budget: z
    .object({
      amount: z.number().min(0).max(1e15),
      currency: z.string().length(3),
      source: text(200),
    })
    .nullable(),
  currency: z.string().length(3),
  directives: z.array(directiveSchema).max(40),
  scenario: z.object({
    id: z.string().max(4),
    name: text(80),
    idea: text(400),
    why: text(500),
    settings: z.array(z.object({ lever: text(80), option: text(80), what: text(300) })).max(6),
    /** Directives that it says it breaks; not there where there are none. */
    breaks: z.array(directiveRef).max(10).optional(),
  }),
  /** How what could be read in two ways was read. */
  reading: z.string().max(400).optional(),
  /** What would make another scenario the better one. */
  would_change_it: z.array(text(500)).max(4).optional(),
  answers_to_premise: z.array(text(400)).max(5),
  strains: z.array(text(800)).max(8),
  cautions: z.array(text(400)).max(6),
  places: z.array(placeSchema).max(5),
  jurisdictions: z.array(jurisdictionSchema).max(4),
  at_hand: z.array(text(300)).max(12),
  missing: z.array(text(700)).max(12),
});
export type DirectionOutput = z.infer<typeof directionOutput>;
