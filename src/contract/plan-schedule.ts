// The schedule as plan.json carries it: computed dates, float, effort and odds. The same plan, seed
// and effort always give the same schedule, so nothing in it says when it was computed.
import { z } from 'zod';
import { amount, currencyCode, id, isoDateSchema, ref, text } from './plan-fields.ts';

const moment = z.iso.datetime({ offset: true, precision: -1 });
const floatHours = z.number().finite().min(-1e7).max(1e7);
const share = z.number().min(0).max(1);

const chosenUses = z
  .array(z.object({ role: text(80), units: z.number().int().min(1).max(1_000_000) }))
  .max(50)
  .describe('Where the task asks for a skill: the roles that were chosen.');

export const scheduledTaskSchema = z.object({
  id: ref,
  way: ref.nullable().describe('The way that was chosen; null for milestones and phases.'),
  start: moment,
  finish: moment,
  uses: chosenUses.optional(),
  total_float: floatHours.describe('Working hours it may slip before the end does.'),
  free_float: floatHours.describe('Working hours it may slip before any other task does.'),
  critical: z.boolean(),
});
export type ScheduledTask = z.infer<typeof scheduledTaskSchema>;

/** Where a task lay in the schedule that was agreed on. */
export const baselineTaskSchema = scheduledTaskSchema.pick({
  id: true,
  way: true,
  start: true,
  finish: true,
  uses: true,
});
export type BaselineTask = z.infer<typeof baselineTaskSchema>;

export const effortSchema = z.object({
  seed: z.number().int().min(0).max(0xffff_ffff),
  schedules: z.number().int().min(1).max(1e9).describe('How many schedules may be built.'),
});

const percentilesOf = <Value extends z.ZodType>(value: Value) =>
  z.object({ p10: value, p50: value, p80: value, p90: value, p95: value });
const money = z.number().finite();

export const milestoneOddsSchema = z.object({
  id: ref,
  finish: percentilesOf(moment),
  deadline: moment.nullable(),
  odds: share.nullable().describe('Of its own deadline.'),
  slack_hours: floatHours
    .nullable()
    .describe('From its finish at the asked confidence to its deadline; elapsed.'),
});

export const driverSchema = z.object({
  id: ref,
  kind: z.enum(['task', 'risk']),
  good: moment.describe('The mean finish of the plan when this goes well.'),
  bad: moment.describe('The mean finish of the plan when this goes badly.'),
  swing_hours: floatHours.describe('Elapsed hours between the two.'),
  cost_swing: money,
  correlation: z.number().min(-1.001).max(1.001),
});

export const simulationSchema = z.object({
  runs: z.number().int().min(1).max(1e7),
  seed: z.number().int().min(0).max(0xffff_ffff),
  finish: percentilesOf(moment),
  finish_at_confidence: moment,
  confidence: share,
  cost: percentilesOf(money).nullable(),
  contingency: amount.nullable().describe('To add to the cost so that it holds at the confidence.'),
  odds: z.object({ deadline: share.nullable(), budget: share.nullable() }),
  criticality: z
    .array(z.object({ id: ref, share }))
    .max(100_000)
    .describe('In which share of the runs a task decided the end.'),
  milestones: z
    .array(milestoneOddsSchema)
    .max(1000)
    .describe('Milestones, and tasks with a deadline.'),
  drivers: z.array(driverSchema).max(50).describe('What moves the end most, strongest first.'),
});
export type PlanSimulation = z.infer<typeof simulationSchema>;

export const lintSchema = z.object({
  code: text(60),
  severity: z.enum(['error', 'warning', 'hint']),
  ids: z.array(ref).max(1000),
  message: text(1000),
});
export type PlanLint = z.infer<typeof lintSchema>;

/** The part that every plan has had from the first. */
const summaryFields = {
  finish_date: isoDateSchema,
  critical_path: z.array(id).max(200),
  deadline: isoDateSchema
    .nullable()
    .describe('Of the end of the plan; where only tasks have deadlines, the last of these.'),
  meets_deadline: z
    .boolean()
    .nullable()
    .describe('Of the planned dates; simulation.odds has the odds.'),
  calendar: text(300),
};

export const scheduleSchema = z.object({
  ...summaryFields,
  tick_minutes: z.number().int().min(1).max(1e6).optional().describe('The smallest step of time.'),
  makespan_hours: z.number().min(0).max(1e8).optional().describe('Elapsed, from start to finish.'),
  start: moment.optional(),
  finish: moment.optional(),
  tasks: z.array(scheduledTaskSchema).max(100_000).optional(),
  baseline: z
    .array(baselineTaskSchema)
    .max(100_000)
    .optional()
    .describe('The schedule from before the work began; progress is measured against it.'),
  effort: effortSchema.optional(),
  simulation: simulationSchema.optional(),
  cost: z.object({ total: amount, currency: currencyCode }).optional(),
  cash_flow: z
    .array(z.object({ period: text(20), amount: z.number().finite() }))
    .max(5000)
    .optional(),
  risk_costs: z
    .array(z.object({ id: ref, mean: amount, worst: amount }))
    .max(50)
    .optional()
    .describe('What each risk adds to the cost on average, and in full; dearest on average first.'),
  lint: z.array(lintSchema).max(1000).optional(),
});
export type PlanSchedule = z.infer<typeof scheduleSchema>;
