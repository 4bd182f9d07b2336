// A thousand long-polling claims over sockets, from a process of their own. Whoever gets a step
// completes it, which makes the next one ready for another; then it waits again. Measured from the
// answer to the completion to the answer to the claim, both as read here.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../lib/percentile.ts';

export interface CrowdOptions {
  readonly origin: string;
  /** A server lets one agent wait in a limited number of calls only. */
  readonly keys: readonly string[];
  readonly waiters: number;
  readonly steps: number;
}

export interface CrowdFigures {
  readonly handouts: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

interface Claim {
  readonly lease: { readonly token: string } | null;
}

/** Until all the others have got through to the server and wait. */
const gatherMs = 3_000;
const warmUpSteps = 30;

type Post = <Answer>(path: string, key: string, body: object) => Promise<Answer>;

function createPost(origin: string, agent: Agent): Post {
  return (path, key, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const options = { agent, method: 'POST', headers };
      const outgoing = request(`${origin}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 300)}`));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify(body));
    });
}

/** Waits for one step at a time; `onClaimed` completes it. */
async function waitForWork(
  post: Post,
  key: string,
  onClaimed: (token: string, key: string) => Promise<void>,
): Promise<void> {
  for (;;) {
    const { lease } = await post<Claim>('/api/work/claim', key, { wait_seconds: 50 });
    if (lease !== null) await onClaimed(lease.token, key);
  }
}

export async function measure(options: CrowdOptions): Promise<CrowdFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.waiters });
  const post = createPost(options.origin, agent);
  const latencies: number[] = [];
  let ackedMs: number | null = null;
  const enough = Promise.withResolvers<void>();
  const onClaimed = async (token: string, key: string): Promise<void> => {
    if (ackedMs === null) await pause(gatherMs);
    else latencies.push(performance.now() - ackedMs);
    await post('/api/work/complete', key, { lease_token: token, output: { n: 1, text: '' } });
    ackedMs = performance.now();
    if (latencies.length >= options.steps - 1) enough.resolve();
  };
  for (let number = 0; number < options.waiters; number += 1) {
    const key = options.keys[number % options.keys.length] ?? '';
    waitForWork(post, key, onClaimed).catch(enough.reject);
  }
  await enough.promise;
  const timed = latencies.slice(warmUpSteps);
  return {
    handouts: timed.length,
    p50Ms: percentile(timed, 0.5),
    p99Ms: percentile(timed, 0.99),
    maxMs: percentile(timed, 1),
  };
}
