// Builds the dashboard into web/dist.
//   --if-stale      only when its sources changed since the last build (npm start)
//   --if-possible   leave quietly where sources or tools are absent (npm install --omit=dev)
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { hashFiles, listFiles } from './lib/files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = path.join(root, 'web');
const output = path.join(web, 'dist');
const stampFile = path.join(output, '.inputs');
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');

const flags = new Set(process.argv.slice(2));

/** Everything the page is made of: its sources, the contract it imports, the versions of its tools. */
function inputsHash(): string {
  const own = listFiles(web).filter((file) => !/(^|\/)(dist|node_modules)\//.test(file));
  const files = own.map((file) => path.join(web, file));
  const contract = path.join(root, 'src', 'contract');
  files.push(...listFiles(contract).map((file) => path.join(contract, file)));
  files.push(path.join(root, 'package-lock.json'));
  return hashFiles(root, files.filter(existsSync));
}

function isFresh(hash: string): boolean {
  if (!existsSync(path.join(output, 'index.html')) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, 'utf8') === hash;
}

function build(): boolean {
  // Vite's report goes to stderr, so that a script's stdout stays its own.
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: ['ignore', 2, 2],
  });
  return result.status === 0;
}

function main(): number {
  const possible = existsSync(path.join(web, 'index.html')) && existsSync(vite);
  if (!possible && flags.has('--if-possible')) return 0;
  if (!possible) {
    process.stderr.write('build-web: the sources in web/ or the tool vite are not there\n');
    return existsSync(path.join(output, 'index.html')) ? 0 : 1;
  }
  const hash = inputsHash();
  if (flags.has('--if-stale') && isFresh(hash)) return 0;
  if (!build()) return 1;
  writeFileSync(stampFile, hash);
  return 0;
}

process.exitCode = main();
