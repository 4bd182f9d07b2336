// The receiver of webhooks: a loopback server in the benchmark's own process, so that ours pays for
// sending and not for receiving. It keeps the highest sequence that it got of each run, and refuses
// to count past a gap.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HookSink {
  /** Deliveries are posted here; a GET tells how many events have come so far. */
  urlFor(name: string): string;
  close(): Promise<void>;
}

interface Delivery {
  readonly data: { readonly run_id: string; readonly from_seq: number; readonly to_seq: number };
}

/** Events received without a gap, all runs together. */
export class HookTally {
  readonly #heads = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add({ data }: Delivery): void {
    const head = this.#heads.get(data.run_id) ?? 0;
    if (data.from_seq > head + 1) throw new Error(`a gap after ${head} in ${data.run_id}`);
    const next = Math.max(head, data.to_seq);
    this.#heads.set(data.run_id, next);
    this.#total += next - head;
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function answer(
  tally: HookTally,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    tally.add(JSON.parse(await readText(request)) as Delivery);
    response.writeHead(204).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ events: tally.total }));
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const shut = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** Each contestant has a tally of its own, by the path of its address. */
export async function startHookSink(log: (line: string) => void): Promise<HookSink> {
  const tallies = new Map<string, HookTally>();
  const tallyOf = (path: string): HookTally => {
    const tally = tallies.get(path) ?? new HookTally();
    tallies.set(path, tally);
    return tally;
  };
  const server = createServer((request, response) => {
    answer(tallyOf(request.url ?? '/'), request, response).catch((error: unknown) => {
      log(`webhook sink: ${String(error)}`);
      response.writeHead(500).end();
    });
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server);
  return {
    urlFor: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    close: () => shut(server),
  };
}
