// A server that asks one model only, with more places for calls than it will ever need.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The most that can be set. */
const enough = 9_999;

export function writeModelsFile(home: string, url: string): Record<string, string> {
  mkdirSync(home, { recursive: true });
  const file = path.join(home, 'models.json');
  const model = { provider: 'openai-compatible', model: 'bench-1', baseUrl: `${url}/v1` };
  const profiles = { profile: 'custom', models: { bench: model }, profiles: { custom: ['bench'] } };
  writeFileSync(file, JSON.stringify(profiles));
  // As the server names the limit: provider and address.
  const host = new URL(url).host.replaceAll(':', '-');
  return {
    PLANWRIGHT_HOME: home,
    PLANWRIGHT_MODELS: file,
    PLANWRIGHT_SLOTS: `provider:openai-compatible.${host}=${enough}`,
    PLANWRIGHT_RATE_PER_MINUTE: '1000000',
    PLANWRIGHT_LOG_LEVEL: 'warn',
  };
}
