// Servers for the protocol tests, on loopback: the product itself in a process of its own, and the
// suite's fixtures behind the product's handler, with the Host and Origin checks of the SDK in front.
import type { AddressInfo } from 'node:net';
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
import { launcher, startServer } from '../support/server.ts';
import { fixtureHttp } from './sample-face.ts';

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

export interface ProductServer extends TestServer {
  /** The same over stdio, on the same data: a command for a client to start. */
  readonly stdioCommand: readonly [string, ...string[]];
}

/** The endpoint as users meet it. */
export async function startTestServer(): Promise<ProductServer> {
  const { url, home, close } = await startServer();
  return {
    url: `${url}/mcp`,
    // No flag among the words: a client might take it for its own.
    stdioCommand: ['env', `PLANWRIGHT_HOME=${home}`, launcher, 'mcp'],
    close,
  };
}

/** One call that works on the endpoint, and one that does not, for foreign clients to try. */
export const wellKnownCall = {
  tool: 'plan_list',
  input: { limit: 5 },
  answer: { plans: [], next_cursor: null },
  badInput: { limit: 0 },
} as const;
