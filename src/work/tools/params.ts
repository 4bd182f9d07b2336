// Parameters that several tools share. What a path may be is decided by the file scope, not here.
import { z } from 'zod';

export const filePath = z
  .string()
  .min(1)
  .max(4_096)
  .describe('Path below the root of the file scopes, such as src/main.ts.');

/** What every tool that changes files gives back. */
export const fileChanges = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      sha256: z.string().nullable().describe('Null if the file was removed.'),
      bytes: z.int(),
    }),
  ),
  diff: z.string().describe('What changed, as a unified diff.'),
});
