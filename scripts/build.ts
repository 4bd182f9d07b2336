// Builds the package for publishing. dist/ is a mirror of the repository with .ts compiled to .js:
// every relative path in the code (a sibling script, the web page, package.json) holds in both.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { listFiles } from './lib/files.ts';
import { relinkSource } from './lib/relink-source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const compiledFolders = ['src', 'sdk'] as const;

function run(script: string, ...args: string[]): void {
  const result = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) throw new Error(`${path.basename(script)} failed`);
}

/** new URL('./worker.ts', import.meta.url) is a string to tsc, so it is pointed at .js here. */
function relink(): void {
  for (const file of listFiles(dist).filter((name) => name.endsWith('.js'))) {
    const full = path.join(dist, file);
    const before = readFileSync(full, 'utf8');
    const after = relinkSource(before, file);
    if (after !== before) writeFileSync(full, after);
  }
}

/** SQL, prompts and other data that the code reads at run time. */
function copyAssets(): void {
  for (const folder of compiledFolders) {
    const assets = listFiles(path.join(root, folder)).filter((file) => !/\.(ts|md)$/.test(file));
    for (const file of assets) copy(path.join(folder, file));
  }
  copy('web/dist');
  copy('schema');
  // Plans that ship with the package.
  if (existsSync(path.join(root, 'examples'))) copy('examples');
}

function copy(relative: string): void {
  const target = path.join(dist, relative);
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(path.join(root, relative), target, { recursive: true });
}

function writeManifest(): void {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { name, version, type } = manifest as Record<string, string>;
  const text = JSON.stringify({ name, version, private: true, type }, null, 2);
  writeFileSync(path.join(dist, 'package.json'), `${text}\n`);
}

function main(): void {
  rmSync(dist, { recursive: true, force: true });
  const tsc = 'node_modules/typescript/bin/tsc';
  run(tsc, '-p', 'tsconfig.build.json');
  for (const file of listFiles(dist).filter(isPrivateDeclaration)) rmSync(path.join(dist, file));
  relink();
  run('scripts/build-schema.ts');
  run('scripts/build-web.ts', '--if-stale');
  copyAssets();
  writeManifest();
}

/** Types are published for the SDK and for the contract it speaks, not for the inside. */
function isPrivateDeclaration(file: string): boolean {
  return file.endsWith('.d.ts') && !/^(sdk|src\/contract)\//.test(file);
}

try {
  main();
} catch (error) {
  process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
