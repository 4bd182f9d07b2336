// When an execution will be done, and for how much: what status shows, and the forecast in full.
import { z } from 'zod';
import { executionId, stepId, time } from './common.ts';

const hours = z.number();

export const forecastSummary = z.object({
  finish: time.describe('By all that has happened, when what is left takes its mean.'),
  planned_finish: time,
  finish_p50: time.nullable().describe('Half of the simulated runs end by then; null until known.'),
  finish_p80: time.nullable().describe('Four of five do.'),
  cost: z.number().nullable().describe('Spent and to come; null until known.'),
  cost_p80: z.number().nullable(),
  currency: z.string().nullable().describe('Of the plan; null when it names none.'),
  as_of: time.describe('Of the dates.'),
  seq: z.int().describe('The last event that the dates take in.'),
  computed_at: time.nullable().describe('Of percentiles and cost; null until known.'),
  is_stale: z.boolean().describe('Percentiles and cost are not of this state; newer ones follow.'),
});
export type ForecastSummary = z.infer<typeof forecastSummary>;

export const executionForecastInput = z.strictObject({
  execution_id: executionId,
  task_id: stepId.optional().describe('Tells of this task too what its slip moves.'),
  slip_hours: z.coerce
    .number()
    .min(0.1)
    .max(10_000)
    .default(8)
    .describe('Working hours by which late tasks are thought to slip further.'),
  wait_seconds: z.coerce
    .number()
    .min(0)
    .max(10)
    .default(0)
    .describe('Waits so long for percentiles of this state.'),
});

export const forecastTask = z.object({
  task_id: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'running']),
  start: time,
  finish: time,
  planned_start: time.nullable(),
  planned_finish: time.nullable(),
  late_hours: hours.describe('On the clock, after the planned finish; below zero before it.'),
  float_hours: hours.describe('Working hours it may slip before the end does.'),
  critical: z.boolean(),
  deadline: time.nullable(),
});
export type ForecastTask = z.infer<typeof forecastTask>;

export const forecastSlip = z.object({
  task_id: z.string(),
  title: z.string(),
  late_hours: hours,
  misses_deadline: z.boolean().nullable().describe('Its own; null without one.'),
  slip_hours: hours.describe('If it slips by so many working hours more …'),
  end_moves_hours: hours.describe('… the end comes so much later, on the clock,'),
  moves_count: z.int().describe('and so many tasks move, itself included.'),
  moves: z
    .array(z.object({ task_id: z.string(), by_hours: hours }))
    .describe('The first of them, those that move most first.'),
});
export type ForecastSlip = z.infer<typeof forecastSlip>;

export const executionForecastOutput = z.object({
  execution_id: executionId,
  forecast: forecastSummary.nullable(),
  why_none: z.string().nullable().describe('Why there is no forecast.'),
  deadline: time.nullable().describe('Of the end; where only tasks have deadlines, the last.'),
  deadline_of: z.string().nullable().describe('The task that it is of; null for the end.'),
  deadline_odds: z.number().min(0).max(1).nullable(),
  spent: z.number().nullable(),
  runs: z.int().nullable().describe('How many simulated runs the percentiles rest on.'),
  age_ms: z.int().nullable().describe('How old percentiles and cost are.'),
  critical_path: z.array(z.string()).describe('The open tasks that decide the end, in order.'),
  tasks: z.array(forecastTask).describe('Open tasks by start; at most 1,000.'),
  tasks_left_off: z.int(),
  late: z.array(forecastSlip).describe('Late tasks, the latest first; at most 20.'),
});
export type ExecutionForecastView = z.infer<typeof executionForecastOutput>;
