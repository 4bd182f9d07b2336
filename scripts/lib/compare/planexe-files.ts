// A published PlanExe plan as files with one set of names.
import { readZip } from '../../../src/base/unzip.ts';
import {
  isOurs,
  planexeFiles as namedFiles,
  plainName,
} from '../../../src/plan/importing/planexe-files.ts';
import { filesOfZip } from '../../../src/plan/importing/source-files.ts';

export interface PlanexeFiles {
  /** Undefined where the plan has no such file. */
  text(name: string): string | undefined;
  /** Undefined where there is no such file, or it is no JSON. */
  json(name: string): unknown;
  /** How many files have a name like this one. */
  count(name: RegExp): number;
}

export function planexeFiles(archive: Uint8Array): PlanexeFiles {
  const files = filesOfZip(readZip(archive));
  const { text, json } = namedFiles(files);
  const paths = files.paths.filter(isOurs);
  return { text, json, count: (name) => paths.filter((path) => name.test(plainName(path))).length };
}
