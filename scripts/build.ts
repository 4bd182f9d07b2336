// Builds the package for publishing. dist/ is a mirror of the repository: data that the code reads by a
// relative path is in the same place in both. The SDK and the contract are compiled file by file, with
// their types; the program is bundled into dist/program.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './lib/bundle-program.ts';
import { listFiles } from './lib/files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const sourceFolders = ['src', 'sdk'] as const;

function run(script: string, ...args: string[]): void {
  const result = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) throw new Error(`${path.basename(script)} failed`);
}

/** These load files of their own, or are loaded by those who use them alone. */
const external = [/^node:/, /^pg$/, /^undici$/, /^@ai-sdk\//, /^@pydantic\//, /^tokenx$/];

async function bundle(): Promise<void> {
  const folder = 'program';
  const entry = 'src/cli/main.ts';
  const packages = await bundleProgram({ root, dist, folder, entry, external });
  const texts = packages.map(licenseOf);
  writeFileSync(path.join(dist, folder, 'LICENSES.txt'), texts.join('\n'));
}

/** What is in the bundle came under licenses that ask for their text to be kept. */
function licenseOf(folder: string): string {
  const file = listFiles(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = manifest as Record<string, string>;
  const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
  return `${name} ${version}, ${license}\n\n${text}\n`;
}

/** SQL, prompts and other data that the code reads at run time. */
function copyAssets(): void {
  for (const folder of sourceFolders) {
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

async function main(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const tsc = 'node_modules/typescript/bin/tsc';
  run(tsc, '-p', 'tsconfig.build.json');
  for (const file of listFiles(dist).filter(isPrivateDeclaration)) rmSync(path.join(dist, file));
  await bundle();
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
  await main();
} catch (error) {
  process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
