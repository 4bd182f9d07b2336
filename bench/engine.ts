// The step engine beside LangGraph, Mastra and DBOS: chains of 60 steps, every step persisted before
// the next, in steps per second (median of five alternating windows). Ours has validation, the
// default check, the hash chain and a webhook that gets every event before the window ends.
//   one_run, many_runs (40 at once), with outputs of 0, 8 and 32 KB; _pg on PostgreSQL
//   ratios                  ours over the best peer; null while a peer is absent
//   growth_10k              mean time of the last 100 of 10,000 steps over the first 100
//   resume_100k_ms          a new process opens a run of 100,000 events and hands a step out
//   makespan_vs_ideal       two alternating chains of unequal steps over their plain timers
//   handout_p99_ms          100 waiting workers, in the process; _sockets with 1,000 over HTTP
//   bytes_per_step_8kb      what a step with an output of 8 KB leaves in the database
// To try a change: BENCH_ENGINE_ONLY=one_run,growth* measures these alone (a star for all that begin
// so), BENCH_ENGINE_QUICK=1 plays one short window each.
import process from 'node:process';
import { startPostgres } from '../test/support/postgres.ts';
import type { BenchContext } from './context.ts';
import { fields } from './engine/fields.ts';
import { startHookSink } from './engine/hook-sink.ts';
import { installPeers } from './engine/install-peers.ts';
import { parts, playPart } from './engine/own-parts.ts';
import { type Arena, playField } from './engine/play-field.ts';
import { ratesOf, ratiosOf, rawOf } from './engine/report.ts';

const usual = { rounds: 5, windowMs: 2_000 };
const quick = { rounds: 1, windowMs: 700 };

const only = (process.env.BENCH_ENGINE_ONLY ?? '').split(',').filter((name) => name !== '');
const fits = (name: string, wish: string): boolean =>
  wish.endsWith('*') ? name.startsWith(wish.slice(0, -1)) : name === wish;
const isWanted = ({ name }: { readonly name: string }): boolean =>
  only.length === 0 || only.some((wish) => fits(name, wish));

type Figures = Record<string, unknown>;

async function playFields(arena: Arena, figures: Figures, raw: Figures): Promise<void> {
  const ratios: Figures = {};
  for (const field of fields.filter(isWanted)) {
    arena.log(`${field.name}: ${field.who.join(', ')}, in turns`);
    const rounds = await playField(field, arena);
    const rates = ratesOf(field, rounds);
    arena.log(`  ${JSON.stringify(rates)}`);
    figures[field.name] = rates;
    ratios[field.name] = ratiosOf(field, rates);
    raw[field.name] = rawOf(rounds);
  }
  figures.ratios = ratios;
}

async function playParts(arena: Arena, figures: Figures, raw: Figures): Promise<void> {
  for (const part of parts.filter(isWanted)) {
    const result = await playPart(part, arena);
    arena.log(`  ${result.figure}`);
    figures[part.name] = result.figure;
    raw[part.name] = result.raw;
  }
}

export async function run(context: BenchContext): Promise<object> {
  const hasPeers = fields.some(isWanted) && installPeers(context.log);
  const postgres = await startPostgres();
  const sink = await startHookSink(context.log);
  const pace = process.env.BENCH_ENGINE_QUICK === '1' ? quick : usual;
  const arena = { ...context, ...pace, hasPeers, postgresUrl: postgres.url, sink };
  const figures: Figures = {};
  const raw: Figures = {};
  try {
    await playFields(arena, figures, raw);
    await playParts(arena, figures, raw);
    return { ...figures, raw };
  } finally {
    await sink.close();
    await postgres.stop();
  }
}
