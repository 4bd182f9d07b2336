// Somebody outside who must not be called: a server that counts whoever connects.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Canary {
  readonly host: string;
  readonly url: string;
  /** How often it was called. */
  calls(): number;
  close(): Promise<void>;
}

export async function openCanary(): Promise<Canary> {
  let calls = 0;
  const server = createServer((_, response) => {
    // So that another call is another connection.
    response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' }).end('mailed');
  });
  server.on('connection', () => {
    calls += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}/` },
    calls: () => calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
