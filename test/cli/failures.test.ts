// A server whose insides fail ends by itself and says so; it does not stay as a shell.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/base/config.ts';
import { errorTable } from '../../src/base/errors.ts';
import { silentLogger } from '../../src/base/log.ts';
import { startServer as startInside } from '../../src/main.ts';
import { runCli } from '../support/cli.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';
import { jsonPost, openRun } from './open-run.ts';

/** Node loads this before the server, so the fault needs no code in the product. */
const preloaded = (name: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))}`,
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function startMortal(): Promise<ServerProcess> {
  const server = await startServer({ env: preloaded('end-engine-thread.ts') });
  onTestFinished(() => server.close());
  return server;
}

/** A stream, a waiting call and a request that is never finished. */
async function holdOpen(server: ServerProcess): Promise<void> {
  const stream = await fetch(server.url + (await openRun(server)));
  await stream.body?.getReader().read();
  fetch(`${server.url}/api/work/claim`, jsonPost({ wait_seconds: 50 })).catch(() => undefined);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).write('POST /api/work/claim HTTP/1.1\r\n');
  await once(socket, 'connect');
}

describe('a server that fails inside', () => {
  it('[CL14] ends with 1 soon after its engine thread, whatever is open', async () => {
    const server = await startMortal();
    await holdOpen(server);
    process.kill(server.pid, 'SIGUSR2');
    await expect.poll(() => isRunning(server.pid), { timeout: 60_000 }).toBe(false);
    expect(await server.stop()).toBe(1);
    expect(server.stderr()).toContain('the engine stopped');
  });

  it('[CL14] is not healthy from then on, and can be closed', async () => {
    const home = await makeHome();
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const config = loadConfig({ env: { PLANWRIGHT_HOME: home, PLANWRIGHT_PORT: '0' } });
    const started = once(process, 'worker') as Promise<[Worker]>;
    const server = await startInside(config, silentLogger);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const [thread] = await started;
    await thread.terminate();
    await server.died;
    const health = await fetch(`${server.url}/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ ok: false });
    await server.close();
  });

  it('[CL14] a start that fails half way ends with an exit code', async () => {
    const home = await makeHome();
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const env = preloaded('lose-data-file.ts');
    const run = await runCli(['serve', '--port', '0'], { home, env });
    expect(run).toMatchObject({ code: errorTable.storage_failed.exit, stdout: '' });
    expect(run.stderr).toContain('Check the data folder');
  });
});
