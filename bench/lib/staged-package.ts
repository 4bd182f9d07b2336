// The built package in a folder of its own, with the dependencies of this clone: what a user of the
// npm package runs, without the minute that packing and installing take.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds, and gives the path of the package's command; BENCH_PACKAGE names one that is built. */
export function stagePackage(dir: string): string {
  const built = process.env.BENCH_PACKAGE;
  if (built !== undefined) return path.resolve(built, 'bin', 'planwright');
  const script = path.join(root, 'scripts', 'build.ts');
  execFileSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
  const target = path.join(dir, 'package');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const part of ['bin', 'dist', 'schema', 'package.json']) {
    cpSync(path.join(root, part), path.join(target, part), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(target, 'node_modules'), 'dir');
  return path.join(target, 'bin', 'planwright');
}
