// From the headers of a request to who calls. A key that is shown must be good, also where none is
// needed; the cookie of our page stands for the key of a person. Without either, only a caller on this
// very machine is let in, as the local service. A proxy on this machine speaks for others, so what comes
// through one, or by another name, needs a key.
import { PlanwrightError } from '../base/errors.ts';
import type { Principal } from '../operations/context.ts';
import { localService, principalOfKey } from '../operations/principals.ts';
import type { Reader } from '../store/store.ts';
import { hostOf, isFromHere } from './origin-guard.ts';
import type { PageSessions } from './page-session.ts';

export interface AuthenticateOptions {
  readonly reader: Reader;
  readonly now: () => number;
  /** True while only this machine can reach the server. */
  readonly allowsLocal: boolean;
  readonly sessions: PageSessions;
}

/** What somebody showed, and a way to see whether it is still good. */
export interface Proof {
  readonly text: string;
  check(): Promise<Principal>;
}

export interface Caller {
  readonly principal: Principal;
  /** Null for whoever needs none. */
  readonly proof: Proof | null;
}

export function keyInHeaders(headers: Headers): string | null {
  const authorization = headers.get('authorization');
  if (authorization) return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? '';
  return headers.get('x-api-key') || null;
}

/** The page uses the API, and nothing else of ours takes a cookie. */
const takesCookie = (request: Request): boolean =>
  /^\/(?:api|session)(?:\/|$)/.test(new URL(request.url).pathname);

async function byCookie(options: AuthenticateOptions, request: Request): Promise<Caller | null> {
  const { sessions } = options;
  const found = takesCookie(request) ? await sessions.principalOf(request) : null;
  if (!found) return null;
  const { principal, cookie: text } = found;
  const host = hostOf(request);
  return { principal, proof: { text, check: () => sessions.principalOfCookie(text, host) } };
}

export async function authenticate(
  options: AuthenticateOptions,
  request: Request,
): Promise<Caller> {
  const text = keyInHeaders(request.headers);
  if (text !== null) {
    const check = () => principalOfKey(options.reader, text, options.now());
    return { principal: await check(), proof: { text, check } };
  }
  const person = await byCookie(options, request);
  if (person) return person;
  if (options.allowsLocal && isFromHere(request)) return { principal: localService, proof: null };
  throw new PlanwrightError(
    'unauthorized',
    'Send a key: Authorization: Bearer pw_… (make one on the server with planwright keys create).',
  );
}
