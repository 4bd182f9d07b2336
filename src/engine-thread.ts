// Entry of the engine thread: the only thread that writes. A slow disk stalls this one, and the
// faces in the main thread go on answering reads.
import { parentPort, workerData } from 'node:worker_threads';
import { watchRest } from './base/at-rest.ts';
import type { Config } from './base/config.ts';
import { isPlanwrightError, toErrorWire } from './base/errors.ts';
import { createLogger, type Logger } from './base/log.ts';
import { Metrics, type Sample, shareMetrics } from './base/metrics.ts';
import { serveEngine } from './engine/thread-port.ts';
import type { Span } from './events/telemetry/span.ts';
import { createTelemetry, type Telemetry } from './events/telemetry/telemetry.ts';
import { openHost } from './host.ts';
import { releasePages, type StoreShare } from './open-store.ts';

export interface EngineThreadData {
  readonly config: Config;
  readonly share: StoreShare;
}

/** What the thread reports beside its answers: counts, ended spans, or the code of a failure. */
export type EngineWord =
  | { readonly counted: readonly Sample[] }
  | { readonly spans: readonly Span[] }
  | { readonly trouble: string };

type Say = (word: EngineWord) => void;

/** Gathered for a turn of the loop, so that a busy engine does not send each by itself. */
function spanSender(say: Say): (span: Span) => void {
  let spans: Span[] = [];
  return (span) => {
    if (spans.length === 0) {
      setImmediate(() => {
        say({ spans });
        spans = [];
      });
    }
    spans.push(span);
  };
}

function openTelemetry(config: Config, log: Logger, say: Say): Telemetry {
  const metrics = new Metrics();
  shareMetrics(metrics, (counted) => say({ counted }));
  return createTelemetry({
    ...{ metrics, log, logLevel: config.logLevel },
    emit: config.otlpEndpoint === null ? null : spanSender(say),
    onError: (error) => log.error({ err: error }, 'telemetry'),
  });
}

async function main(): Promise<void> {
  const port = parentPort;
  if (!port) throw new TypeError('engine-thread runs as a worker only');
  const { config, share } = workerData as EngineThreadData;
  const log = await createLogger({ level: config.logLevel });
  try {
    const say: Say = (word) => port.postMessage(word);
    const onError = (error: unknown): void => {
      log.error({ err: error }, 'engine');
      if (isPlanwrightError(error)) say({ trouble: error.code });
    };
    const telemetry = openTelemetry(config, log, say);
    const options = { role: 'server', withDeliveries: true, share, telemetry } as const;
    const host = await openHost(config, onError, options);
    const stopServing = serveEngine(port, host.engine);
    const stopWatching = watchRest(() => host.rest(), releasePages);
    port.on('message', (message: unknown) => {
      if (message !== 'stop') return;
      stopWatching();
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
