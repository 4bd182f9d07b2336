// This tree's engine beside another commit's, in alternating windows: did a change make it slower?
//   git worktree add ../before COMMIT && npm ci --prefix ../before
//   BENCH_BEFORE=../before npm run bench -- engine-before --json
// For each figure: steps per second of both (medians), and the median of the rounds' ratios.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createDatabase } from '../test/support/database.ts';
import { startPostgres } from '../test/support/postgres.ts';
import type { BenchContext } from './context.ts';
import { type ContestantProcess, startContestant } from './engine/contestant-process.ts';
import { type Field, fields, stepsPerRun } from './engine/fields.ts';
import { type HookSink, startHookSink } from './engine/hook-sink.ts';
import { playRounds } from './engine/throughput.ts';
import { median } from './lib/median.ts';
import { toDigits } from './lib/round.ts';

const pace = { rounds: 15, windowMs: 1_000 };
const compared = ['one_run', 'one_run_8kb', 'many_runs', 'one_run_pg', 'many_runs_pg'];

const here = fileURLToPath(new URL('..', import.meta.url));

interface Arena extends BenchContext {
  readonly trees: Readonly<Record<'before' | 'now', string>>;
  readonly postgresUrl: string;
  readonly sink: HookSink;
}

async function open(name: 'before' | 'now', field: Field, arena: Arena) {
  const { trees, postgresUrl, sink } = arena;
  const dir = path.join(arena.dir, field.name, name);
  mkdirSync(dir, { recursive: true });
  const isPostgres = field.store === 'postgres';
  return startContestant(pathToFileURL(path.join(trees[name], 'bench/engine/ours.ts')).href, {
    ...{ dir, steps: stepsPerRun, outputBytes: field.outputBytes, atOnce: field.atOnce },
    databaseUrl: isPostgres ? (await createDatabase(postgresUrl)).url : null,
    synchronous: 'NORMAL',
    hookUrl: sink.urlFor(`${field.name}-${name}`),
  });
}

async function compare(field: Field, arena: Arena): Promise<object> {
  const entrants = new Map<string, ContestantProcess>();
  try {
    for (const name of ['before', 'now'] as const) {
      entrants.set(name, await open(name, field, arena));
    }
    const { before, now } = await playRounds(entrants, { ...field, ...pace, log: arena.log });
    if (!before || !now) throw new Error(`${field.name}: one of them failed`);
    const ratios = now.map((rate, index) => rate / (before[index] ?? Number.NaN));
    const ratio = toDigits(median(ratios));
    arena.log(`${field.name}: ${ratio}`);
    return { before: Math.round(median(before)), now: Math.round(median(now)), ratio };
  } finally {
    for (const entrant of entrants.values()) await entrant.close();
    rmSync(path.join(arena.dir, field.name), { recursive: true, force: true });
  }
}

export async function run(context: BenchContext): Promise<object> {
  const folder = process.env.BENCH_BEFORE;
  if (!folder) throw new Error('BENCH_BEFORE must name a checkout of the other commit');
  const trees = { before: path.resolve(folder), now: here };
  const postgres = await startPostgres();
  const sink = await startHookSink(context.log);
  const arena = { ...context, trees, postgresUrl: postgres.url, sink };
  try {
    const figures: Record<string, object> = {};
    for (const field of fields.filter(({ name }) => compared.includes(name))) {
      figures[field.name] = await compare(field, arena);
    }
    return figures;
  } finally {
    await sink.close();
    await postgres.stop();
  }
}
