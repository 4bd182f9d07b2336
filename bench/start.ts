// How fast the built package starts, and how little it needs when nothing happens.
//   ready_ms      from the command to the first good answer of /health, with an empty data folder
//   idle_rss_mb   resident memory of the server after it has shown its page and rested
//   help_ms       planwright --help, from start to end
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, startServer } from '../scripts/lib/server-process.ts';
import type { BenchContext } from './context.ts';
import { median } from './lib/median.ts';
import { residentMb } from './lib/resident-memory.ts';
import { stagePackage } from './lib/staged-package.ts';

const helpRuns = 10;
const serverRuns = 5;
const restMs = 5_000;

export async function run({ dir, log }: BenchContext): Promise<object> {
  log('building the package');
  const command = stagePackage(dir);
  log(`planwright --help, ${helpRuns} times`);
  const helpMs = median(repeat(helpRuns, () => timeHelp(command, dir)));
  const ready: number[] = [];
  const memory: number[] = [];
  for (let number = 1; number <= serverRuns; number += 1) {
    log(`server ${number} of ${serverRuns}`);
    const server = await start(command, path.join(dir, `home-${number}`), dir);
    ready.push(server.readyMs);
    memory.push(await idleMemory(server));
    await server.stop();
  }
  return {
    ready_ms: Math.round(median(ready)),
    idle_rss_mb: toTenths(median(memory)),
    help_ms: Math.round(helpMs),
    // A machine that takes idle pages back makes single samples too small.
    raw: {
      idle_rss_mb_least: toTenths(Math.min(...memory)),
      idle_rss_mb_most: toTenths(Math.max(...memory)),
    },
  };
}

const toTenths = (value: number): number => Math.round(value * 10) / 10;

function timeHelp(command: string, cwd: string): number {
  const startedMs = performance.now();
  const result = spawnSync(command, ['--help'], { cwd, stdio: 'ignore' });
  if (result.status !== 0) throw new Error(`planwright --help ended with ${result.status}`);
  return performance.now() - startedMs;
}

function start(command: string, home: string, cwd: string): Promise<ServerProcess> {
  return startServer({
    command,
    args: ['serve'],
    cwd,
    env: { ...process.env, PLANWRIGHT_HOME: home },
  });
}

async function idleMemory(server: ServerProcess): Promise<number> {
  for (const address of ['/', '/health']) {
    await (await fetch(`${server.origin}${address}`)).arrayBuffer();
  }
  await pause(restMs);
  return residentMb(server.pid);
}

function repeat(times: number, once: () => number): number[] {
  return Array.from({ length: times }, once);
}
