// The whole server in the process of the test, without sockets: the real HTTP app over a real engine
// and store, asked through fetch. Fast enough for matrices of thousands of calls.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Config, loadConfig } from '../../src/base/config.ts';
import { type PrincipalKind, type Scope, scopes } from '../../src/contract/common.ts';
import type { Telemetry } from '../../src/events/telemetry/telemetry.ts';
import { openExamples } from '../../src/examples.ts';
import { createHttpApp, type HttpAppOptions } from '../../src/faces/http-app.ts';
import type { Refusal } from '../../src/faces/problem.ts';
import { openHost } from '../../src/host.ts';
import type { Services } from '../../src/operations/context.ts';
import { makeKey } from '../../src/operations/principals.ts';
import { servicesOf } from '../../src/services.ts';
import { makeHome } from './server.ts';

const exampleFolder = fileURLToPath(new URL('./examples', import.meta.url));

export const appOrigin = 'http://127.0.0.1';

export interface OpenAppOptions extends Partial<Omit<HttpAppOptions, 'services' | 'report'>> {
  readonly databaseUrl?: string;
  /** A data folder that is there, and stays; a new one otherwise. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told of what the engine does. */
  readonly telemetry?: Telemetry;
  /** Sends to webhooks. */
  readonly withDeliveries?: boolean;
  /** Puts something in front of the services, to make them fail or wait. */
  readonly wrap?: (services: Services) => Services;
}

export interface KeyWish {
  readonly tenant: string;
  readonly principal?: string;
  readonly kind?: PrincipalKind;
  readonly scopes?: readonly Scope[];
  readonly state?: 'good' | 'revoked' | 'expired';
}

export interface TestApp {
  readonly services: Services;
  readonly config: Config;
  /** What was logged as our own fault, and errors of the engine itself. */
  readonly errors: readonly { readonly error: unknown; readonly errorId: string }[];
  /** What was logged of calls that were refused. */
  readonly refusals: readonly Refusal[];
  fetch(request: Request): Promise<Response>;
  /** A call of a path, with a key where one is given. */
  call(path: string, init?: RequestInit & { readonly key?: string }): Promise<Response>;
  makeKey(wish: KeyWish): Promise<string>;
  close(): Promise<void>;
}

async function storeWish(services: Services, wish: KeyWish): Promise<string> {
  const kind = wish.kind ?? 'service';
  const now = services.now();
  const { row, text } = makeKey(services.ids, now, {
    tenant: wish.tenant,
    principal: wish.principal ?? services.ids.next(kind),
    kind,
    label: 'For a test',
    scopes: wish.scopes ?? scopes,
    expiresAt: wish.state === 'expired' ? now - 1 : 0,
    createdBy: 'person_test00',
  });
  const put = wish.state === 'revoked' ? { ...row, revoked_at: now } : row;
  await services.engine.commit([{ rows: [{ table: 'keys', put }] }]);
  return text;
}

export function requestOf(path: string, init: RequestInit & { key?: string } = {}): Request {
  const { key, ...rest } = init;
  const request = new Request(`${appOrigin}${path}`, { ...rest, duplex: 'half' } as RequestInit);
  if (key !== undefined) request.headers.set('authorization', `Bearer ${key}`);
  return request;
}

export const jsonInit = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

function configFor(home: string, options: OpenAppOptions): Config {
  const database =
    options.databaseUrl === undefined ? {} : { PLANWRIGHT_DATABASE_URL: options.databaseUrl };
  const usual = { PLANWRIGHT_HOME: home, PLANWRIGHT_DEDUPE_WINDOW_SECONDS: '0' };
  return loadConfig({ env: { ...usual, ...database, ...options.env } });
}

export async function openApp(options: OpenAppOptions = {}): Promise<TestApp> {
  const home = options.home ?? (await makeHome());
  const config = configFor(home, options);
  const errors: { error: unknown; errorId: string }[] = [];
  const refusals: Refusal[] = [];
  const onError = (error: unknown, errorId = ''): void => void errors.push({ error, errorId });
  const { withDeliveries = false, telemetry, metrics, metricsToken = null } = options;
  const told = telemetry ? { telemetry } : {};
  const host = await openHost(config, onError, { withDeliveries, ...told });
  const services = { ...servicesOf(host, config), examples: openExamples(exampleFolder) };
  const app = createHttpApp({
    services: options.wrap?.(services) ?? services,
    report: {
      newErrorId: () => services.ids.next('err'),
      onError,
      onRefused: (refusal) => void refusals.push(refusal),
    },
    webFiles: options.webFiles ?? new Map(),
    ...{ metricsToken, ...(metrics ? { metrics } : {}) },
    allowsLocal: options.allowsLocal ?? true,
    allowedHosts: options.allowedHosts ?? config.allowedHosts,
    publicUrl: config.publicUrl,
    ratePerMinute: options.ratePerMinute ?? 1_000_000,
    maxBodyBytes: options.maxBodyBytes ?? config.maxBodyBytes,
  });
  return {
    ...{ services, config, errors, refusals },
    fetch: (request) => app.fetch(request),
    call: (path, init) => app.fetch(requestOf(path, init)),
    makeKey: (wish) => storeWish(services, wish),
    async close() {
      await app.close();
      services.forecasts.close();
      await host.close();
      if (options.home === undefined) await rm(home, { recursive: true, force: true });
    },
  };
}
