// A page on another site must not be able to use a visitor's local server: the Host must be one we
// answer to, and a browser's Origin must be our own.
import { isLoopbackHost } from '../base/address.ts';
import { PlanwrightError } from '../base/errors.ts';

export interface OriginGuardOptions {
  readonly allowedHosts: readonly string[];
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

export function checkOrigin(request: Request, { allowedHosts }: OriginGuardOptions): void {
  const host = hostOf(request);
  if (!isAllowedHost(host, allowedHosts)) {
    throw new PlanwrightError(
      'forbidden',
      'This server does not answer to that Host. Set PLANWRIGHT_ALLOWED_HOSTS to add one.',
    );
  }
  const origin = request.headers.get('origin');
  if (origin === null) return;
  const from = URL.canParse(origin) ? new URL(origin).host : '';
  if (from !== host || !isAllowedHost(from, allowedHosts)) {
    throw new PlanwrightError('forbidden', 'Calls from pages of another origin are not allowed.');
  }
}
