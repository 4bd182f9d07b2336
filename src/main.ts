// Wiring only: config → engine thread → services → faces.
import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { urlHost } from './base/address.ts';
import { watchRest } from './base/at-rest.ts';
import type { Config } from './base/config.ts';
import { PlanwrightError } from './base/errors.ts';
import { createIds } from './base/ids.ts';
import type { Logger } from './base/log.ts';
import { Metrics } from './base/metrics.ts';
import { type EngineLink, startEngineThread } from './engine-link.ts';
import type { SpanExporter } from './events/telemetry/span-exporter.ts';
import { createHttpApp, type HttpApp } from './faces/http-app.ts';
import { closeHttpServer, createHttpServer, listen } from './faces/http-server.ts';
import { readWebFiles } from './faces/web-files.ts';
import { newStoreShare, openReadSide, releasePages } from './open-store.ts';
import type { Services } from './operations/context.ts';
import { localTenant } from './operations/principals.ts';
import { ensurePersonToken, serverItself, signInUrl } from './person-token.ts';
import { isExposed } from './server-info.ts';
import { createServices } from './services.ts';
import type { Reader } from './store/store.ts';
import { openSpanExporter } from './trace-link.ts';

export interface RunningServer {
  readonly url: string;
  /** Signs the local person in on the page, once; null where others can reach the server. */
  signInLink(): Promise<string | null>;
  /** Settles when the engine thread has died; the process should end then. */
  readonly died: Promise<Error>;
  /** What is under way may take so long to end by itself. */
  close(graceMs?: number): Promise<void>;
}

const usualGraceMs = 2_000;

/** Being there for others without a key would let everybody in, or nobody. */
async function checkExposure(config: Config, reader: Reader, now: number): Promise<void> {
  if (!isExposed(config)) return;
  const keys = await reader.keys(localTenant);
  const isUsable = keys.some(
    (key) => key.revoked_at === 0 && (key.expires_at === 0 || key.expires_at > now),
  );
  if (isUsable) return;
  throw new PlanwrightError(
    'config_invalid',
    `A server that others can reach (host ${config.host}, public URL, allowed hosts) needs a key, and there is none yet. Make one first: planwright keys create --person --admin`,
  );
}

/** PostgreSQL keeps its data where we cannot look. */
async function freeBytes({ database, dataDir }: Config): Promise<number | null> {
  if (database !== null) return null;
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

const webFolder = fileURLToPath(new URL('../web/dist', import.meta.url));

export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const share = newStoreShare();
  const link = await startEngineThread(config, share);
  const closers = [() => link.close()];
  const closeBehind = async (): Promise<void> => {
    for (const close of closers) await close();
  };
  try {
    // The main thread only reads.
    const side = await openReadSide(config, share);
    closers.push(() => side.close());
    const { reader, now } = side;
    const onError = (error: unknown): void => log.warn({ err: error }, 'beside a call');
    const ids = createIds({ now });
    const services = createServices(config, { engine: link.engine, reader, now, ids, onError });
    closers.unshift(async () => services.forecasts.close());
    await checkExposure(config, side.reader, side.now());
    const personKey = await ensurePersonToken(config, services);
    return await openDoor(config, log, services, { link, personKey, closeBehind });
  } catch (error) {
    // The thread would keep the process alive, with nobody to stop it.
    await closeBehind();
    throw error;
  }
}

interface Behind {
  readonly link: EngineLink;
  /** The id of the local person's key. */
  readonly personKey: string;
  /** Closes what the faces stand on. */
  closeBehind(): Promise<void>;
}

/** What the engine's thread tells goes where it is shown. */
function hear(
  link: EngineLink,
  app: HttpApp,
  metrics: Metrics,
  exporter: SpanExporter | null,
): SpanExporter | null {
  link.onWord((word) => {
    if ('counted' in word) metrics.adopt('engine', word.counted);
    else if ('spans' in word) exporter?.add(word.spans);
    else app.failed(word.trouble);
  });
  return exporter;
}

async function openDoor(
  config: Config,
  log: Logger,
  services: Services,
  { link, personKey, closeBehind }: Behind,
): Promise<RunningServer> {
  const metrics = new Metrics();
  const app = createHttpApp({
    ...{ services, metrics, metricsToken: config.metricsToken },
    freeBytes: () => freeBytes(config),
    report: {
      newErrorId: () => services.ids.next('err'),
      onRefused: (refusal) => log.debug({ ...refusal }, 'request refused'),
      onError: (error, errorId) => log.error({ err: error, error_id: errorId }, 'request failed'),
    },
    webFiles: readWebFiles(webFolder),
    // A proxy may hide that it is one, so where one is expected nobody goes without a key.
    allowsLocal: !isExposed(config),
    isAlive: () => link.isAlive,
    allowedHosts: config.allowedHosts,
    publicUrl: config.publicUrl,
    ratePerMinute: config.ratePerMinute,
    maxBodyBytes: config.maxBodyBytes,
  });
  const stopWatching = watchRest(() => undefined, releasePages);
  const exporter = hear(link, app, metrics, openSpanExporter(config, metrics, log));
  const server = createHttpServer((request) => app.fetch(request));
  const port = await listen(server, config);
  const url = config.publicUrl ?? `http://${urlHost(config.host)}:${port}`;
  return {
    url,
    signInLink: async () =>
      isExposed(config)
        ? null
        : signInUrl(url, await app.newTicket(personKey, new URL(url).host, serverItself)),
    died: link.died,
    async close(graceMs = usualGraceMs) {
      stopWatching();
      const closed = closeHttpServer(server, graceMs);
      await app.close();
      server.closeIdleConnections();
      await closed;
      await closeBehind();
      await exporter?.close();
    },
  };
}
