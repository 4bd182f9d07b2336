// Entry of the load process: its own process, so that its work is not counted as the server's. The
// open pace measures from the moment a request should have left, so that a stall of the server (or
// of this process) is not forgiven.
import { Agent, request } from 'node:http';
import process from 'node:process';
import { percentile } from '../lib/percentile.ts';
import type { LoadFigures, LoadPlan, LoadWord } from './load-plan.ts';

const socketsMax = 512;
const tickMs = 1;

interface Load {
  readonly plan: LoadPlan;
  readonly agent: Agent;
  readonly latencies: number[];
  readonly lateness: number[];
  sent: number;
  isTimed: boolean;
}

/** Sends one report; an answer other than "recorded as an event" ends the run. */
function send(load: Load): Promise<void> {
  const { plan, agent } = load;
  const target = plan.targets[load.sent % plan.targets.length];
  if (target === undefined) throw new Error('no targets');
  load.sent += 1;
  const headers = {
    authorization: `Bearer ${plan.key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(target.body),
  };
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers };
    const outgoing = request(`${plan.origin}${target.path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 201 && text.includes('"recorded":"event"')) resolve();
        else reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(target.body);
  });
}

async function sendTimed(load: Load, intendedMs: number): Promise<void> {
  const { isTimed } = load;
  if (isTimed) load.lateness.push(performance.now() - intendedMs);
  await send(load);
  if (isTimed) load.latencies.push(performance.now() - intendedMs);
}

async function runClosed(load: Load, connections: number, untilMs: number): Promise<void> {
  const caller = async (): Promise<void> => {
    while (performance.now() < untilMs) await sendTimed(load, performance.now());
  };
  await Promise.all(Array.from({ length: connections }, caller));
}

function runOpen(load: Load, perSecond: number, untilMs: number): Promise<void> {
  const startedMs = performance.now();
  const underWay: Promise<void>[] = [];
  return new Promise((resolve, reject) => {
    let number = 0;
    const tick = (): void => {
      const now = performance.now();
      for (;;) {
        const intendedMs = startedMs + (number * 1000) / perSecond;
        if (intendedMs > now || intendedMs >= untilMs) break;
        number += 1;
        const answered = sendTimed(load, intendedMs);
        answered.catch(reject);
        underWay.push(answered);
      }
      if (now < untilMs) setTimeout(tick, tickMs);
      else Promise.all(underWay).then(() => resolve(), reject);
    };
    tick();
  });
}

function runPace(load: Load, durationMs: number): Promise<void> {
  const untilMs = performance.now() + durationMs;
  const { pace } = load.plan;
  switch (pace.kind) {
    case 'closed':
      return runClosed(load, pace.connections, untilMs);
    case 'open':
      return runOpen(load, pace.perSecond, untilMs);
  }
}

function figuresOf({ latencies, lateness }: Load, elapsedMs: number): LoadFigures {
  return {
    requests: latencies.length,
    perSecond: (latencies.length * 1000) / elapsedMs,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    maxMs: percentile(latencies, 1),
    sentLateP99Ms: percentile(lateness, 0.99),
  };
}

const tell = (word: LoadWord): void => void process.send?.(word);

async function main(plan: LoadPlan): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax });
  const load: Load = { plan, agent, latencies: [], lateness: [], sent: 0, isTimed: false };
  await runPace(load, plan.warmUpMs);
  load.isTimed = true;
  tell('begin');
  const startedMs = performance.now();
  await runPace(load, plan.timedMs);
  tell('end');
  tell({ figures: figuresOf(load, performance.now() - startedMs) });
  agent.destroy();
}

process.once('message', (plan) => {
  main(plan as LoadPlan)
    .catch((error: unknown) => tell({ error: String(error) }))
    .finally(() => process.disconnect());
});
