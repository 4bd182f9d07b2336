// The socket side of the faces: node's HTTP server with limits against clients that are slow or many.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { PlanwrightError } from '../base/errors.ts';

export const httpLimits = {
  /** A head is one packet or two; who needs longer is holding the connection for its own sake. */
  headersTimeout: 10_000,
  /** For the whole request, body and all: 1 MiB over a poor line. Answers may take any time. */
  requestTimeout: 60_000,
  /** How often the two above are looked at; node's own 30 s would make them mean little. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the 60 s of common proxies, or they would use a connection that we just closed. */
  keepAliveTimeout: 65_000,
  /** Streams and waiting agents hold one each; beyond this the process would run out of files. */
  maxConnections: 10_000,
};
export type HttpLimits = typeof httpLimits;

export function createHttpServer(
  fetch: (request: Request) => Promise<Response>,
  { maxConnections, ...serverOptions }: HttpLimits = httpLimits,
): Server {
  const server = createAdaptorServer({ fetch, serverOptions }) as Server;
  server.maxConnections = maxConnections;
  return server;
}

const listenError = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === 'EADDRINUSE'
    ? new PlanwrightError(
        'config_invalid',
        `Port ${port} is taken. Choose another: PLANWRIGHT_PORT=4601 npm start`,
      )
    : error;

/** Gives the port, for those who asked for any. */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, port)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Lets answers that are under way end, for so long; then cuts what is left. */
export async function closeHttpServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
