// Errors on the wire: an RFC 9457 problem over HTTP, {error:{…}} over MCP; the same code in both.
import { z } from 'zod';
import { errorCodes } from '../base/errors.ts';

export const errorCode = z.enum(errorCodes as [string, ...string[]]);

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What went wrong and what to do about it.'),
    code: errorCode,
    retry: z.enum(['never', 'after_change', 'later']),
    error_id: z
      .string()
      .describe(
        'Names this occurrence in the log: failures of the server are errors there, refused calls are lines at debug.',
      ),
    facts: z.record(z.string(), z.unknown()).optional(),
  })
  .describe('RFC 9457 problem details.');
export type Problem = z.infer<typeof problem>;
