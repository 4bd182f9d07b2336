// The benchmarks by name, each imported only when it is asked for: bench/<name>.ts exports run().
// What benchmarks share lives in subfolders, since each file here is one of them.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from './context.ts';

const harness = new Set(['catalog', 'context', 'run', 'table']);
const folder = fileURLToPath(new URL('.', import.meta.url));

export const names: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !harness.has(name))
  .sort();

export function loadBenchmark(name: string): (() => Promise<Benchmark>) | undefined {
  if (!names.includes(name)) return undefined;
  return () => import(new URL(`${name}.ts`, import.meta.url).href) as Promise<Benchmark>;
}
