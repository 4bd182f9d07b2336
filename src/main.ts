// Wiring only: config → engine thread → services → faces.
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import type { Config } from './base/config.ts';
import { PlanwrightError } from './base/errors.ts';
import { createIds } from './base/ids.ts';
import type { Logger } from './base/log.ts';
import { type EngineLink, startEngineThread } from './engine-link.ts';
import { RunWatch } from './events/run-watch.ts';
import { createHttpApp, type HttpApp } from './faces/http-app.ts';
import { readWebFiles } from './faces/web-files.ts';
import { databasePath, openStore } from './host.ts';
import type { Services } from './operations/context.ts';
import { localTenant } from './operations/principals.ts';
import { ensurePersonToken } from './person-token.ts';
import { isLoopbackHost, serverInfo } from './server-info.ts';
import { openSqliteReader } from './store/sqlite/sqlite-store.ts';
import type { Reader } from './store/store.ts';

export interface RunningServer {
  readonly url: string;
  /** Settles when the engine thread has died; the process should end then. */
  readonly died: Promise<Error>;
  close(): Promise<void>;
}

interface ReadSide {
  readonly reader: Reader;
  now(): number;
  close(): Promise<void>;
}

/** The main thread only reads: its own connection, beside the engine's. */
async function openReadSide(config: Config): Promise<ReadSide> {
  if (config.database !== null) {
    const store = await openStore(config);
    return { reader: store, now: () => store.now(), close: () => store.close() };
  }
  const reader = openSqliteReader(databasePath(config));
  return { reader, now: () => Date.now(), close: async () => reader.close() };
}

/** Listening elsewhere without a key would let everybody in, or nobody. */
async function checkExposure(config: Config, reader: Reader, now: number): Promise<void> {
  if (isLoopbackHost(config.host)) return;
  const keys = await reader.keys(localTenant);
  const isUsable = keys.some(
    (key) => key.revoked_at === 0 && (key.expires_at === 0 || key.expires_at > now),
  );
  if (isUsable) return;
  throw new PlanwrightError(
    'config_invalid',
    `Listening on ${config.host} needs a key, and there is none yet. Make one first: planwright keys create --person --admin`,
  );
}

async function listen(
  config: Config,
  app: HttpApp,
): Promise<ReturnType<typeof createAdaptorServer>> {
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new PlanwrightError(
              'config_invalid',
              `Port ${config.port} is taken. Choose another: PLANWRIGHT_PORT=4601 npm start`,
            )
          : error,
      );
    });
    server.listen(config.port, config.host, resolve);
  });
  return server;
}

const webFolder = fileURLToPath(new URL('../web/dist', import.meta.url));

function createServices(
  config: Config,
  link: EngineLink,
  side: ReadSide,
  watch: RunWatch,
): Services {
  const { reader, now } = side;
  return {
    reader,
    engine: link.engine,
    watch,
    ids: createIds({ now }),
    now,
    server: serverInfo(config),
    dedupeWindowSeconds: config.dedupeWindowSeconds,
  };
}

export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const link = await startEngineThread(config);
  const watch = new RunWatch();
  link.engine.onAdvance((advance) => watch.tell(advance));
  const side = await openReadSide(config);
  const services = createServices(config, link, side, watch);
  const closeBehind = async (): Promise<void> => {
    await link.close();
    await side.close();
  };
  try {
    await checkExposure(config, side.reader, side.now());
    await ensurePersonToken(config, services);
    return await openDoor(config, log, services, { died: link.died, closeBehind });
  } catch (error) {
    // The thread would keep the process alive, with nobody to stop it.
    await closeBehind();
    throw error;
  }
}

interface Behind {
  readonly died: Promise<Error>;
  /** Closes what the faces stand on. */
  closeBehind(): Promise<void>;
}

async function openDoor(
  config: Config,
  log: Logger,
  services: Services,
  { died, closeBehind }: Behind,
): Promise<RunningServer> {
  const app = createHttpApp({
    services,
    report: {
      newErrorId: () => services.ids.next('err'),
      onError: (error, errorId) => log.error({ err: error, error_id: errorId }, 'request failed'),
    },
    webFiles: readWebFiles(webFolder),
    allowsLocal: isLoopbackHost(config.host),
    allowedHosts: config.allowedHosts,
    ratePerMinute: config.ratePerMinute,
    maxBodyBytes: config.maxBodyBytes,
  });
  const server = await listen(config, app);
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: config.publicUrl ?? `http://${host}:${port}`,
    died,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await app.close();
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      const timer = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, 2_000);
      await closed;
      clearTimeout(timer);
      await closeBehind();
    },
  };
}
