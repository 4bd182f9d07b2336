// The figures that concern ours alone: does a step get dearer, how soon does a run go on, how soon
// does work reach who waits for it, and what does a step leave on the disk.
import path from 'node:path';
import { median } from '../lib/median.ts';
import { toDigits } from '../lib/round.ts';
import type { GrowthFigures } from './growth.ts';
import type { HandoutFigures } from './handout.ts';
import { measureSockets } from './handout-sockets.ts';
import type { MakespanFigures } from './makespan.ts';
import { measureInChild } from './measure.ts';
import type { Arena } from './play-field.ts';
import type { ResumeOptions } from './resume.ts';
import type { SizeFigures } from './stored-size.ts';

export interface Part {
  readonly name: string;
  readonly what: string;
  measure(arena: Arena): Promise<{ readonly figure: number; readonly raw: object }>;
}

const moduleOf = (name: string): URL => new URL(`./${name}.ts`, import.meta.url);

const placeFor = (arena: Arena, name: string) => ({
  dir: path.join(arena.dir, name),
  databaseUrl: null,
  synchronous: 'NORMAL' as const,
  hookUrl: arena.sink.urlFor(name),
});

const digits = (figures: object): object =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? toDigits(value, 4) : value,
    ]),
  );

async function resumeTimes(arena: Arena): Promise<number[]> {
  const { hookUrl: _, ...place } = placeFor(arena, 'resume');
  const options = { ...place, run: 'exec_resume', events: 100_000, steps: 2_000 };
  const go = (what: ResumeOptions['do']): Promise<number> =>
    measureInChild<number>(moduleOf('resume'), { ...options, do: what });
  await go('build');
  return [await go('resume'), await go('resume'), await go('resume')];
}

export const parts: readonly Part[] = [
  {
    name: 'growth_10k',
    what: 'four runs of 10,000 steps',
    async measure(arena) {
      const options = { ...placeFor(arena, 'growth'), steps: 10_000, times: 3 };
      const figures = await measureInChild<GrowthFigures>(moduleOf('growth'), options);
      return { figure: figures.ratio, raw: figures };
    },
  },
  {
    name: 'resume_100k_ms',
    what: 'a run of 100,000 events, gone on with in three new processes',
    async measure(arena) {
      const times = await resumeTimes(arena);
      return { figure: median(times), raw: { times_ms: times.map(Math.round) } };
    },
  },
  {
    name: 'makespan_vs_ideal',
    what: 'two alternating chains of unequal steps',
    async measure(arena) {
      const options = { ...placeFor(arena, 'makespan'), times: 7 };
      const figures = await measureInChild<MakespanFigures>(moduleOf('makespan'), options);
      return { figure: figures.ratio, raw: figures };
    },
  },
  {
    name: 'handout_p99_ms',
    what: '100 workers waiting in the process',
    async measure(arena) {
      const options = { ...placeFor(arena, 'handout'), workers: 100, steps: 1_050 };
      const figures = await measureInChild<HandoutFigures>(moduleOf('handout'), options);
      return { figure: figures.p99Ms, raw: figures };
    },
  },
  {
    name: 'handout_p99_ms_sockets',
    what: 'building the package, then 1,000 claims waiting over sockets',
    async measure(arena) {
      const figures = await measureSockets(arena);
      return { figure: figures.p99Ms, raw: figures };
    },
  },
  {
    name: 'bytes_per_step_8kb',
    what: '1,200 steps with outputs of 8 KB',
    async measure(arena) {
      const options = { ...placeFor(arena, 'size'), runs: 20, steps: 60, outputBytes: 8 * 1024 };
      const figures = await measureInChild<SizeFigures>(moduleOf('stored-size'), options);
      return { figure: figures.bytesPerStep, raw: figures };
    },
  },
];

/** Null if it could not be measured, and why on stderr. */
export async function playPart(
  part: Part,
  arena: Arena,
): Promise<{ readonly figure: number | null; readonly raw: object | null }> {
  arena.log(`${part.name}: ${part.what}`);
  try {
    const { figure, raw } = await part.measure(arena);
    return { figure: toDigits(figure), raw: digits(raw) };
  } catch (error) {
    arena.log(`${part.name} failed: ${(error as Error).message}`);
    return { figure: null, raw: null };
  }
}
