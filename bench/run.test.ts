import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./run.ts', import.meta.url));
const bench = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });

it.each([[['nonsense']], [[]], [['store', '--wrong']], [['a', 'b']]])(
  'lists the names on stderr, with exit code 2 and an empty stdout, for %j',
  (args) => {
    const result = bench(...args);
    expect(result.status).toBe(2);
    expect(result.stderr).toMatch(/benchmarks: /);
    expect(result.stdout).toBe('');
  },
);
