// The package as npm installs it for a user: packed, then installed without what only developers need.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Node itself comes as one of these. */
const isNode = (name: string): boolean => /^node-(linux|darwin)-/.test(name);

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const entry = lstatSync(path.join(folder, name));
    return entry.isFile() ? sum + entry.size : sum;
  }, 0);
}

function npm(args: readonly string[], cwd: string): void {
  execFileSync('npm', [...args, '--loglevel', 'error'], { cwd, stdio: ['ignore', 2, 2] });
}

/** In megabytes, of what was built before; needs the registry, or npm's cache of it. */
export function installedMb(dir: string): number {
  const app = path.join(dir, 'app');
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, 'package.json'), '{}');
  npm(['pack', '--ignore-scripts', '--pack-destination', app], root);
  const packed = readdirSync(app).find((name) => name.endsWith('.tgz'));
  if (packed === undefined) throw new Error('npm pack made nothing');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  npm(['install', '--omit=dev', ...quiet, path.join(app, packed)], app);
  const modules = path.join(app, 'node_modules');
  const parts = readdirSync(modules).filter((name) => !isNode(name));
  return parts.reduce((sum, name) => sum + sizeOf(path.join(modules, name)), 0) / 2 ** 20;
}

function sizeOf(place: string): number {
  const entry = lstatSync(place);
  if (entry.isDirectory()) return bytesIn(place);
  return entry.isFile() ? entry.size : 0;
}
