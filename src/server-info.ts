// Who we are, for answers and discovery.
import { readFileSync } from 'node:fs';
import { isLoopbackHost } from './base/address.ts';
import type { Config } from './base/config.ts';
import type { ServerInfo } from './contract/common.ts';

/** The build puts a copy of package.json beside dist/src, so it is one folder up in both. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

type Address = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>;

/** Others can reach it: it listens to them, or a proxy that it was given a name for brings them. */
export const isExposed = ({ host, publicUrl, allowedHosts }: Address): boolean =>
  !isLoopbackHost(host) ||
  publicUrl !== null ||
  allowedHosts.some((name) => !isLoopbackHost(name.replace(/:\d+$/, '')));

export const version = readVersion();

export const serverInfo = (config: Pick<Config, 'database'> & Address): ServerInfo => ({
  name: 'planwright',
  version,
  mode: isExposed(config) ? 'remote' : 'local',
  store: config.database === null ? 'sqlite' : 'postgres',
  brains: ['offline'],
  capabilities: ['plans', 'executions', 'work', 'streams', 'mcp'],
  expected_speed: 'An offline plan takes about a second.',
});
