// Does a step cost more when many went before it? One run of 10,000 steps: mean time of the last
// hundred over that of the first hundred.
import path from 'node:path';
import { median } from '../lib/median.ts';
import type { Place } from './ours.ts';
import { chain, numberOf, openOurs } from './ours.ts';
import { RunEnds } from './run-ends.ts';
import { makeOutput } from './step-output.ts';

export interface GrowthFigures {
  readonly ratio: number;
  readonly firstStepUs: number;
  readonly lastStepUs: number;
  readonly stepsPerSecond: number;
}

interface Options extends Place {
  readonly steps: number;
  readonly times: number;
}

const sample = 100;

/** When each step was begun. */
async function beginnings(place: Place, steps: number): Promise<number[]> {
  const ours = await openOurs(place);
  const ends = new RunEnds(ours.engine, ours.store);
  const begunMs: number[] = [];
  ours.work(async ({ run, step }) => {
    begunMs.push(performance.now());
    if (begunMs.length === steps) ends.isNear(run);
    return makeOutput(numberOf(step), 0);
  });
  const run = ours.ids.next('exec');
  const over = ends.of(run);
  await ours.createRun(run, chain(steps));
  await over;
  await ours.close();
  return begunMs;
}

function figuresOf(begunMs: readonly number[]): GrowthFigures {
  const at = (index: number): number => begunMs.at(index) ?? Number.NaN;
  const firstMs = (at(sample) - at(0)) / sample;
  const lastMs = (at(-1) - at(-1 - sample)) / sample;
  return {
    ratio: lastMs / firstMs,
    firstStepUs: firstMs * 1_000,
    lastStepUs: lastMs * 1_000,
    stepsPerSecond: ((begunMs.length - 1) * 1_000) / (at(-1) - at(0)),
  };
}

/** The first run warms up and is dropped. */
export async function measure(options: Options): Promise<GrowthFigures> {
  const all: GrowthFigures[] = [];
  for (let time = 0; time <= options.times; time += 1) {
    const place = { ...options, dir: path.join(options.dir, `growth-${time}`) };
    const begunMs = await beginnings(place, time === 0 ? options.steps / 10 : options.steps);
    if (time > 0) all.push(figuresOf(begunMs));
  }
  const middle = (name: keyof GrowthFigures): number => median(all.map((one) => one[name]));
  return {
    ratio: middle('ratio'),
    firstStepUs: middle('firstStepUs'),
    lastStepUs: middle('lastStepUs'),
    stepsPerSecond: middle('stepsPerSecond'),
  };
}
