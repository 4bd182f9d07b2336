// A published PlanExe plan as files with one set of names. Three generations of names are known:
// 016-experts.json, 016-2-experts.json and experts.json are the same file.
import { readZip } from './read-zip.ts';

export interface PlanexeFiles {
  /** Undefined where the plan has no such file. */
  text(name: string): string | undefined;
  /** Undefined where there is no such file, or it is no JSON. */
  json(name: string): unknown;
  /** How many files have a name like this one. */
  count(name: RegExp): number;
}

const ordinal = /^\d{3}-(?:\d+-)*/;

/** Copies that a file manager left, and hidden files, are no part of a plan. */
const isOurs = (path: string): boolean =>
  !path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

export const plainName = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(ordinal, '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function planexeFiles(archive: Uint8Array): PlanexeFiles {
  const zip = readZip(archive);
  const paths = zip.paths.filter(isOurs);
  const byName = new Map(paths.map((path) => [plainName(path), path]));
  const text = (name: string) => {
    const path = byName.get(name);
    const bytes = path === undefined ? undefined : zip.read(path);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  return {
    text,
    json: (name) => {
      const found = text(name);
      return found === undefined ? undefined : parsed(found);
    },
    count: (name) => paths.filter((path) => name.test(plainName(path))).length,
  };
}
