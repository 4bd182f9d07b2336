// POST /api/executions/{id}/events with task_started over sockets: an agent's key, a valid lease,
// sixteen executions, answered when it is durable. The server is the built package on SQLite (FULL).
//   cpu_us_per_request   processor time of the server, both threads, at 500 requests a second
//   p99_ms_at_500        from the moment a request should have left, to its answer
//   p99_ms_slow_sync     the same with every disk sync delayed by 5 ms; null where there is no cc
import path from 'node:path';
import { type ServerProcess, startServer } from '../scripts/lib/server-process.ts';
import type { Pace } from './api/load-plan.ts';
import { type LoadResult, runLoad } from './api/run-load.ts';
import { prepareTargets, type Targets } from './api/targets.ts';
import type { BenchContext } from './context.ts';
import { cpuMeter } from './lib/process-cpu.ts';
import { toDigits } from './lib/round.ts';
import { stagePackage } from './lib/staged-package.ts';
import { createSyncCounter } from './sync-count/sync-count.ts';

const at500: Pace = { kind: 'open', perSecond: 500 };
const saturated: Pace = { kind: 'closed', connections: 64 };
const syncDelayUs = 5_000;

interface Bench {
  readonly server: ServerProcess;
  readonly targets: Targets;
}

async function withServer<Result>(
  command: string,
  env: NodeJS.ProcessEnv,
  use: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  // 500 requests a second of one agent are more than the default lets one caller send.
  const limits = { PLANWRIGHT_RATE_PER_MINUTE: '1000000', PLANWRIGHT_LOG_LEVEL: 'warn' };
  const server = await startServer({
    command,
    args: ['serve'],
    env: { ...process.env, ...limits, ...env },
  });
  try {
    return await use({ server, targets: await prepareTargets(server.origin) });
  } finally {
    await server.stop();
  }
}

function load({ server, targets }: Bench, pace: Pace, warmUpMs: number, timedMs: number) {
  const plan = { ...targets, origin: server.origin, pace, warmUpMs, timedMs };
  return runLoad(plan, cpuMeter(server.pid));
}

async function measureUsual(command: string, { dir, log }: BenchContext) {
  return withServer(command, { PLANWRIGHT_HOME: path.join(dir, 'home') }, async (bench) => {
    log('64 connections, as fast as it goes');
    const full = await load(bench, saturated, 3_000, 5_000);
    log('500 requests a second');
    const steady = await load(bench, at500, 2_000, 12_000);
    return { full, steady };
  });
}

async function measureSlow(command: string, context: BenchContext): Promise<LoadResult | null> {
  const { dir, log } = context;
  const counter = createSyncCounter({ dir, delayUs: syncDelayUs });
  if (counter === undefined) return null;
  const env = { PLANWRIGHT_HOME: path.join(dir, 'home-slow'), ...counter.env };
  return withServer(command, env, (bench) => {
    log('500 requests a second, every sync delayed by 5 ms');
    return load(bench, at500, 4_000, 12_000);
  });
}

const digits = (value: number | null): number | null => (value === null ? null : toDigits(value));

const rawOf = (result: LoadResult): object => ({
  requests_per_s: Math.round(result.perSecond),
  cpu_us_per_request: digits(result.cpuUsPerRequest),
  p50_ms: toDigits(result.p50Ms),
  p99_ms: toDigits(result.p99Ms),
  max_ms: toDigits(result.maxMs),
  sent_late_p99_ms: toDigits(result.sentLateP99Ms),
});

export async function run(context: BenchContext): Promise<object> {
  context.log('building the package');
  const command = stagePackage(context.dir);
  const { full, steady } = await measureUsual(command, context);
  const slow = await measureSlow(command, context);
  return {
    cpu_us_per_request: digits(steady.cpuUsPerRequest),
    p99_ms_at_500: toDigits(steady.p99Ms),
    p99_ms_slow_sync: slow === null ? null : toDigits(slow.p99Ms),
    raw: {
      server: 'built package',
      at_500: rawOf(steady),
      saturated_64: rawOf(full),
      slow_sync: slow === null ? null : rawOf(slow),
    },
  };
}
