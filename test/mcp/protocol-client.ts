// The SDK's client as a foreign reader of our endpoints, in either era, over sockets or in process.

import type { FetchLike, VersionNegotiationMode } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

const modes: Record<Era, VersionNegotiationMode> = {
  '2025-11-25': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
};

export function newClient(era: Era): Client {
  const identity = { name: 'test-client', version: '0.0.0' };
  return new Client(identity, { versionNegotiation: { mode: modes[era] } });
}

export async function connectClient(url: string, era: Era, fetch?: FetchLike): Promise<Client> {
  const client = newClient(era);
  const options = fetch === undefined ? {} : { fetch };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
  return client;
}

export async function advertisedCapabilities(url: string): Promise<Set<string>> {
  const client = await connectClient(url, '2025-11-25');
  const names = Object.keys(client.getServerCapabilities() ?? {});
  await client.close();
  return new Set(names);
}
