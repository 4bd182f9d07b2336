// Reading a finished plan part by part, its files, and putting plans away.
import { z } from 'zod';
import { cursor, date, nextAction, planId, time } from './common.ts';
import { filePath } from './files.ts';
import { decisions } from './plan-gates.ts';

export const planParts = [
  'summary',
  'tasks',
  'schedule',
  'risks',
  'assumptions',
  'costs',
  'gates',
  'usage',
  'reasoning',
  'section',
  'file',
] as const;
export type PlanPart = (typeof planParts)[number];

/** JSON of one answer, so that a client with a small window can take it; some 8,000 tokens. */
export const pageChars = 32_000;

export const planReadInput = z.strictObject({
  plan_id: planId,
  part: z.enum(planParts).default('summary'),
  path: filePath.optional().describe('A section, file or stage.'),
  cursor: cursor.optional(),
});

export const planPageInput = z.strictObject({ plan_id: planId, cursor: cursor.optional() });

export const planReadOutput = z.object({
  plan_id: planId,
  part: z.enum(planParts),
  path: z.string().optional(),
  value: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Its fields; of a list what stands above it, on the first page.'),
  items: z.array(z.unknown()).optional().describe('Of a list, those of this page.'),
  text: z.string().optional().describe('Of a file, or of a section too long for one page.'),
  total: z.int().optional().describe('How many items, or characters, there are in all.'),
  sections: z
    .array(z.string())
    .optional()
    .describe('With the summary: what section takes as path.'),
  next_cursor: z.string().nullable(),
  next_action: nextAction,
});
export type PlanRead = z.infer<typeof planReadOutput>;

/** Names that agents know; any path of the plan's files does as well. */
export const artifactNames = ['report', 'zip', 'md', 'plan', 'summary', 'csv'] as const;

export const planFileInfoInput = z.strictObject({
  plan_id: planId,
  artifact: filePath.default('report').describe('report, zip, md, plan, summary, csv or a path.'),
});

export const planFileInfoOutput = z.object({
  plan_id: planId,
  artifact: z.string(),
  ready: z.boolean(),
  reason: z.string().optional().describe('Where it is not ready: why, and what to do.'),
  path: z.string().optional(),
  content_type: z.string().optional(),
  sha256: z.string().optional(),
  download_size: z.int().optional(),
  download_url: z.string().optional().describe('On this server; takes the same key.'),
  expires_at: time.nullable().optional().describe('null: it does not expire.'),
});
export type PlanFileInfo = z.infer<typeof planFileInfoOutput>;

const moved = { plan_id: planId, next_action: nextAction };

export const planDeleteOutput = z.object({
  ...moved,
  deleted_at: time,
  contents_erased: z.int().describe('Texts and files that are gone; 0 if they were before.'),
});

export const planArchiveOutput = z.object({ ...moved, archived: z.boolean() });

const exampleName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be the name of an example')
  .describe('Name of an example.');

export const exampleZipInput = z.strictObject({ name: exampleName });
export const exampleFileInput = z.strictObject({ name: exampleName, path: filePath });

/** What one wants to know before one opens it, from its plan.json. */
const exampleFigures = z.object({
  start_date: date,
  finish_date: date,
  tasks: z.int(),
  currency: z.string(),
  cost: z.number().describe('What it costs, as reckoned.'),
  budget: z.number().nullable().describe('null: none was given.'),
  verdict: z.enum(decisions).nullable().describe('null: none was given.'),
});
export type ExampleFigures = z.infer<typeof exampleFigures>;

export const examplePlansOutput = z.object({
  plans: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      summary: z.string(),
      goal: z.string().describe('The goal that it was made from.'),
      figures: exampleFigures.nullable().describe('null: its plan.json cannot be read.'),
      report_url: z.string().describe('On this server.'),
      zip_url: z.string().describe('On this server.'),
    }),
  ),
  next_action: nextAction,
});
export type ExamplePlan = z.infer<typeof examplePlansOutput>['plans'][number];

export const examplePromptsOutput = z.object({
  samples: z.array(
    z.object({
      title: z.string(),
      for: z.enum(['person', 'agent']).describe('Whose goal it is.'),
      prompt: z.string(),
    }),
  ),
  next_action: nextAction,
});
