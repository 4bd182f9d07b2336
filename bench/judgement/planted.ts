// The planted bugs, and how many of them the suites notice.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

interface Hunted {
  readonly planted: number;
  readonly caught: number;
}

/** Takes minutes for each: it runs the suites on copies of the tree. */
export function huntPlanted(log: (line: string) => void): Hunted {
  log('planted bugs: the suites look for each, which takes long');
  const script = fileURLToPath(new URL('../../scripts/test-planted.ts', import.meta.url));
  const { stdout, error } = spawnSync(process.execPath, [script, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const { caught, of } = JSON.parse(stdout) as { caught: number; of: number };
  return { planted: of, caught };
}
