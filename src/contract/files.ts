// Files of a plan or an execution.
import { z } from 'zod';
import { exactlyOneOf, executionId, leaseToken, signal, time } from './common.ts';

/** PostgreSQL cannot even be asked for a text with such a character. */
const isPath = (path: string): boolean => !path.includes('\0') && path.isWellFormed();

export const filePath = z
  .string()
  .min(1)
  .max(300)
  .refine(isPath, 'has a character of no path')
  .describe('A path that the list of files shows, such as report.md.');

export const fileView = z.object({
  path: z.string(),
  content_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  updated_at: time,
});

export const executionFilesOutput = z.object({
  execution_id: executionId,
  files: z.array(fileView),
});

export const executionFileInput = z.strictObject({ execution_id: executionId, path: filePath });

/** Leaves room for the rest of a body of 1 MiB, base64 included. */
export const maxFileBytes = 700_000;

const workFileFields = z.strictObject({
  lease_token: leaseToken,
  path: z
    .string()
    .max(300)
    .regex(
      /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/,
      'must be names of letters, digits, _, . and -, with / between them',
    )
    .describe('Where it is kept in the execution, such as drafts/menu.md. The newest one stays.'),
  content: z.string().max(maxFileBytes).optional().describe('Its text.'),
  content_base64: z
    .base64()
    .max(Math.ceil(maxFileBytes / 3) * 4)
    .optional()
    .describe('Its bytes, where they are no text.'),
  content_type: z
    .string()
    .max(100)
    .regex(/^[a-z]+\/[a-z0-9.+-]+(; ?charset=[a-z0-9-]+)?$/, 'must look like text/markdown')
    .default('text/plain; charset=utf-8'),
});

export const workFileInput = exactlyOneOf(workFileFields, ['content', 'content_base64']);

export const workFileOutput = z.object({ ...fileView.shape, seq: z.int(), signal });
