// What the server keeps of its work: resident memory of the built package on SQLite, when it has rested,
// right after a load, and when it has rested again. Nothing asks it to collect garbage.
//   idle_mb                   at rest before any call
//   warm_mb                   at rest after one plan and one execution, with the code that calls need
//   after_5000_executions_mb  right after 5,000 executions were made over HTTP; settled_mb when at rest again
//   stalled_streams_mb        another server: 250 streams that nobody reads, while their executions get
//                             reports as fast as it goes; settled_streams_mb when the streams are gone
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, startServer } from '../scripts/lib/server-process.ts';
import { runLoad } from './api/run-load.ts';
import { callApi, makePlan, prepareTargets, type Targets } from './api/targets.ts';
import type { BenchContext } from './context.ts';
import { cpuMeter } from './lib/process-cpu.ts';
import { residentMb } from './lib/resident-memory.ts';
import { toTenths } from './lib/round.ts';
import { stagePackage } from './lib/staged-package.ts';

const executions = Number(process.env.BENCH_MEMORY_EXECUTIONS ?? 5_000);
const restMs = Number(process.env.BENCH_REST_S ?? 60) * 1_000;
const callers = 8;
const streams = 250;
const streamLoadMs = 20_000;

async function open(command: string, home: string): Promise<ServerProcess> {
  const limits = { PLANWRIGHT_RATE_PER_MINUTE: '1000000', PLANWRIGHT_LOG_LEVEL: 'warn' };
  const env = { ...process.env, ...limits, PLANWRIGHT_HOME: home };
  return startServer({ command, args: ['serve'], env });
}

async function restedMb(server: ServerProcess): Promise<number> {
  await pause(restMs);
  return residentMb(server.pid);
}

async function makeExecutions(origin: string, planId: string, count: number): Promise<void> {
  let left = count;
  const caller = async (): Promise<void> => {
    for (left -= 1; left >= 0; left -= 1) {
      await callApi(`${origin}/api/executions`, { plan_id: planId });
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

async function measureExecutions(command: string, { dir, log }: BenchContext) {
  const server = await open(command, path.join(dir, 'home'));
  try {
    log('at rest');
    const idle = await restedMb(server);
    log('one plan and one execution; at rest');
    const planId = await makePlan(server.origin);
    await makeExecutions(server.origin, planId, 1);
    const warm = await restedMb(server);
    log(`${executions} executions`);
    await makeExecutions(server.origin, planId, executions);
    const after = residentMb(server.pid);
    log(`${after} MB; at rest`);
    return { idle, warm, after, settled: await restedMb(server) };
  } finally {
    await server.stop();
  }
}

/** Asks for a stream and never reads it. */
function stall(origin: string, { key }: Targets, stream: string): Promise<Socket> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.once('error', reject);
    const request = `GET ${stream} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`;
    socket.write(request, () => resolve(socket));
  });
}

async function measureStreams(command: string, { dir, log }: BenchContext) {
  const server = await open(command, path.join(dir, 'home-streams'));
  const { origin, pid } = server;
  const sockets: Socket[] = [];
  try {
    const targets = await prepareTargets(origin);
    log(`${streams} streams that nobody reads`);
    for (let number = 0; number < streams; number += 1) {
      const target = targets.targets[number % targets.targets.length];
      const place = target?.path.replace(/events$/, 'stream') ?? '';
      sockets.push(await stall(origin, targets, place));
    }
    const pace = { kind: 'closed', connections: 64 } as const;
    await runLoad({ ...targets, origin, pace, warmUpMs: 0, timedMs: streamLoadMs }, cpuMeter(pid));
    const stalled = residentMb(pid);
    for (const socket of sockets) socket.destroy();
    log(`${stalled} MB; at rest`);
    return { stalled, settled: await restedMb(server) };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

export async function run(context: BenchContext): Promise<object> {
  context.log('building the package');
  const command = stagePackage(context.dir);
  const made = await measureExecutions(command, context);
  const streamed = await measureStreams(command, context);
  return {
    idle_mb: toTenths(made.idle),
    warm_mb: toTenths(made.warm),
    after_5000_executions_mb: toTenths(made.after),
    settled_mb: toTenths(made.settled),
    stalled_streams_mb: toTenths(streamed.stalled),
    settled_streams_mb: toTenths(streamed.settled),
  };
}
