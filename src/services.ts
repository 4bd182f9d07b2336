// What operations need, beside an engine of this process: in this very thread, or in a thread of its own.
import process from 'node:process';
import type { Config } from './base/config.ts';
import type { EngineApi } from './engine/engine-api.ts';
import type { RemoteEngine } from './engine/thread-port.ts';
import { RunWatch } from './events/run-watch.ts';
import { openExamples } from './examples.ts';
import { createForecasts } from './forecast-link.ts';
import type { Host } from './host.ts';
import { linkModels } from './model-link.ts';
import type { Services } from './operations/context.ts';
import { serverInfo } from './server-info.ts';
import { keptReader } from './store/kept-reader.ts';

type Parts = Pick<Services, 'reader' | 'ids' | 'now' | 'onError'> & {
  readonly engine: EngineApi & Pick<RemoteEngine, 'onAdvance'>;
};

export function createServices(config: Config, { engine, ...parts }: Parts): Services {
  const watch = new RunWatch();
  engine.onAdvance((advance) => watch.tell(advance));
  const models = linkModels(config, process.env, parts.onError);
  return {
    ...parts,
    engine,
    watch,
    forecasts: createForecasts({ ...parts, watch }),
    server: serverInfo(config),
    examples: openExamples(),
    modelProfiles: models.profiles,
    thinkingCosts: models.costs,
    dedupeWindowSeconds: config.dedupeWindowSeconds,
    fetchAllow: config.fetchAllow,
    maxAgents: config.maxAgents,
    maxAgentLeases: config.maxAgentLeases,
    maxKeyLeases: config.maxKeyLeases,
    maxTenantLeases: config.maxTenantLeases,
    maxLeaseMs: config.maxLeaseSeconds * 1_000,
    maxTenants: config.maxTenants,
  };
}

/** On an engine in this very thread. */
export const servicesOf = (
  { engine, store, ids }: Pick<Host, 'engine' | 'store' | 'ids'>,
  config: Config,
): Services =>
  createServices(config, { engine, ids, reader: keptReader(store), now: () => store.now() });
