// The instances of a folder: best.csv names set, file and the best makespan known, the files lie in
// a folder per set.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { psplibProblem, readPsplib } from '../../src/schedule/read/psplib.ts';
import type { Problem } from '../../src/schedule/solve/problem.ts';

export interface Instance {
  readonly set: string;
  readonly file: string;
  readonly best: number;
}

const header = 'set,file,best_makespan';

export function readBestCsv(text: string): Instance[] {
  const [first, ...rows] = text.trim().split(/\r?\n/);
  if (first?.trim() !== header) throw new Error(`best.csv must begin with "${header}"`);
  return rows.map((row, index) => {
    const [set, file, best, ...more] = row.split(',').map((cell) => cell.trim());
    const good = set && file && Number(best) > 0 && more.length === 0;
    if (!good) throw new Error(`best.csv, line ${index + 2}: expected "${header}"`);
    return { set, file, best: Number(best) };
  });
}

/** Of each set the first, and every n-th after it. */
export function pickSample(
  instances: readonly Instance[],
  sets: readonly string[] | undefined,
  every: number,
): Map<string, Instance[]> {
  const bySet = Map.groupBy(instances, ({ set }) => set);
  const picked = [...bySet].filter(([set]) => sets === undefined || sets.includes(set));
  return new Map(
    picked.map(([set, list]) => [set, list.filter((_, index) => index % every === 0)]),
  );
}

export function loadProblem(dir: string, { file, set }: Instance): Problem {
  const text = readFileSync(path.join(dir, set, file), 'utf8');
  return psplibProblem(readPsplib(text));
}
