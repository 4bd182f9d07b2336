// A page on another site must not be able to use a visitor's local server: the Host must be one we
// answer to, a browser's Origin must be our own, scheme included, and a call that another site makes
// with the visitor's cookies is refused.
import { isLoopbackHost } from '../base/address.ts';
import { PlanwrightError } from '../base/errors.ts';

export interface OriginGuardOptions {
  readonly allowedHosts: readonly string[];
  /** The address that people use, where one is set. */
  readonly publicUrl?: string | null;
}

export const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** The name that the caller used for us. */
export const hostOf = (request: Request): string =>
  request.headers.get('host') ?? new URL(request.url).host;

const proxyHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/** Asked by a name of this machine, and by nobody who speaks for others. */
export const isFromHere = (request: Request): boolean =>
  isLoopbackHost(withoutPort(hostOf(request))) &&
  ![...request.headers.keys()].some((name) => proxyHeader.test(name));

export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const lower = host.toLowerCase();
  return allowed.includes(lower) || allowed.includes(withoutPort(lower));
}

/** The server itself speaks http; a proxy with TLS in front of it says so, or publicUrl does. */
function schemeOf(request: Request, host: string, publicUrl: string | null): string {
  const shown = publicUrl === null ? null : new URL(publicUrl);
  if (shown?.host === host) return shown.protocol;
  const forwarded =
    request.headers.get('x-forwarded-proto') ??
    /(?:^|[;,\s])proto="?(\w+)/i.exec(request.headers.get('forwarded') ?? '')?.[1];
  const first = forwarded?.split(',')[0]?.trim().toLowerCase();
  return first === 'https' || first === 'http' ? `${first}:` : new URL(request.url).protocol;
}

const isOfBrowserBar = (request: Request): boolean =>
  request.method === 'GET' &&
  request.headers.get('sec-fetch-mode') === 'navigate' &&
  !/^\/(?:api|mcp|session)(?:\/|$)/.test(new URL(request.url).pathname);

/** A link on another site may lead to our page; nothing else that comes from there has cookies. */
function checkSite(request: Request): void {
  if (request.headers.get('sec-fetch-site') !== 'cross-site') return;
  if (!request.headers.has('cookie') || isOfBrowserBar(request)) return;
  throw new PlanwrightError('forbidden', 'Calls of another site with cookies are not allowed.');
}

export function checkOrigin(
  request: Request,
  { allowedHosts, publicUrl = null }: OriginGuardOptions,
): void {
  const host = hostOf(request);
  if (!isAllowedHost(host, allowedHosts)) {
    throw new PlanwrightError(
      'forbidden',
      'This server does not answer to that Host. Set PLANWRIGHT_ALLOWED_HOSTS to add one.',
    );
  }
  checkSite(request);
  const origin = request.headers.get('origin');
  if (origin === null) return;
  const own = `${schemeOf(request, host, publicUrl)}//${host}`;
  if (URL.parse(origin)?.origin === URL.parse(own)?.origin) return;
  const message =
    'Calls from pages of another origin are not allowed. Behind a proxy with TLS, set PLANWRIGHT_PUBLIC_URL or let the proxy send X-Forwarded-Proto.';
  throw new PlanwrightError('forbidden', message);
}
