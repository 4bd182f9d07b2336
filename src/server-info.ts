// Who we are, for answers and discovery.
import { readFileSync } from 'node:fs';
import type { Config } from './base/config.ts';
import type { ServerInfo } from './contract/common.ts';

/** The build puts a copy of package.json beside dist/src, so it is one folder up in both. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Hosts that only this machine can reach. */
export const isLoopbackHost = (host: string): boolean =>
  host === '127.0.0.1' || host === 'localhost' || host === '::1';

export const version = readVersion();

export const serverInfo = (config: Pick<Config, 'database' | 'host'>): ServerInfo => ({
  name: 'planwright',
  version,
  mode: isLoopbackHost(config.host) ? 'local' : 'remote',
  store: config.database === null ? 'sqlite' : 'postgres',
  brains: ['offline'],
  capabilities: ['plans', 'executions', 'work', 'streams', 'mcp'],
  expected_speed: 'An offline plan takes about a second.',
});
