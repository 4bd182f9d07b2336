// A folder as one archive in memory, to be taken in like any other: only files that plans are made of,
// no links, within limits.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlanwrightError } from '../base/errors.ts';
import { zipOf } from '../base/zip.ts';
import { maxSourceBytes } from '../plan/importing/source-limit.ts';
import { safeText } from './safe-text.ts';

const maxFiles = 5_000;
const maxDepth = 6;
const kinds = /\.(md|json|ya?ml|xml|csv|txt|html)$/i;

const tooLarge = (path: string, why: string): PlanwrightError =>
  new PlanwrightError('too_large', `${path} is not taken in: ${why}. Name a folder within it.`);

interface Found {
  readonly path: string;
  readonly file: string;
}

function filesIn(root: string): Found[] {
  const found: Found[] = [];
  const pending = [{ folder: root, path: '', depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of readdirSync(next.folder, { withFileTypes: true })) {
      const path = `${next.path}${entry.name}`;
      const file = join(next.folder, entry.name);
      if (entry.name === 'node_modules' || entry.name === '.git') continue;
      if (entry.isDirectory() && next.depth < maxDepth) {
        pending.push({ folder: file, path: `${path}/`, depth: next.depth + 1 });
      } else if (entry.isFile() && kinds.test(entry.name)) found.push({ path, file });
      if (found.length > maxFiles) throw tooLarge(root, `it has more than ${maxFiles} files`);
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export type Note = (line: string) => void;

/** Names that differ in case or accents alone would be one file on some disks, and an archive with both
 * is refused; the first of them is taken. */
export function withoutTwins(found: readonly Found[], note: Note): Found[] {
  const kept = new Map<string, Found>();
  for (const one of found) {
    const key = one.path.normalize('NFC').toLowerCase();
    const first = kept.get(key);
    if (first === undefined) kept.set(key, one);
    else {
      const [left, twin] = [one, first].map(({ path }) => safeText(path, 200));
      note(`${left} is left out: its name differs from ${twin} in case or accents alone.`);
    }
  }
  return [...kept.values()];
}

export function packedFolder(root: string, note: Note): Uint8Array {
  let total = 0;
  const files = withoutTwins(filesIn(root), note).map(({ path, file }) => {
    total += lstatSync(file).size;
    if (total > maxSourceBytes) {
      throw tooLarge(root, `its files have more than ${maxSourceBytes / 2 ** 20} MiB`);
    }
    return { path, bytes: readFileSync(file), updatedAtMs: 0 };
  });
  return zipOf(files);
}
