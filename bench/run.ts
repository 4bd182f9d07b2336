// npm run bench -- NAME [--json] [--dir D]
// Runs one benchmark. With --json stdout holds one JSON object and nothing else.
// Every run has a new folder: a temporary one that is removed afterwards, or with --dir one in D,
// which says what disk is measured, and stays. Some benchmarks read their input from D instead.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { loadBenchmark, names } from './catalog.ts';
import type { Benchmark } from './context.ts';
import { formatTable } from './table.ts';

const usage = `usage: npm run bench -- NAME [--json] [--dir D]\nbenchmarks: ${names.join(', ')}\n`;

interface Arguments {
  readonly name: string;
  readonly json: boolean;
  readonly dir: string | undefined;
}

function readArguments(): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, dir: { type: 'string' } },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) return undefined;
    return { name, json: values.json === true, dir: values.dir };
  } catch {
    return undefined;
  }
}

function openFolder(named: string | undefined): string {
  if (named === undefined) return mkdtempSync(path.join(tmpdir(), 'planwright-bench-'));
  mkdirSync(named, { recursive: true });
  return mkdtempSync(path.join(path.resolve(named), 'run-'));
}

async function main(): Promise<number> {
  const given = readArguments();
  const load = given === undefined ? undefined : loadBenchmark(given.name);
  if (given === undefined || load === undefined) {
    const complaint = given === undefined ? '' : `no benchmark is named "${given.name}"\n`;
    process.stderr.write(complaint + usage);
    return 2;
  }
  const benchmark = await load();
  if (benchmark.readsDir === true) return measure(benchmark, given, given.dir);
  const dir = openFolder(given.dir);
  try {
    return await measure(benchmark, given, dir);
  } finally {
    if (given.dir === undefined && existsSync(dir)) rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(
  { run }: Benchmark,
  { json, name }: Arguments,
  dir: string | undefined,
): Promise<number> {
  if (dir === undefined) {
    process.stderr.write(`${name} reads its input: name the folder with --dir\n`);
    return 2;
  }
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const figures = await run({ dir, log });
  process.stdout.write(json ? `${JSON.stringify(figures)}\n` : formatTable(figures));
  return 0;
}

process.exitCode = await main();
