// What a plan may say about working time and means: calendars, roles, ways to do a task, dates,
// actuals and what risks cost. All of it is optional; a plan without it is scheduled by defaults.
import { z } from 'zod';
import { claimStatuses } from './plan-basis.ts';
import {
  amount,
  currencyCode,
  estimateSchema,
  hours,
  instantSchema,
  isoDateSchema,
  performers,
  ref,
  text,
  zoneSchema,
} from './plan-fields.ts';

const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'a time of day as HH:MM');
const spans = z
  .array(z.object({ from: clock, to: clock }))
  .max(24)
  .describe('Working hours of a day, in order; none is a day off.');

export const calendarSchema = z.object({
  calendar_id: ref,
  time_zone: zoneSchema.optional().describe('Default: that of the plan.'),
  week: z.array(spans).length(7).describe('Seven days, Monday first.'),
  exceptions: z
    .array(z.object({ date: isoDateSchema, hours: spans }))
    .max(5000)
    .optional()
    .describe('Dates with hours of their own; no hours is a holiday.'),
});
export type PlanCalendar = z.infer<typeof calendarSchema>;

const otherCurrency = currencyCode
  .optional()
  .describe('Default: that of the plan. Another one needs its rate in currencies.');

export const roleKinds = ['person', 'agent', 'equipment'] as const;

export const roleSchema = z.object({
  name: text(80).describe('As in assignee_role.'),
  kind: z.enum(roleKinds).optional().describe('Default: person.'),
  capacity: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('How many work at the same time. Default: 1.'),
  calendar: ref
    .optional()
    .describe('A calendar_id, office or always. Default: agents always, others office.'),
  skills: z.array(text(80)).max(50).optional(),
  rate_per_hour: amount.optional(),
  currency: otherCurrency.describe('Of the rate.'),
  rate_source: text(300).optional(),
  does: text(300).optional(),
  decides: z.array(text(200)).max(10).optional().describe('What it may decide without asking.'),
  asks: text(80).optional().describe('The role it asks for everything else.'),
});
export type PlanRole = z.infer<typeof roleSchema>;

/** A role by its name, or a skill: then any role that has it. */
export const useSchema = z
  .object({
    role: text(80).optional(),
    skill: text(80).optional(),
    units: z.number().int().min(1).max(1_000_000).optional().describe('Default: 1.'),
  })
  .refine(
    (use) => (use.role === undefined) !== (use.skill === undefined),
    'names a role or a skill, one of the two',
  );

const threeCosts = z.object({
  low: amount,
  base: amount,
  high: amount,
  currency: otherCurrency,
});
const uses = z.array(useSchema).max(50).describe('Default: one unit of assignee_role.');

export const waySchema = z.object({
  way_id: ref,
  performer: z.enum(performers).optional(),
  estimate: estimateSchema,
  uses: uses.optional(),
  calendar: ref.optional(),
  cost: threeCosts
    .optional()
    .describe('Money beside the rates of the roles. Default: the cost of the task.'),
});
export type PlanWay = z.infer<typeof waySchema>;

export const actualSchema = z.object({
  started: instantSchema.optional(),
  finished: instantSchema.optional(),
  progress: z.number().min(0).max(1).optional(),
  remaining_hours: hours.optional().describe('Overrides what progress implies.'),
  cost: amount.optional().describe('In the currency of the plan.'),
  way: ref.optional().describe('The way that was taken.'),
});

/** What a task may say beside its estimate. */
export const taskWorkingFields = {
  milestone: z.boolean().optional().describe('A moment without work: takes no time and no role.'),
  ways: z
    .array(waySchema)
    .min(1)
    .max(20)
    .optional()
    .describe('Different ways to do it (a person, an agent), instead of estimate and uses.'),
  uses: uses.optional(),
  calendar: ref.optional().describe('Default: the working time its roles have in common.'),
  wait_hours: hours
    .optional()
    .describe('Office hours from its end until its result is there: an answer, a delivery.'),
  not_before: instantSchema.optional(),
  fixed_start: instantSchema.optional().describe('Starts exactly then if all it needs is done.'),
  deadline: instantSchema.optional().describe('A date alone is the end of that day.'),
  inputs: z.array(text(120)).max(50).optional().describe('What it consumes.'),
  outputs: z.array(text(120)).max(50).optional().describe('What it produces.'),
  group: text(80).optional().describe('Tasks of one group run early or late together.'),
  optional: z
    .boolean()
    .optional()
    .describe('The aim can be reached without it, so it may be cut when time or money is short.'),
  value: z
    .number()
    .finite()
    .min(0)
    .max(1e15)
    .optional()
    .describe('What it is worth, in any one unit; what is worth least is cut first.'),
  actual: actualSchema.optional(),
};

export const dependencyWorkingFields = {
  lag_in: z
    .enum(['working', 'elapsed', 'office'])
    .optional()
    .describe(
      'How lag counts: working hours of the successor (default), elapsed hours, or the hours of the office calendar whoever follows.',
    ),
};

export const riskReaches = ['each', 'one'] as const;
export type RiskReach = (typeof riskReaches)[number];

export const delayCosts = ['hours', 'nothing'] as const;
export type DelayCost = (typeof delayCosts)[number];

export const riskWorkingFields = {
  probability: z.number().min(0).max(1).optional().describe('How likely it strikes.'),
  delay: estimateSchema.optional().describe('Working hours it adds to what it touches.'),
  strikes: z
    .enum(riskReaches)
    .optional()
    .describe('Whether each of its tasks is delayed when it strikes (default), or one of them.'),
  delay_costs: z
    .enum(delayCosts)
    .optional()
    .describe(
      'Whether a delay is work that is paid by the hour (default), or a wait that is not: eight hours of it are a working day, however short the days of those who wait.',
    ),
  cost: threeCosts.optional().describe('Money it costs when it strikes.'),
  tasks: z.array(ref).max(200).optional().describe('The tasks it touches.'),
};

export const currencySchema = z.object({
  code: currencyCode,
  rate_to_project: z
    .number()
    .positive()
    .max(1e9)
    .describe('What one unit is worth in the currency of the plan.'),
  source: text(300).describe('Where the rate comes from, and of which day.'),
});
export type PlanCurrency = z.infer<typeof currencySchema>;

export const costLineSchema = threeCosts.extend({
  cost_id: ref,
  name: text(300),
  source: text(300),
  status: z.enum(claimStatuses).optional(),
  task: ref.optional().describe('The task it belongs to; it is paid when that starts.'),
});
export type PlanCostLine = z.infer<typeof costLineSchema>;

/** What the plan as a whole may say. */
export const planWorkingFields = {
  time_zone: zoneSchema.optional().describe('IANA name; dates are meant in it. Default: UTC.'),
  calendars: z.array(calendarSchema).max(200).optional(),
  roles: z.array(roleSchema).max(2000).optional().describe('Those of roles_required, in detail.'),
  deadline: instantSchema.optional().describe('When the whole should be finished.'),
  budget: z.object({ amount, currency: currencyCode }).optional(),
  currencies: z
    .array(currencySchema)
    .max(200)
    .optional()
    .describe('Rates of the other currencies that amounts are given in.'),
  cost_lines: z
    .array(costLineSchema)
    .max(10_000)
    .optional()
    .describe('Money beside the tasks: purchases, people who are kept ready.'),
  confidence: z
    .number()
    .min(0.5)
    .max(0.99)
    .optional()
    .describe('The odds at which deadline and budget should hold. Default: 0.8.'),
};
