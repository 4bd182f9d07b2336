// Everything that answers over HTTP, as one fetch handler: REST, streams, MCP, the page, the docs.
import { Hono } from 'hono';
import { errorTable, PlanwrightError } from '../base/errors.ts';
import { Metrics } from '../base/metrics.ts';
import type { Principal, Services } from '../operations/context.ts';
import { jsonOperations, operations } from '../operations/table.ts';
import { Admission } from './admission.ts';
import { methodFinder } from './allowed-methods.ts';
import { fixedText } from './etag.ts';
import { HealthCheck } from './health.ts';
import { HttpCounts } from './http-counts.ts';
import type { WatchKey } from './invoke-watched.ts';
import { KeyWatch } from './key-watch.ts';
import { mcpFetchHandler } from './mcp.ts';
import { mcpInstructions, mcpPrompts } from './mcp-texts.ts';
import { toolsOf } from './mcp-tools.ts';
import type { McpAuthentication, McpFetchHandler } from './mcp-types.ts';
import { Scrape } from './metrics-scrape.ts';
import { checkOrigin } from './origin-guard.ts';
import { addPageRoutes, pageMethods } from './page-routes.ts';
import { PageSessions, type TicketMaker } from './page-session.ts';
import { addProbes, metricsPath, probePaths } from './probes.ts';
import {
  asKnown,
  type ErrorReport,
  problemHeaders,
  problemOf,
  problemResponse,
  refusalId,
  reportError,
} from './problem.ts';
import { addRestRoutes } from './rest.ts';
import { StreamGate, streamLimits } from './stream-gate.ts';
import type { WebFile } from './web-files.ts';

export interface HttpAppOptions {
  readonly services: Services;
  readonly report: ErrorReport;
  readonly webFiles: ReadonlyMap<string, WebFile>;
  /** Callers of this machine need no key. */
  readonly allowsLocal: boolean;
  /** False once the engine has died; always true without it. */
  readonly isAlive?: () => boolean;
  readonly allowedHosts: readonly string[];
  readonly publicUrl?: string | null;
  readonly ratePerMinute: number;
  readonly maxBodyBytes: number;
  readonly metrics?: Metrics;
  readonly metricsToken?: string | null;
  /** On the disk of the data; null where that is not ours to know. */
  readonly freeBytes?: () => Promise<number | null>;
}

export interface HttpApp {
  fetch(request: Request): Promise<Response>;
  /** Something beside the calls failed with this code. */
  failed(code: string): void;
  /** Signs a person in on the page, once, by the key with this id; for a server at this address. */
  newTicket(keyId: string, host: string, by: TicketMaker): Promise<string>;
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

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** A file that is a document of its own has stricter ones already. */
function secured(response: Response): Response {
  const missing = Object.entries(securityHeaders).filter(([name]) => !response.headers.has(name));
  return withHeaders(response, Object.fromEntries(missing));
}

const notBuilt =
  '<!doctype html><title>Planwright</title><h1>Planwright is running</h1><p>The page is not built. Run <code>npm run build:web</code>, then start again. The API works: see <a href="/docs">/docs</a>.</p>';

function createMcpFace(
  options: HttpAppOptions,
  admission: Admission,
  watchKey: WatchKey,
): McpFetchHandler {
  const { services, report, maxBodyBytes } = options;
  const toolOptions = { services, report, watchKey };
  const authenticate = async (request: Request): Promise<McpAuthentication<Principal>> => {
    try {
      return { ok: true, caller: await admission.admit(request) };
    } catch (error) {
      const known = asKnown(error);
      const problem = problemOf(known, reportError(report, known, 'mcp'));
      const { status, code, detail: message, error_id } = problem;
      const headers = problemHeaders(problem);
      return { ok: false, problem: { status, code, message, error_id, headers } };
    }
  };
  return mcpFetchHandler<Principal>({
    info: { name: 'planwright', title: 'Planwright', version: services.server.version },
    instructions: mcpInstructions,
    prompts: mcpPrompts,
    // The JSON schemas of all tools are several megabytes: the first client of a toolset pays for them.
    toolsets: {
      get default() {
        return toolsOf(jsonOperations, 'default', toolOptions);
      },
      get worker() {
        return toolsOf(jsonOperations, 'worker', toolOptions);
      },
      get all() {
        return toolsOf(jsonOperations, 'all', toolOptions);
      },
    },
    authenticate,
    newErrorId: (code) =>
      code === undefined ? report.newErrorId() : refusalId(report, code, 'mcp'),
    maxBodyBytes,
    // Without an id it is a client's broken message, which the client was told about.
    onError: (error, errorId) => {
      if (errorId !== undefined) report.onError(error, errorId);
    },
  });
}

/** What is served without an operation behind it. */
function addPages(app: Hono, { services, webFiles }: HttpAppOptions): void {
  const openApi = fixedText('application/json', async () => {
    const { openApiDocument } = await import('./openapi.ts');
    const info = { version: services.server.version, url: '/' };
    return JSON.stringify(openApiDocument(operations, info));
  });
  const docs = fixedText('text/html; charset=utf-8', async () =>
    (await import('./docs-page.ts')).docsPage(),
  );
  const css = fixedText(
    'text/css; charset=utf-8',
    async () => (await import('./docs-page.ts')).docsCss,
  );
  app.get('/openapi.json', (c) => openApi(c.req.raw));
  app.get('/docs', (c) => docs(c.req.raw));
  app.get('/docs.css', (c) => css(c.req.raw));
  app.get('*', (c, next) => {
    const path = c.req.path === '/' ? '/index.html' : c.req.path;
    const file = webFiles.get(path);
    if (file) return Promise.resolve(new Response(file.bytes, { headers: file.headers }));
    return path === '/index.html' ? Promise.resolve(c.html(notBuilt)) : next();
  });
}

/** The paths of addPages and the probes, for those who come with another method. */
const pages = new Set([...probePaths, '/', '/index.html', '/openapi.json', '/docs', '/docs.css']);

function addNotFound(
  app: Hono,
  { report, webFiles }: HttpAppOptions,
  admission: Admission,
  counts: HttpCounts,
): void {
  const methodsOf = methodFinder(operations, (path) => pages.has(path) || webFiles.has(path));
  app.notFound(async (c) => {
    if (c.req.path.startsWith('/api/')) await admission.checkShownKey(c.req.raw);
    const methods = pageMethods.get(c.req.path) ?? methodsOf(c.req.path);
    if (methods.length === 0) throw notFound(c.req.path);
    const allow = { allow: methods.join(', ') };
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
    const error = wrongMethod(c.req.method, allow.allow);
    return problemResponse(
      report,
      error,
      counts.operationOf(c.req.raw, errorTable[error.code].http),
      allow,
    );
  });
  app.onError((error, c) => {
    const { http } = errorTable[asKnown(error).code];
    return problemResponse(report, error, counts.operationOf(c.req.raw, http));
  });
}

/** Failures of ours are counted, and a full disk is remembered. */
const watched = (report: ErrorReport, metrics: Metrics, health: HealthCheck): ErrorReport => ({
  newErrorId: () => report.newErrorId(),
  onRefused: (refusal) => report.onRefused?.(refusal),
  onError(error, errorId, code = 'INTERNAL_ERROR') {
    metrics.add('planwright_errors_total', [code]);
    health.failed(code);
    report.onError(error, errorId, code);
  },
});

function healthOf({ services, isAlive, freeBytes }: HttpAppOptions): HealthCheck {
  const { engine, ids, now } = services;
  return new HealthCheck({
    isAlive: isAlive ?? (() => true),
    freeBytes: freeBytes ?? (() => Promise.resolve(null)),
    async write(bytes) {
      // Free again at once, and swept with all other keys whose time is over.
      const unique = { unique: `health/${ids.part()}`, value: '0'.repeat(bytes), until: now() - 1 };
      await engine.commit([{ require: [unique] }]);
    },
  });
}

export function createHttpApp(given: HttpAppOptions): HttpApp {
  const { metrics = new Metrics(), metricsToken = null } = given;
  const health = healthOf(given);
  const options = { ...given, report: watched(given.report, metrics, health) };
  const { services, maxBodyBytes, allowsLocal, ratePerMinute } = options;
  const { reader, now } = services;
  const stop = new AbortController();
  const sessions = new PageSessions(services, allowsLocal);
  const admission = new Admission({ reader, now, allowsLocal, ratePerMinute, sessions });
  const keyWatch = new KeyWatch();
  const watchKey: WatchKey = (principal) => {
    const proof = admission.proofOf(principal);
    return proof === undefined ? null : keyWatch.watch(proof);
  };
  const mcp = createMcpFace(options, admission, watchKey);
  const counts = new HttpCounts(metrics);
  const app = new Hono();
  app.use('*', async (c, next) => {
    checkOrigin(c.req.raw, options);
    const isPublic =
      !c.req.path.startsWith('/api/') &&
      !c.req.path.startsWith('/mcp') &&
      c.req.path !== metricsPath;
    if (isPublic) await admission.checkShownKey(c.req.raw);
    await next();
  });
  app.all('/mcp', (c) => mcp(c.req.raw));
  app.all('/mcp/*', (c) => mcp(c.req.raw));
  addRestRoutes(app, {
    operations,
    services,
    maxBodyBytes,
    stopSignal: stop.signal,
    authenticate: (request) => admission.admit(request),
    watchKey,
    streamGate: new StreamGate(streamLimits),
    onOperation: (request, name) => counts.named(request, name),
  });
  addPageRoutes(app, { admission, sessions, allowsLocal });
  const scrape = new Scrape({ metrics, reader, now, server: services.server, health });
  addProbes(app, { health, scrape, admission, server: services.server, metricsToken });
  addPages(app, options);
  addNotFound(app, options, admission, counts);
  return {
    fetch: async (request) => {
      const startedMs = performance.now();
      const response = await app.fetch(request);
      counts.answered(request, response.status, performance.now() - startedMs);
      return withHeaders(secured(response), admission.rateHeaders(request));
    },
    failed: (code) => health.failed(code),
    newTicket: async (...about) => (await sessions.newTicket(...about)).ticket,
    close: async () => {
      health.stop();
      stop.abort();
      keyWatch.close();
      await mcp.close();
    },
  };
}

const wrongMethod = (method: string, allowed: string): PlanwrightError =>
  new PlanwrightError(
    'method_not_allowed',
    `This address does not take ${method.slice(0, 20)}. It takes ${allowed}.`,
  );

const notFound = (path: string): PlanwrightError =>
  new PlanwrightError('not_found', `There is nothing at ${path.slice(0, 200)}. See /docs.`);
