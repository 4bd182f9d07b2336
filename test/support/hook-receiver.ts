// An endpoint on loopback that keeps what it got and answers as it is told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Got {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly runId: string;
  readonly seqs: readonly number[];
}

export interface Receiver {
  readonly hostPort: string;
  readonly got: Got[];
  /** How it answers from now on; a path of its own may answer otherwise. */
  answers(status: number | 'never', path?: string): void;
  /** Answers what was left without an answer. */
  release(status: number): void;
  url(path?: string): string;
  /** Sequences of a run in the order in which they came, each the first time. */
  seqsOf(run: string, path?: string): number[];
  close(): Promise<void>;
}

interface Body {
  readonly data: { readonly run_id: string; readonly events: readonly { seq: number }[] };
}

async function readMessage(request: IncomingMessage): Promise<Got> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const { data } = JSON.parse(body) as Body;
  return {
    path: request.url ?? '',
    headers: request.headers as Record<string, string>,
    body,
    runId: data.run_id,
    seqs: data.events.map((event) => event.seq),
  };
}

export async function openReceiver(): Promise<Receiver> {
  const got: Got[] = [];
  const statuses = new Map<string, number | 'never'>();
  const waiting: ServerResponse[] = [];
  let usual: number | 'never' = 204;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = await readMessage(request);
    got.push(message);
    const status = statuses.get(message.path) ?? usual;
    if (status === 'never') waiting.push(response);
    else response.writeHead(status, { location: '/elsewhere' }).end('thanks');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    hostPort,
    got,
    answers(status, path) {
      if (path === undefined) usual = status;
      else statuses.set(path, status);
    },
    release(status) {
      for (const response of waiting.splice(0)) response.writeHead(status).end();
    },
    url: (path = '/') => `http://${hostPort}${path}`,
    seqsOf(run, path) {
      const meant = got.filter((one) => one.runId === run && (path ?? one.path) === one.path);
      return [...new Set(meant.flatMap((one) => one.seqs))];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
