// Entry of the delivery thread: reads the log by itself, sends, and lets the engine's thread write.
import process from 'node:process';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PlanwrightError, toErrorWire } from './base/errors.ts';
import { createIds } from './base/ids.ts';
import { Metrics, shareMetrics } from './base/metrics.ts';
import { createSafePost } from './base/safe-fetch-post.ts';
import type { DeliveryConfig, DeliveryWord } from './delivery-link.ts';
import { connectEngine } from './engine/thread-port.ts';
import { Deliverer } from './events/webhooks/deliverer.ts';
import { HookList } from './events/webhooks/hook-list.ts';
import type { HookNews } from './events/webhooks/hook-news.ts';
import { openReadSide, type StoreShare } from './open-store.ts';

interface DeliveryThreadData {
  readonly config: DeliveryConfig;
  readonly share: StoreShare;
  readonly server: string;
  readonly engine: MessagePort;
}

interface Delivering {
  heard(news: HookNews): void;
  stop(): Promise<void>;
}

async function open(
  { config, share, server, engine: port }: DeliveryThreadData,
  metrics: Metrics,
  onError: (error: unknown) => void,
): Promise<Delivering> {
  const { reader, now, close } = await openReadSide(config, share);
  const secret = (await reader.meta('secret')) ?? '';
  if (secret === '') throw new PlanwrightError('storage_failed', 'The store has no secret.');
  const hooks = new HookList(reader);
  await hooks.load();
  const engine = connectEngine(port);
  const store = { ...reader, now, commit: engine.commit };
  const ids = createIds({ now });
  const post = createSafePost({ allow: config.fetchAllow });
  const deliverer = new Deliverer({ store, hooks, ids, server, secret, post, metrics, onError });
  return {
    heard: (news) => deliverer.heard(news),
    async stop() {
      await deliverer.stop();
      await post.close();
      await close();
    },
  };
}

async function main(): Promise<void> {
  const port = parentPort;
  if (!port) throw new TypeError('delivery-thread runs as a worker only');
  const say = (word: DeliveryWord): void => port.postMessage(word);
  const onError = (error: unknown): void => {
    say({ trouble: toErrorWire(error), stack: error instanceof Error ? error.stack : undefined });
  };
  const metrics = new Metrics();
  shareMetrics(metrics, (counted) => say({ counted }));
  try {
    const delivering = await open(workerData as DeliveryThreadData, metrics, onError);
    port.on('message', (message: HookNews | 'stop') => {
      if (message !== 'stop') delivering.heard(message);
      // Ends this thread alone.
      else
        void delivering
          .stop()
          .catch(onError)
          .finally(() => process.exit());
    });
    say('ready');
  } catch (error) {
    say({ failed: toErrorWire(error) });
    process.exit(1);
  }
}

await main();
