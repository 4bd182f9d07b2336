// Servers for the protocol tests, on loopback, with the Host and Origin checks of the SDK in front.
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ServerType } from '@hono/node-server';
import { serve } from '@hono/node-server';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { mcpFetchHandler } from '../../src/faces/mcp.ts';
import type { McpHttpOptions } from '../../src/faces/mcp-types.ts';
import { fixtureHttp, sampleHttp } from './sample-face.ts';

export interface TestServer {
  /** The MCP endpoint with the default toolset. */
  readonly url: string;
  close(): Promise<void>;
}

const refused = (request: Request): Response | undefined =>
  hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
  originValidationResponse(request, localhostAllowedOrigins());

function stop(server: ServerType): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

export async function serveFace(options: McpHttpOptions<unknown>): Promise<TestServer> {
  const handler = mcpFetchHandler(options);
  const app = new Hono();
  app.all('*', (context) => refused(context.req.raw) ?? handler(context.req.raw));
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started),
    );
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${options.basePath ?? '/mcp'}`,
    close: async () => {
      await handler.close();
      await stop(server);
    },
  };
}

/** The suite's fixtures behind the product's handler. */
export const startFixtureServer = (): Promise<TestServer> => serveFace(fixtureHttp);

/** The endpoint as users meet it. */
export const startTestServer = (): Promise<TestServer> => serveFace(sampleHttp);

/** The same over stdio: a command for a client to start. */
export const stdioCommand: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL('stdio-sample.ts', import.meta.url)),
];

/** One call that works on the endpoint, and one that does not, for foreign clients to try. */
export const wellKnownCall = {
  tool: 'sample_echo',
  input: { text: 'hello' },
  answer: { text: 'hello' },
  badInput: { text: 5 },
} as const;
