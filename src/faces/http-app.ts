// Everything that answers over HTTP, as one fetch handler: REST, streams, MCP, the page, the docs.
import { Hono } from 'hono';
import { PlanwrightError } from '../base/errors.ts';
import type { Principal, Services } from '../operations/context.ts';
import { jsonOperations, operations } from '../operations/table.ts';
import { authenticate, keyInHeaders } from './authenticate.ts';
import { mcpFetchHandler } from './mcp.ts';
import { mcpInstructions, mcpPrompts } from './mcp-texts.ts';
import { toolsOf } from './mcp-tools.ts';
import type { McpAuthentication } from './mcp-types.ts';
import { checkOrigin } from './origin-guard.ts';
import { asKnown, type ErrorReport, problemOf, problemResponse, reportError } from './problem.ts';
import { RateLimiter } from './rate-limit.ts';
import { addRestRoutes } from './rest.ts';
import type { WebFile } from './web-files.ts';

export interface HttpAppOptions {
  readonly services: Services;
  readonly report: ErrorReport;
  readonly webFiles: ReadonlyMap<string, WebFile>;
  readonly allowsLocal: boolean;
  readonly allowedHosts: readonly string[];
  readonly ratePerMinute: number;
  readonly maxBodyBytes: number;
}

export interface HttpApp {
  fetch(request: Request): Promise<Response>;
  /** Ends streams and waiting calls. */
  close(): Promise<void>;
}

const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

function secured(response: Response): Response {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

const notBuilt =
  '<!doctype html><title>Planwright</title><h1>Planwright is running</h1><p>The page is not built. Run <code>npm run build:web</code>, then start again. The API works: see <a href="/docs">/docs</a>.</p>';

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { services, report, webFiles, maxBodyBytes } = options;
  const stop = new AbortController();
  const limiter = new RateLimiter(options.ratePerMinute, () => performance.now());
  const { reader, now } = services;
  const auth = { reader, now, allowsLocal: options.allowsLocal };

  const admit = (principal: Principal): void => {
    const rate = limiter.take(`${principal.tenant}/${principal.id}`);
    if (rate.allowed) return;
    const message = `More than ${rate.limit} calls a minute. Wait a moment and go on slower.`;
    throw new PlanwrightError('rate_limited', message, { limit_per_minute: rate.limit });
  };
  const authenticateRequest = async (request: Request): Promise<Principal> => {
    const principal = await authenticate(auth, (name) => request.headers.get(name));
    admit(principal);
    return principal;
  };
  const authenticateMcp = async (
    headers: Readonly<Record<string, string>>,
  ): Promise<McpAuthentication<Principal>> => {
    try {
      const caller = await authenticate(auth, (name) => headers[name]);
      admit(caller);
      return { ok: true, caller };
    } catch (error) {
      const known = asKnown(error);
      const { status, code, detail, error_id } = problemOf(known, reportError(report, known));
      return { ok: false, problem: { status, code, message: detail, error_id } };
    }
  };

  const mcp = mcpFetchHandler<Principal>({
    info: { name: 'planwright', title: 'Planwright', version: services.server.version },
    instructions: mcpInstructions,
    prompts: mcpPrompts,
    toolsets: {
      default: toolsOf(jsonOperations, 'default', services, report),
      worker: toolsOf(jsonOperations, 'worker', services, report),
      all: toolsOf(jsonOperations, 'all', services, report),
    },
    authenticate: authenticateMcp,
    newErrorId: report.newErrorId,
    maxBodyBytes,
    onError: (error, errorId) => {
      if (errorId !== undefined) report.onError(error, errorId);
    },
  });

  const app = new Hono();
  app.use('*', async (c, next) => {
    checkOrigin(c.req.raw, options);
    // A bad key is refused even where none is needed.
    const isPublic = !c.req.path.startsWith('/api/') && !c.req.path.startsWith('/mcp');
    if (isPublic && keyInHeaders((name) => c.req.header(name)) !== null) {
      await authenticateRequest(c.req.raw);
    }
    await next();
  });
  app.get('/health', () => Response.json({ ok: true, server: services.server }));
  app.get('/openapi.json', async () => {
    const { openApiDocument } = await import('./openapi.ts');
    return Response.json(
      openApiDocument(operations, { version: services.server.version, url: '/' }),
    );
  });
  app.get('/docs', async (c) => c.html((await import('./docs-page.ts')).docsPage()));
  app.get('/docs.css', async () => {
    const { docsCss } = await import('./docs-page.ts');
    return new Response(docsCss, { headers: { 'content-type': 'text/css; charset=utf-8' } });
  });
  app.all('/mcp', (c) => mcp(c.req.raw));
  app.all('/mcp/*', (c) => mcp(c.req.raw));
  addRestRoutes(app, {
    operations,
    services,
    maxBodyBytes,
    stopSignal: stop.signal,
    authenticate: authenticateRequest,
  });
  app.get('*', (c) => {
    const path = c.req.path === '/' ? '/index.html' : c.req.path;
    const file = webFiles.get(path);
    if (file) return new Response(file.bytes, { headers: file.headers });
    if (path === '/index.html') return c.html(notBuilt);
    return problemResponse(report, notFound(c.req.path));
  });
  app.notFound((c) => problemResponse(report, notFound(c.req.path)));
  app.onError((error) => problemResponse(report, error));

  return {
    fetch: async (request) => secured(await app.fetch(request)),
    close: async () => {
      stop.abort();
      await mcp.close();
    },
  };
}

const notFound = (path: string): PlanwrightError =>
  new PlanwrightError('not_found', `There is nothing at ${path.slice(0, 200)}. See /docs.`);
