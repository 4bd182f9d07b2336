// Taking in a plan that was written by hand or made elsewhere, and what was wrong with it.
import { z } from 'zod';
import { exactlyOneOf, nextAction, planId } from './common.ts';
import { lintSchema } from './plan-schedule.ts';
import { planState } from './plans.ts';

export const importFormats = [
  'plan',
  'planwright',
  'planexe',
  'taskmaster',
  'backlog',
  'msproject',
  'csv',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Of a file as base64; over MCP and REST the limit of the body comes first. */
const maxFileChars = 45_000_000;

const planImportFields = z.strictObject({
  plan: z
    .looseObject({})
    .optional()
    .describe(
      'The content of a plan.json (schema/plan.schema.json). title and phases with tasks are enough; what else is missing is filled in.',
    ),
  text: z
    .string()
    .min(1)
    .max(maxFileChars)
    .optional()
    .describe('Instead of plan: the text of a file, such as a tasks.json, MS Project XML or CSV.'),
  file_base64: z
    .string()
    .min(1)
    .max(maxFileChars)
    .optional()
    .describe('Instead of plan: the bytes of a file, such as a zip, in base64.'),
  name: z.string().min(1).max(200).optional().describe('What the file is called.'),
  format: z
    .enum(importFormats)
    .optional()
    .describe('What the file is. Default: what its content looks like.'),
});

export const planImportInput = exactlyOneOf(planImportFields, ['plan', 'text', 'file_base64']);

export const importDefectSchema = z.object({
  kind: z.string().describe('Such as dangling_id, cycle, contradicted_edge, wrong_phase_sum.'),
  where: z.string(),
  detail: z.string(),
  repaired: z.boolean().describe('The plan that was taken in is free of it.'),
});

export const importDaysSchema = z.object({
  days: z.int().describe('Days of the calendar from the start to the end.'),
  waterfall_days: z.int().describe('The same, with one task after the other.'),
  days_saved: z.int(),
  stated_days: z.int().optional().describe("Of the file's own schedule, where it has one."),
});

export const planImportOutput = z.object({
  plan_id: planId,
  title: z.string(),
  state: planState,
  format: z.enum(importFormats),
  tasks: z.int(),
  dependencies: z.int(),
  defects: z
    .array(importDefectSchema)
    .max(1000)
    .describe('What was wrong with the file; import_report.json has all of it.'),
  defect_count: z.int(),
  schedule: importDaysSchema.nullable().describe('Null where nothing has dates.'),
  executable: z.boolean().describe('An execution of it can be started.'),
  steps: z.int().describe('So many steps an execution of it has.'),
  warnings: z.array(lintSchema).max(200).describe('What is odd about it; nothing is refused.'),
  next_action: nextAction,
});
