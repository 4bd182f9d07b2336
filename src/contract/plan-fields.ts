// The small fields that every part of plan.json is made of. Each has a bound: a plan is outside text
// to its readers.
import { z } from 'zod';

export const text = (max: number) => z.string().min(1).max(max);
export const amount = z.number().finite().min(0).max(1e15);
export const hours = z.number().finite().min(0).max(1e6);

export const planIdPattern = /^[a-z]+(_[a-z0-9]+)+$/;
export const id = z.string().max(80).regex(planIdPattern);
/** The name of something that another part of the plan defines; the reader says when nothing does. */
export const ref = text(120);
export const isoDateSchema = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'a date as YYYY-MM-DD');
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'a three-letter currency code');

/** Without an offset it is the plan's own time zone; a date alone is the start or the end of the day. */
export const instantSchema = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]\d\d:\d\d)?)?$/,
    'a date as YYYY-MM-DD, or a time as YYYY-MM-DDTHH:MM with or without Z or an offset',
  );

export const zoneSchema = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][A-Za-z0-9_+\-/]*$/, 'a time zone such as Europe/Copenhagen');

export const estimateSchema = z.object({ low: hours, likely: hours, high: hours });
export type Estimate = z.infer<typeof estimateSchema>;

export const performers = ['agent', 'human'] as const;

export const dependencyTypes = [
  'finish_to_start',
  'start_to_start',
  'finish_to_finish',
  'start_to_finish',
] as const;
