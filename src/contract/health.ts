import { z } from 'zod';
import { serverInfo } from './common.ts';

const healthProblem = z.object({
  code: z.string().describe('Such as storage_full, storage_busy, disk_low or stopping.'),
  message: z.string(),
});
export type HealthProblem = z.infer<typeof healthProblem>;

const problems = z.array(healthProblem).describe('Empty when all is well.');

export const healthOutput = z.object({
  ok: z.boolean().describe('True while the server can write.'),
  status: z
    .enum(['ok', 'degraded', 'unavailable'])
    .describe('degraded: it works, and needs attention. unavailable: it cannot write.'),
  problems,
  server: serverInfo,
});
export type Health = z.infer<typeof healthOutput>;

export const readyOutput = z.object({
  ready: z.boolean().describe('True while the server takes new work.'),
  problems,
});
