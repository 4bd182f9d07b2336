// AsyncHow: everyday tasks with steps, times and an order, and the shortest time with any number of
// helpers. Each is made a project of ours; its critical path must end at the time that is given.
//   instances, equal      one is equal when both its bounds are (each step at its least, at its most)
//   different             titles of those that are not, at most ten
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOutsideData } from '../scripts/lib/outside-data.ts';
import { criticalPath } from '../src/schedule/graph/critical-path.ts';
import { type AsyncHow, projectOf } from './asynchow/project-of.ts';
import type { BenchContext } from './context.ts';
import { toDigits } from './lib/round.ts';

const bounds = [0, 1] as const;

export async function run({ log }: BenchContext): Promise<object> {
  const folder = findOutsideData(fileURLToPath(new URL('..', import.meta.url)));
  if (folder === undefined) throw new Error('the folder of outside data is not there');
  const lines = readFileSync(path.join(folder, 'asynchow.jsonl'), 'utf8').split('\n');
  const instances = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as AsyncHow);
  log(`${instances.length} instances`);
  const startedMs = performance.now();
  const different = instances.filter((instance) => !isEqual(instance));
  return {
    instances: instances.length,
    equal: instances.length - different.length,
    seconds: toDigits((performance.now() - startedMs) / 1000),
    different: different.slice(0, 10).map(({ title }) => title),
  };
}

const isEqual = (instance: AsyncHow): boolean =>
  bounds.every((bound) => shortestSeconds(instance, bound) === instance.shortest_seconds[bound]);

function shortestSeconds(instance: AsyncHow, bound: 0 | 1): number {
  const { project, unitSeconds } = projectOf(instance, bound);
  return (criticalPath(project).finish - project.start) * unitSeconds;
}
