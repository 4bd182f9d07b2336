// All files of a plan, written into a folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PlanwrightError } from '../base/errors.ts';
import type { Caller } from './caller.ts';

/** Names without a leading dot, in folders of such names. */
const safePath = /^\w[\w.-]*(\/\w[\w.-]*)*$/;

function write(target: string, bytes: Uint8Array): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `${target} cannot be written (${code ?? 'unknown'}). Choose another place with --out.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message, {}, error);
  }
}

export async function writePlanFiles(
  caller: Caller,
  planId: string,
  folder: string,
): Promise<string[]> {
  const { files } = (await caller.call('plan_files', { plan_id: planId })) as {
    files: { path: string }[];
  };
  // Paths are ours today; a plan from elsewhere must not write outside the folder.
  const paths = files.map((file) => file.path).filter((path) => safePath.test(path));
  for (const path of paths)
    write(join(folder, path), await caller.bytes('plan_file', { plan_id: planId, path }));
  return paths;
}
