// From the headers of a request to who calls. A key that is shown must be good, also where none is
// needed; without one, only a caller on this very machine is let in, as the local service. A proxy on
// this machine speaks for others, so what comes through one, or by another name, needs a key.
import { isLoopbackHost } from '../base/address.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { Principal } from '../operations/context.ts';
import { localService, principalOfKey } from '../operations/principals.ts';
import type { Reader } from '../store/store.ts';
import { hostOf, withoutPort } from './origin-guard.ts';

export interface AuthenticateOptions {
  readonly reader: Reader;
  readonly now: () => number;
  /** True while only this machine can reach the server. */
  readonly allowsLocal: boolean;
}

export function keyInHeaders(headers: Headers): string | null {
  const authorization = headers.get('authorization');
  if (authorization) return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? '';
  return headers.get('x-api-key') || null;
}

const proxyHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

const isFromHere = (request: Request): boolean =>
  isLoopbackHost(withoutPort(hostOf(request))) &&
  ![...request.headers.keys()].some((name) => proxyHeader.test(name));

export async function authenticate(
  options: AuthenticateOptions,
  request: Request,
): Promise<Principal> {
  const key = keyInHeaders(request.headers);
  if (key !== null) return principalOfKey(options.reader, key, options.now());
  if (options.allowsLocal && isFromHere(request)) return localService;
  throw new PlanwrightError(
    'unauthorized',
    'Send a key: Authorization: Bearer pw_… (make one on the server with planwright keys create).',
  );
}
