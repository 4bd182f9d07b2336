// A server for the demo alone: on a free port, with a data folder that is thrown away.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { PlanwrightClient } from '../../../sdk/index.ts';
import { pause } from '../../../sdk/pause.ts';
import type { Child, Children } from './children.ts';

export interface OwnServer {
  readonly url: string;
  readonly home: string;
  /** Removes the data folder, if it was made here. To be called after the server has stopped. */
  readonly forget: () => Promise<void>;
}

const mainScript = new URL('../main.ts', import.meta.url);
// A busy machine takes its time; a server that ends is noticed at once.
const readyWithinMs = 60_000;

export async function startOwnServer(
  children: Children,
  home: string | undefined,
  signal: AbortSignal,
): Promise<OwnServer> {
  const folder = home ?? (await mkdtemp(path.join(tmpdir(), 'planwright-demo-')));
  const port = await freePort();
  const env = {
    ...process.env,
    PLANWRIGHT_HOME: folder,
    PLANWRIGHT_HOST: '127.0.0.1',
    PLANWRIGHT_PORT: String(port),
  };
  const child = children.start({
    script: mainScript,
    args: ['serve'],
    env,
    onLine: () => undefined,
  });
  const url = `http://127.0.0.1:${port}`;
  const forget = () =>
    home === undefined ? rm(folder, { recursive: true, force: true }) : Promise.resolve();
  try {
    await untilHealthy(url, child, signal);
  } catch (error) {
    await child.stop();
    await forget();
    throw error;
  }
  return { url, home: folder, forget };
}

async function untilHealthy(url: string, child: Child, signal: AbortSignal): Promise<void> {
  const client = new PlanwrightClient({ url, retry: { attempts: 1 }, timeoutMs: 2_000 });
  const deadlineMs = performance.now() + readyWithinMs;
  while (!child.hasExited && performance.now() < deadlineMs) {
    const health = await client.health({ signal }).catch(() => undefined);
    if (health?.ok) return;
    await pause(25, signal);
  }
  const why = child.hasExited ? 'ended at once' : `did not answer within ${readyWithinMs} ms`;
  throw new Error(`The server ${why}. ${child.complaints}`.trim());
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
