// Walking and hashing of folders for the build scripts and the architecture tests.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Paths of all files below the folder, relative to it, with forward slashes, sorted. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return walk(folder, '').sort();
}

function walk(folder: string, prefix: string): string[] {
  return readdirSync(path.join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const relative = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (!entry.isDirectory()) return [relative];
    return entry.name === 'node_modules' ? [] : walk(folder, relative);
  });
}

/** One hash over names and bytes: equal trees give equal hashes, whatever their times are. */
export function hashFiles(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    const bytes = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
