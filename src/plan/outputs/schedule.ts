// What the schedule stage yields: dates by task, links and the critical path.
import { z } from 'zod';
import { dependencySchema, isoDateSchema, scheduleSummarySchema } from '../../contract/plan.ts';

export const scheduleOutput = z.object({
  start_date: isoDateSchema,
  held_on: isoDateSchema.nullable().describe('The day of what is held on a day, if it is kept.'),
  stretch: z.number().min(0.001).max(1e6),
  dates: z.record(
    z.string().max(80),
    z.object({
      start: isoDateSchema,
      finish: isoDateSchema,
      start_hour: z.number().min(0),
      finish_hour: z.number().min(0),
    }),
  ),
  dependencies: z.array(dependencySchema).max(2000),
  summary: scheduleSummarySchema,
});
export type ScheduleOutput = z.infer<typeof scheduleOutput>;
