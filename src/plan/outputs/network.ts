// The one graph: everything that the minds said about the work, put together, scheduled and priced by
// code. Later stages read dates and money from here and nowhere else.
import { z } from 'zod';
import {
  assumptionSchema,
  costTotalsSchema,
  dependencySchema,
  phaseSchema,
  riskSchema,
} from '../../contract/plan.ts';
import { planChangeSchema } from '../../contract/plan-critique.ts';
import { isoDateSchema, text, zoneSchema } from '../../contract/plan-fields.ts';
import { scheduleSchema } from '../../contract/plan-schedule.ts';
import { calendarSchema, costLineSchema, roleSchema } from '../../contract/plan-working.ts';
import { detailsOutput } from './work.ts';

/** A deadline or a budget that does not hold. */
export const missSchema = z.object({
  of: z.enum(['deadline', 'budget']),
  wanted: text(60),
  got: text(60),
  odds: z.number().min(0).max(1).nullable(),
  asked_odds: z.number().min(0).max(1),
});

export const networkOutput = z.object({
  start_date: isoDateSchema,
  finish_date: isoDateSchema,
  phases: z.array(phaseSchema).min(1).max(30),
  dependencies: z.array(dependencySchema).max(2000),
  roles: z.array(roleSchema).max(60),
  time_zone: zoneSchema.optional(),
  /** Of roles that do not work a full week, of days off, and of what is held on a day of rest. */
  calendars: z.array(calendarSchema).max(200).optional(),
  risks: z.array(riskSchema).max(60),
  assumptions: z.array(assumptionSchema).max(60),
  cost_lines: z.array(costLineSchema).max(1000),
  costs: costTotalsSchema,
  schedule: scheduleSchema,
  deadline: isoDateSchema.nullable(),
  /** What was mended in the graph so that it could be scheduled, in words. */
  repairs: z.array(text(400)).max(200),
  misses: z.array(missSchema).max(2),
  changes: z.array(planChangeSchema).max(40),
  /** Changes that a mind proposed and that made nothing better, in words. */
  not_taken: z.array(text(400)).max(40).optional(),
  /** What it was made from, with all changes, so that it can be made again. */
  details: detailsOutput,
});
export type NetworkOutput = z.infer<typeof networkOutput>;
