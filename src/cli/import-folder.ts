// A folder as one archive in memory, to be taken in like any other: only files that plans are made of,
// no links, within limits.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlanwrightError } from '../base/errors.ts';
import { zipOf } from '../base/zip.ts';
import { maxSourceBytes } from '../plan/importing/read-source.ts';

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

export function packedFolder(root: string): Uint8Array {
  let total = 0;
  const files = filesIn(root).map(({ path, file }) => {
    total += lstatSync(file).size;
    if (total > maxSourceBytes) {
      throw tooLarge(root, `its files have more than ${maxSourceBytes / 2 ** 20} MiB`);
    }
    return { path, bytes: readFileSync(file), updatedAtMs: 0 };
  });
  return zipOf(files);
}
