// Who we are, for answers and discovery.
import { readFileSync } from 'node:fs';
import type { Config } from './base/config.ts';
import type { ServerInfo } from './contract/common.ts';

function readVersion(): string {
  // One folder up from src in the repository, two from dist/src in the package.
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const text = readFileSync(new URL(place, import.meta.url), 'utf8');
      const { name, version } = JSON.parse(text) as { name?: string; version?: string };
      if (name === 'planwright' && version !== undefined) return version;
    } catch {
      // Not at this place; the next one is tried.
    }
  }
  return '0.0.0';
}

export const version = readVersion();

export const serverInfo = (config: Pick<Config, 'database' | 'host'>): ServerInfo => ({
  name: 'planwright',
  version,
  mode: config.host === '127.0.0.1' || config.host === 'localhost' ? 'local' : 'remote',
  store: config.database === null ? 'sqlite' : 'postgres',
  brains: ['offline'],
  capabilities: ['plans', 'executions', 'work', 'streams', 'mcp'],
  expected_speed: 'An offline plan takes about a second.',
});
