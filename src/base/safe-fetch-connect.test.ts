import type { LookupFunction } from 'node:net';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPlanwrightError } from './errors.ts';
import type { Connector, ConnectorFactory, Resolve } from './safe-fetch-connect.ts';
import { guardedConnector, publicOnly } from './safe-fetch-connect.ts';

const publicAddress = '93.184.215.14';

/** Answers in turn, the last one for ever. */
function resolver(...answers: readonly (readonly string[])[]): Resolve & { calls: string[] } {
  const calls: string[] = [];
  const resolve: Resolve = (hostname) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)] ?? [];
    calls.push(hostname);
    return Promise.resolve(
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { calls });
}

interface FakeNetwork {
  readonly factory: ConnectorFactory;
  readonly sockets: Socket[];
}

/** Does what a socket does, without one: asks the lookup and "connects" to its first answer. */
function fakeNetwork(remoteAddress?: string): FakeNetwork {
  const sockets: Socket[] = [];
  const open = (address: string): Socket => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress ?? address });
    sockets.push(socket);
    return socket;
  };
  const factory: ConnectorFactory = (lookup) => (options, callback) => {
    const answer: Parameters<LookupFunction>[2] = (error, address) => {
      if (error !== null) callback(error, null);
      else callback(null, open(typeof address === 'string' ? address : 'a list'));
    };
    lookup?.(options.hostname, {}, answer);
  };
  return { factory, sockets };
}

const connect = (connector: Connector, url: string): Promise<Socket> => {
  const { hostname, host, protocol, port } = new URL(url);
  return new Promise((resolve, reject) => {
    connector({ hostname, host, protocol, port }, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
};

const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'connected',
    (error: unknown) => (isPlanwrightError(error) ? error.code : String(error)),
  );

describe('connecting', () => {
  it('[BA14] a name is looked up once, and the socket gets the address that was checked', async () => {
    const resolve = resolver([publicAddress], ['127.0.0.1']);
    const { factory, sockets } = fakeNetwork();
    const connector = guardedConnector(factory, resolve, new Set());
    const socket = await connect(connector, 'http://site.example/');
    expect(socket.remoteAddress).toBe(publicAddress);
    expect(resolve.calls).toEqual(['site.example']);
    expect(sockets).toHaveLength(1);
  });

  it('[BA14] a name that turns private for the next connection is refused then', async () => {
    const { factory, sockets } = fakeNetwork();
    const resolve = resolver([publicAddress], ['127.0.0.1']);
    const connector = guardedConnector(factory, resolve, new Set());
    await connect(connector, 'http://site.example/');
    expect(await codeOf(connect(connector, 'http://site.example/'))).toBe('address_blocked');
    expect(sockets).toHaveLength(1);
  });

  it('[BA14] a socket that ended up at a private address is closed', async () => {
    const { factory, sockets } = fakeNetwork('::ffff:127.0.0.1');
    const connector = guardedConnector(factory, resolver([publicAddress]), new Set());
    expect(await codeOf(connect(connector, 'http://site.example/'))).toBe('address_blocked');
    expect(sockets[0]?.destroyed).toBe(true);
  });

  it('[BA14] one private address among public ones refuses the name', async () => {
    const mixed = publicOnly(resolver([publicAddress, '10.0.0.1']));
    expect(await codeOf(mixed('site.example'))).toBe('address_blocked');
    const clean = publicOnly(resolver([publicAddress, '2606:4700::1']));
    expect(await clean('site.example')).toHaveLength(2);
  });

  it('[BA14] a name without an address is an error', async () => {
    const connector = guardedConnector(fakeNetwork().factory, resolver([]), new Set());
    expect(await codeOf(connect(connector, 'http://site.example/'))).toContain('no address');
  });

  it('[BA13] an allowed pair connects to a private address, by name or by number', async () => {
    const allow = new Set(['inside.example:80', '10.0.0.7:8443', '[fd00::7]:443']);
    const connector = guardedConnector(fakeNetwork().factory, resolver(['10.0.0.7']), allow);
    expect(await codeOf(connect(connector, 'http://inside.example/'))).toBe('connected');
    expect(await codeOf(connect(connector, 'https://10.0.0.7:8443/'))).toBe('connected');
    expect(await codeOf(connect(connector, 'https://[fd00::7]/'))).toBe('connected');
  });

  it.each([
    'http://inside.example:81/',
    'https://inside.example/',
    'http://other.example/',
    'http://sub.inside.example/',
    'http://10.0.0.7/',
  ])('[BA13] an allowed pair does not open %s', async (url) => {
    const allow = new Set(['inside.example:80']);
    const connector = guardedConnector(fakeNetwork().factory, resolver(['10.0.0.7']), allow);
    expect(await codeOf(connect(connector, url))).toBe('address_blocked');
  });
});
