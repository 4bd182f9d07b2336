// Two chains of unequal steps side by side. Steps that wait for their own chain alone take as long
// as the chain; a barrier between levels would make every pair take as long as its longer half.
// The ideal is the same timers awaited one after the other in plain code, in turns with the engine.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../lib/median.ts';
import { chain, numberOf, type Ours, openOurs, type Place } from './ours.ts';
import { RunEnds } from './run-ends.ts';
import { makeOutput } from './step-output.ts';

export interface MakespanFigures {
  readonly ratio: number;
  readonly idealMs: number;
  readonly makespanMs: number;
}

interface Options extends Place {
  readonly times: number;
}

/** Long enough that the millisecond to which timers are rounded does not count. */
const [shortMs, longMs] = [20, 100];
const stepsPerChain = 12;

/** One chain begins with a long step, the other with a short one. */
const durationOf = (name: string, n: number): number =>
  (n + (name === 'a' ? 0 : 1)) % 2 === 0 ? longMs : shortMs;

async function plainChain(name: string): Promise<void> {
  for (let n = 0; n < stepsPerChain; n += 1) await pause(durationOf(name, n));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const runPlain = (): Promise<number> =>
  timed(() => Promise.all([plainChain('a'), plainChain('b')]));

function runOurs(ours: Ours, ends: RunEnds): Promise<number> {
  const run = ours.ids.next('exec');
  const steps = ['a', 'b'].flatMap((name) => chain(stepsPerChain, 'tool', name));
  return timed(async () => {
    const over = ends.of(run);
    await ours.createRun(run, steps);
    await over;
  });
}

export async function measure(options: Options): Promise<MakespanFigures> {
  const ours = await openOurs(options);
  const ends = new RunEnds(ours.engine, ours.store);
  ours.work(async ({ run, step }) => {
    const n = numberOf(step);
    await pause(durationOf(step.slice(0, 1), n));
    if (n >= stepsPerChain - 2) ends.isNear(run);
    return makeOutput(n, 0);
  });
  await runOurs(ours, ends);
  const pairs: { plain: number; own: number }[] = [];
  for (let time = 0; time < options.times; time += 1) {
    pairs.push({ plain: await runPlain(), own: await runOurs(ours, ends) });
  }
  await ours.close();
  return {
    ratio: median(pairs.map(({ plain, own }) => own / plain)),
    idealMs: median(pairs.map(({ plain }) => plain)),
    makespanMs: median(pairs.map(({ own }) => own)),
  };
}
