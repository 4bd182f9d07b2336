// What the schedule stage yields: dates by task, links and the critical path.
import { z } from 'zod';
import { dependencySchema, isoDateSchema, taskSchema } from '../../contract/plan.ts';
import { scheduleSchema } from '../../contract/plan-schedule.ts';

const { not_before, fixed_start, calendar, deadline } = taskSchema.shape;

export const scheduleOutput = z.object({
  start_date: isoDateSchema,
  held_on: isoDateSchema.nullable().describe('The day of what is held on a day, if it is kept.'),
  stretch: z.number().min(0.001).max(1e6),
  dates: z.record(z.string().max(80), z.object({ start: isoDateSchema, finish: isoDateSchema })),
  pins: z
    .record(z.string().max(80), z.object({ not_before, fixed_start, calendar, deadline }))
    .describe('Dates that the goal itself gives to a task.'),
  deadline: isoDateSchema.optional().describe('Of the plan as a whole, if it has one.'),
  dependencies: z.array(dependencySchema).max(2000),
  summary: scheduleSchema,
});
export type ScheduleOutput = z.infer<typeof scheduleOutput>;
