// A PlanExe plan as files with one set of names. Three generations of names are known:
// 016-experts.json, 016-2-experts.json and experts.json are the same file.
import { jsonValue } from '../../base/strict-json.ts';
import type { ImportDefect, SourceFiles } from './imported-plan.ts';
import { jsonReading } from './source-files.ts';

export interface PlanexeFiles {
  has(name: string): boolean;
  /** Undefined where the plan has no such file. */
  text(name: string): string | undefined;
  /** Undefined where there is no such file, or it is no JSON, which is a defect. Refuses JSON that
   * cannot be kept as it is. */
  json(name: string): unknown;
  readonly defects: readonly ImportDefect[];
}

const ordinal = /^\d{3}-(?:\d+-)*/;

/** Copies that a file manager left, and hidden files, are no part of a plan. */
export const isOurs = (path: string): boolean =>
  !path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

export const plainName = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(ordinal, '');

export function planexeFiles(files: SourceFiles): PlanexeFiles {
  const byName = new Map(files.paths.filter(isOurs).map((path) => [plainName(path), path]));
  const defects: ImportDefect[] = [];
  const text = (name: string): string | undefined => {
    const path = byName.get(name);
    return path === undefined ? undefined : files.text(path);
  };
  return {
    has: (name) => byName.has(name),
    text,
    json: (name) => {
      const path = byName.get(name);
      const bytes = path === undefined ? undefined : files.bytes(path);
      if (bytes === undefined) return undefined;
      const reading = jsonReading(bytes, name);
      if (reading.ok || !reading.isUnreadable) return jsonValue(reading);
      defects.push({ kind: 'broken_file', where: name, detail: reading.problem, repaired: false });
      return undefined;
    },
    defects,
  };
}
