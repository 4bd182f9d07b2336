// Who we are, for answers and discovery.
import process from 'node:process';
import { isLoopbackHost } from './base/address.ts';
import type { Config } from './base/config.ts';
import type { ServerInfo } from './contract/common.ts';
import { hasModels, loadModelsConfig } from './models/profiles.ts';
import { envSecrets } from './models/secrets.ts';
import { version } from './version.ts';

type Address = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>;

/** Others can reach it: it listens to them, or a proxy that it was given a name for brings them. */
export const isExposed = ({ host, publicUrl, allowedHosts }: Address): boolean =>
  !isLoopbackHost(host) ||
  publicUrl !== null ||
  allowedHosts.some((name) => !isLoopbackHost(name.replace(/:\d+$/, '')));

type Minds = Pick<Config, 'dataDir' | 'models' | 'recording'>;

/** Minds that plans can be made with here; a calling agent is always one. */
function brainsOf(config: Minds): string[] {
  const models = loadModelsConfig(config, envSecrets(process.env));
  return [
    'offline',
    'caller',
    ...(hasModels(models) ? ['model'] : []),
    ...(config.recording === null ? [] : ['recorded']),
  ];
}

export const serverInfo = (config: Pick<Config, 'database'> & Address & Minds): ServerInfo => ({
  name: 'planwright',
  version,
  mode: isExposed(config) ? 'remote' : 'local',
  store: config.database === null ? 'sqlite' : 'postgres',
  brains: brainsOf(config),
  capabilities: ['plans', 'executions', 'work', 'streams', 'mcp'],
  expected_speed: 'An offline plan takes about a second.',
});
