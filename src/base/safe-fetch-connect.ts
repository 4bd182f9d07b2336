// Opens sockets for safeFetch and decides there who may be called. The check sits at connect, on
// the very addresses the socket gets, so a name that resolves differently a moment later
// (DNS rebinding) gains nothing.
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction, Socket } from 'node:net';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector as BuildConnector } from 'undici';
import { bareHost, isPublicAddress, urlHost } from './address.ts';
import { PlanwrightError } from './errors.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true });

/** What opens one socket; undici's own shape, so that tests can stand in for it. */
export type Connector = ReturnType<typeof BuildConnector>;

/** Opens sockets for any address; `lookup` takes the place of the system's when given. */
export type ConnectorFactory = (lookup?: LookupFunction) => Connector;

const blocked = (host: string): PlanwrightError =>
  new PlanwrightError('address_blocked', `${host} is not on the public internet`, { host });

/** Pairs from the operator's configuration go through unchecked; all else must be public. */
export function guardedConnector(
  factory: ConnectorFactory,
  resolve: Resolve,
  allow: ReadonlySet<string>,
): Connector {
  const lookup = toLookup(resolve);
  const free = factory(lookup);
  const guarded = factory(toLookup(publicOnly(resolve)));
  return (options, callback) => {
    if (allow.has(pairOf(options))) return free(options, callback);
    // Sockets skip the lookup when the host is an address already.
    const host = bareHost(options.hostname);
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(blocked(host), null);
    return guarded(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      return refuse(socket, host, callback);
    });
  };
}

function refuse(socket: Socket, host: string, callback: Parameters<Connector>[1]): void {
  socket.destroy();
  callback(blocked(host), null);
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function pairOf(options: Parameters<Connector>[0]): string {
  const port = options.port || defaultPorts[options.protocol];
  return `${urlHost(bareHost(options.hostname))}:${port}`;
}

/** One private address among public ones is enough to refuse the name. */
export function publicOnly(resolve: Resolve): Resolve {
  return async (hostname) => {
    const addresses = await resolve(hostname);
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw blocked(hostname);
    return addresses;
  };
}

/** The callback form that sockets ask for, with one address or all of them. */
function toLookup(resolve: Resolve): LookupFunction {
  const resolveThen = callbackify(resolve);
  return (hostname, options, callback) => {
    resolveThen(hostname, (error, addresses) => {
      const first = addresses?.[0];
      if (error) callback(error, '');
      else if (first === undefined) callback(new Error('the name has no address'), '');
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}
