import { z } from 'zod';
import { serverInfo } from './common.ts';

export const healthOutput = z.object({ ok: z.boolean(), server: serverInfo });
export type Health = z.infer<typeof healthOutput>;
