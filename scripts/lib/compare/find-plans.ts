// Finds the plans that are compared: the published ones in the outside data, ours where they are said
// to be, or among the shipped examples.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PlanMeasures } from './measures.ts';
import { planexeFiles } from './planexe-files.ts';
import { planexeMeasures } from './planexe-measures.ts';
import { planwrightMeasures } from './planwright-measures.ts';

export const measurePublished = (data: string): PlanMeasures[] =>
  readdirSync(path.join(data, 'planexe'))
    .filter((name) => name.endsWith('.zip'))
    .sort()
    .map((name) =>
      planexeMeasures(
        name.replace(/\.zip$/, ''),
        planexeFiles(readFileSync(path.join(data, 'planexe', name))),
      ),
    );

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** NAME=PATH or PATH; the path leads to a plan.json or to its folder. */
export function measureOurs(where: string): PlanMeasures {
  const [, name, given] = /^(?:([\w-]+)=)?(.+)$/s.exec(where) ?? [];
  const place = path.resolve(given ?? where);
  const folder = statSync(place).isDirectory() ? place : path.dirname(place);
  const plan = folder === place ? path.join(place, 'plan.json') : place;
  return planwrightMeasures(name ?? path.basename(folder), {
    plan: readFileSync(plan, 'utf8'),
    report: textOf(path.join(folder, 'report.html')),
    usage: textOf(path.join(folder, 'usage_summary.json')),
    recording: textOf(path.join(folder, 'recording.json')),
  });
}

export function shippedExamples(root: string): string[] {
  const folder = path.join(root, 'examples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .filter((place) => existsSync(path.join(place, 'plan.json')));
}
