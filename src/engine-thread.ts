// Entry of the engine thread: the only thread that writes. A slow disk stalls this one, and the
// faces in the main thread go on answering reads.
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from './base/config.ts';
import { toErrorWire } from './base/errors.ts';
import { createLogger } from './base/log.ts';
import { serveEngine } from './engine/thread-port.ts';
import { openHost } from './host.ts';
import type { StoreShare } from './open-store.ts';

export interface EngineThreadData {
  readonly config: Config;
  readonly share: StoreShare;
}

async function main(): Promise<void> {
  const port = parentPort;
  if (!port) throw new TypeError('engine-thread runs as a worker only');
  const { config, share } = workerData as EngineThreadData;
  const log = await createLogger({ level: config.logLevel });
  try {
    const onError = (error: unknown): void => log.error({ err: error }, 'engine');
    const host = await openHost(config, onError, { withDeliveries: true, share });
    const stopServing = serveEngine(port, host.engine);
    port.on('message', (message: unknown) => {
      if (message !== 'stop') return;
      void host
        .close()
        .catch((error: unknown) => log.error({ err: error }, 'engine stop'))
        .finally(() => {
          stopServing();
          port.postMessage('stopped');
          port.close();
        });
    });
    port.postMessage('ready');
  } catch (error) {
    port.postMessage({ failed: toErrorWire(error) });
    port.close();
  }
}

await main();
