// Starting and stopping the server, and what it refuses to do.
import { once } from 'node:events';
import { chmod, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome, startServer } from '../support/server.ts';
import { jsonPost, openRun } from './open-run.ts';

async function tempHome(): Promise<string> {
  const home = await makeHome();
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

async function takenPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  return (other.address() as AddressInfo).port;
}

describe('serve', () => {
  it('[CL10] refuses to listen to others while there is no key', async () => {
    const home = await tempHome();
    const run = await runCli(['serve', '--host', '0.0.0.0', '--port', '0'], { home });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('planwright keys create --person --admin');
  });

  it.each([
    ['--public-url', 'https://plans.example'],
    ['--allowed-hosts', 'plans.example'],
  ])('[CL10] %s %s needs a key too: somebody will come through a proxy', async (...flags) => {
    const home = await tempHome();
    const run = await runCli(['serve', '--port', '0', ...flags], { home });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('planwright keys create --person --admin');
  });

  it('[CL10] a name of this machine needs none', async () => {
    const server = await startServer({ env: { PLANWRIGHT_ALLOWED_HOSTS: 'localhost:8080' } });
    onTestFinished(() => server.close());
    expect((await fetch(`${server.url}/api/plans`)).status).toBe(200);
  });

  it('[CL10] with a key a server under another name asks everybody for one', async () => {
    const home = await tempHome();
    await runCli(['keys', 'create', '--person', '--admin'], { home });
    const env = { PLANWRIGHT_ALLOWED_HOSTS: 'plans.example' };
    const server = await startServer({ home, env });
    onTestFinished(() => server.close());
    expect((await fetch(`${server.url}/api/plans`)).status).toBe(401);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it('[CL10] with a key it listens to others, and asks everybody for one', async () => {
    const home = await tempHome();
    const made = jsonOf(
      await runCli(['keys', 'create', '--person', '--admin', '--json'], { home }),
    );
    const server = await startServer({ home, env: { PLANWRIGHT_HOST: '0.0.0.0' } });
    onTestFinished(() => server.close());
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    expect((await fetch(`${url}/api/plans`)).status).toBe(401);
    const headers = { authorization: `Bearer ${String(made.key)}` };
    expect((await fetch(`${url}/api/plans`, { headers })).status).toBe(200);
  });

  it('[CL11] a port that is taken is said in one line, with what to do', async () => {
    const home = await tempHome();
    const port = String(await takenPort());
    const run = await runCli(['serve', '--port', port], { home });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(`Port ${port} is taken`);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '[CL12] %s ends it with 0, open streams and all',
    async (signal) => {
      const server = await startServer();
      onTestFinished(() => server.close());
      const stream = await fetch(server.url + (await openRun(server)));
      await stream.body?.getReader().read();
      const waiting = fetch(`${server.url}/api/work/claim`, jsonPost({ wait_seconds: 50 }));
      const settled = waiting.catch(() => undefined);
      // stop() kills what has not ended by itself in 10 s; the code is null then.
      expect(await server.stop(signal)).toBe(0);
      await settled;
      expect(server.stderr()).toBe('');
    },
  );

  it('[CL12] what was finished before is there after a new start', async () => {
    const home = await tempHome();
    const first = await startServer({ home });
    const agent = { name: 'Ada', capabilities: ['search_web'] };
    await fetch(`${first.url}/api/agents/register`, jsonPost(agent));
    await first.stop();
    const second = await startServer({ home });
    onTestFinished(() => second.close());
    expect(await (await fetch(`${second.url}/api/agents`)).text()).toContain('Ada');
    expect(second.personKey).toBe(first.personKey);
  });

  it('[CL13] the data is in files that only their owner can read', async () => {
    const home = await tempHome();
    const modes = (): Promise<number[]> =>
      Promise.all(
        ['planwright.db', 'planwright.db-wal', 'planwright.db-shm'].map(
          async (name) => (await stat(join(home, name))).mode & 0o777,
        ),
      );
    const server = await startServer({ home });
    onTestFinished(() => server.close());
    expect(await modes()).toEqual([0o600, 0o600, 0o600]);
    await chmod(join(home, 'planwright.db'), 0o644);
    await chmod(join(home, 'planwright.db-wal'), 0o644);
    expect((await runCli(['keys', 'list'], { home })).code).toBe(0);
    expect(await modes()).toEqual([0o600, 0o600, 0o600]);
  });

  it('[CL13] the person’s key is in a file that only they can read', async () => {
    const server = await startServer();
    onTestFinished(() => server.close());
    const { mode } = await stat(join(server.home, 'person-token'));
    expect(mode & 0o777).toBe(0o600);
    const headers = { authorization: `Bearer ${server.personKey}` };
    expect((await fetch(`${server.url}/api/keys`, { headers })).status).toBe(200);
    expect((await fetch(`${server.url}/api/keys`)).status).toBe(403);
  });
});
