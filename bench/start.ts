// How fast the built package starts, and how little it needs when nothing happens.
//   ready_ms      from the command to the first good answer of /health, with an empty data folder
//   idle_rss_mb   resident memory of the server, a minute after it has shown its page
//   stdio_rss_mb  of `planwright mcp`, a minute after a client has listed its tools
//   list_cpu_ms   processor time of `planwright list` on the local data
//   help_ms       planwright --help, from start to end
//   package_mb    what `npm install --omit=dev` of the packed package puts on the disk, but for Node itself
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onEnd } from '../scripts/lib/on-end.ts';
import { type ServerProcess, startServer } from '../scripts/lib/server-process.ts';
import type { BenchContext } from './context.ts';
import { installedMb } from './lib/installed-package.ts';
import { median } from './lib/median.ts';
import { residentMb } from './lib/resident-memory.ts';
import { toTenths } from './lib/round.ts';
import { stagePackage } from './lib/staged-package.ts';

const runs = 10;
const servers = 5;
const restMs = Number(process.env.BENCH_REST_S ?? 60) * 1_000;

interface Place {
  readonly command: string;
  readonly dir: string;
}

const homeOf = ({ dir }: Place, name: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PLANWRIGHT_HOME: path.join(dir, name),
});

function timeHelp({ command, dir }: Place): number {
  const startedMs = performance.now();
  const result = spawnSync(command, ['--help'], { cwd: dir, stdio: 'ignore' });
  if (result.status !== 0) throw new Error(`planwright --help ended with ${result.status}`);
  return performance.now() - startedMs;
}

/** User and system time, which a busy machine stretches less than the time on the clock. */
function listCpuMs(place: Place): number {
  const script = 'TIMEFORMAT="%U %S"; time "$0" list > /dev/null';
  const options = { cwd: place.dir, env: homeOf(place, 'list'), encoding: 'utf8' } as const;
  const { stderr } = spawnSync('bash', ['-c', script, place.command], options);
  const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  const ms = ((user ?? Number.NaN) + (system ?? Number.NaN)) * 1_000;
  if (!Number.isFinite(ms)) throw new Error(`planwright list: ${stderr}`);
  return ms;
}

async function startIdle(place: Place, number: number): Promise<ServerProcess> {
  const env = homeOf(place, `home-${number}`);
  const args = ['serve'];
  const server = await startServer({ command: place.command, args, cwd: place.dir, env });
  await (await fetch(`${server.origin}/`)).arrayBuffer();
  return server;
}

const greeting = [
  {
    ...{ id: 1, method: 'initialize' },
    params: {
      ...{ protocolVersion: '2025-06-18', capabilities: {} },
      clientInfo: { name: 'bench', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];

interface StdioServer {
  readonly pid: number;
  stop(): Promise<void>;
}

async function startStdio(place: Place, number: number): Promise<StdioServer> {
  const env = homeOf(place, `stdio-${number}`);
  const child = spawn(place.command, ['mcp'], { cwd: place.dir, env, stdio: 'pipe' });
  child.once(
    'exit',
    onEnd(() => child.kill('SIGKILL')),
  );
  for (const message of greeting) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  let text = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('"id":2') && text.endsWith('\n')) break;
  }
  child.stdout.resume();
  child.stderr.resume();
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** They rest at the same time. */
async function measureRest(place: Place) {
  const idle: ServerProcess[] = [];
  const stdio: StdioServer[] = [];
  try {
    for (let number = 1; number <= servers; number += 1) {
      idle.push(await startIdle(place, number));
      stdio.push(await startStdio(place, number));
    }
    await pause(restMs);
    return {
      ready: idle.map(({ readyMs }) => readyMs),
      idle: idle.map(({ pid }) => residentMb(pid)),
      stdio: stdio.map(({ pid }) => residentMb(pid)),
    };
  } finally {
    for (const one of [...idle, ...stdio]) await one.stop();
  }
}

const spread = (values: readonly number[], digits: (value: number) => number): object => ({
  least: digits(Math.min(...values)),
  most: digits(Math.max(...values)),
});

export async function run({ dir, log }: BenchContext): Promise<object> {
  log('building the package');
  const place: Place = { command: stagePackage(dir), dir };
  log(`planwright --help and list, ${runs} times`);
  // The first one compiles.
  execFileSync(place.command, ['list'], { cwd: dir, env: homeOf(place, 'list'), stdio: 'ignore' });
  const help = repeat(() => timeHelp(place));
  const list = repeat(() => listCpuMs(place));
  log(`${servers} servers and ${servers} over stdio, one after another; then all rest`);
  const { ready, idle, stdio } = await measureRest(place);
  log('installing the packed package');
  return {
    ready_ms: Math.round(median(ready)),
    idle_rss_mb: toTenths(median(idle)),
    stdio_rss_mb: toTenths(median(stdio)),
    list_cpu_ms: Math.round(median(list)),
    help_ms: Math.round(median(help)),
    package_mb: toTenths(installedMb(dir)),
    raw: {
      ready_ms: spread(ready, Math.round),
      // A machine that takes idle pages back makes single samples too small.
      idle_rss_mb: spread(idle, toTenths),
      stdio_rss_mb: spread(stdio, toTenths),
      list_cpu_ms: spread(list, Math.round),
      help_ms: spread(help, Math.round),
    },
  };
}

const repeat = (once: () => number): number[] => Array.from({ length: runs }, once);
