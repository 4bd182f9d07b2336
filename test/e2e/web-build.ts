// The page as it is published: built when its sources changed.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const assets = path.join(root, 'web', 'dist', 'assets');

export function buildWeb(): void {
  const script = path.join(root, 'scripts', 'build-web.ts');
  execFileSync(process.execPath, [script, '--if-stale'], { stdio: ['ignore', 2, 2] });
}

/** Bytes of these scripts as they cross the wire; names as the browser asked for them. */
export function gzipBytes(urls: readonly string[]): number {
  const names = new Set(readdirSync(assets));
  return urls
    .map((url) => path.posix.basename(new URL(url).pathname))
    .filter((name) => name.endsWith('.js') && names.has(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(path.join(assets, name))).length, 0);
}
