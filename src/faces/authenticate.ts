// From the headers of a request to who calls. A key that is shown must be good, also where none is
// needed; without one, only a caller on this very machine is let in, as the local service.
import { PlanwrightError } from '../base/errors.ts';
import type { Principal } from '../operations/context.ts';
import { localService, principalOfKey } from '../operations/principals.ts';
import type { Reader } from '../store/store.ts';

export interface AuthenticateOptions {
  readonly reader: Reader;
  readonly now: () => number;
  /** True while the server listens on loopback only. */
  readonly allowsLocal: boolean;
}

type HeaderGetter = (name: string) => string | null | undefined;

export function keyInHeaders(header: HeaderGetter): string | null {
  const authorization = header('authorization');
  if (authorization) return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? '';
  return header('x-api-key') || null;
}

export async function authenticate(
  options: AuthenticateOptions,
  header: HeaderGetter,
): Promise<Principal> {
  const key = keyInHeaders(header);
  if (key !== null) return principalOfKey(options.reader, key, options.now());
  if (options.allowsLocal) return localService;
  throw new PlanwrightError(
    'unauthorized',
    'Send a key: Authorization: Bearer pw_… (make one on the server with planwright keys create).',
  );
}
