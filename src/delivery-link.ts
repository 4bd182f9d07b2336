// Starts the delivery thread and gives the engine's thread its end of it.
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Config } from './base/config.ts';
import { type ErrorWire, fromErrorWire } from './base/errors.ts';
import type { Ids } from './base/ids.ts';
import type { Sample } from './base/metrics.ts';
import type { Engine } from './engine/engine.ts';
import { serveCalls } from './engine/thread-port.ts';
import { Deliveries, type DeliveryThread } from './events/webhooks/deliveries.ts';
import type { HookOutbox } from './events/webhooks/hook-outbox.ts';
import type { StorePlace, StoreShare } from './open-store.ts';

export type DeliveryConfig = StorePlace & Pick<Config, 'fetchAllow'>;

interface Trouble {
  readonly trouble: ErrorWire;
  readonly stack: string | undefined;
}

interface Counted {
  readonly counted: readonly Sample[];
}

/** What it says: that it runs, what it counted, that something failed, or why it could not start. */
export type DeliveryWord = 'ready' | Trouble | Counted | { readonly failed: ErrorWire };

interface LinkOptions {
  readonly config: DeliveryConfig;
  readonly share: StoreShare;
  /** Whose slots it takes: the same after a new start, which need not wait for the old ones' end. */
  readonly server: string;
  readonly engine: Pick<Engine, 'commit'>;
  readonly onError: (error: unknown) => void;
  readonly onCounted: (samples: readonly Sample[]) => void;
}

/** It has this long to end what is under way. */
const stopMs = 5_000;

/** Commits have a channel of their own, beside news and words. */
function openWorker({ config, share, server, engine }: LinkOptions): Worker {
  const { database, dataDir, fetchAllow } = config;
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./delivery-thread.ts', import.meta.url), {
    workerData: { config: { database, dataDir, fetchAllow }, share, server, engine: port2 },
    transferList: [port2],
  });
  serveCalls(port1, { commit: (sets) => engine.commit(sets) });
  // Neither keeps a process alive that has ended its work.
  port1.unref();
  worker.unref();
  worker.once('exit', () => port1.close());
  return worker;
}

function errorOf({ trouble, stack }: Trouble): Error {
  const error = fromErrorWire(trouble);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function startDeliveryThread(options: LinkOptions): DeliveryThread {
  const worker = openWorker(options);
  let isReady = false;
  let reason: Error | undefined;
  worker.on('message', (word: DeliveryWord) => {
    if (word === 'ready') isReady = true;
    else if ('counted' in word) options.onCounted(word.counted);
    else if ('trouble' in word) options.onError(errorOf(word));
    else reason = fromErrorWire(word.failed);
  });
  worker.once('error', (error: Error) => {
    reason = error;
  });
  const ended = new Promise<Error>((resolve) => {
    worker.once('exit', (code) =>
      resolve(reason ?? new Error(`the delivery thread ended with ${code}`)),
    );
  });
  const end = async (): Promise<void> => void (await worker.terminate());
  return {
    ended,
    end,
    tell: (news) => worker.postMessage(news),
    async stop() {
      // Before that there is nothing under way.
      if (!isReady) return end();
      worker.postMessage('stop');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopMs);
      });
      await Promise.race([ended, late]);
      clearTimeout(timer);
      await end();
    },
  };
}

export interface DeliveriesParts {
  readonly config: DeliveryConfig;
  readonly share: StoreShare;
  readonly engine: Engine;
  readonly hooks: HookOutbox;
  readonly ids: Ids;
  readonly onError: (error: unknown) => void;
  readonly onCounted?: (samples: readonly Sample[]) => void;
}

export async function startDeliveries(parts: DeliveriesParts): Promise<Deliveries> {
  const { config, share, engine, hooks, ids, onError, onCounted = () => undefined } = parts;
  const server = ids.next('server');
  const startThread = () =>
    startDeliveryThread({ config, share, server, engine, onError, onCounted });
  const deliveries = new Deliveries({ hooks, engine, startThread, onError });
  const leftOver = await engine.store.outboxPending(Number.MAX_SAFE_INTEGER, 1);
  if (leftOver.length > 0) deliveries.start();
  return deliveries;
}
