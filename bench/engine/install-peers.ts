// The peers have a package of their own that nothing else needs; it is installed when this benchmark
// runs for the first time, or when its lock file has changed since.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const peersFolder = fileURLToPath(new URL('../peers', import.meta.url));

function isInstalled(): boolean {
  const mark = path.join(peersFolder, 'node_modules', '.package-lock.json');
  if (!existsSync(mark)) return false;
  return statSync(mark).mtimeMs >= statSync(path.join(peersFolder, 'package-lock.json')).mtimeMs;
}

/** False if they cannot be had; then their figures are null. */
export function installPeers(log: (line: string) => void): boolean {
  if (isInstalled()) return true;
  log('installing the peers (npm ci --prefix bench/peers)');
  const args = ['ci', '--prefix', peersFolder, '--no-audit', '--no-fund'];
  // Under `npm run` the same npm.
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const { status, stderr, error } = spawnSync(command, [...first, ...args], {
    cwd: peersFolder,
    encoding: 'utf8',
  });
  if (status === 0) return true;
  log(`the peers could not be installed: ${error?.message ?? stderr}`);
  return false;
}
