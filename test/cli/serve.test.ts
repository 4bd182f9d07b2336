// Starting and stopping the server, and what it refuses to do.
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome, startServer } from '../support/server.ts';

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
      const waiting = fetch(`${server.url}/api/work/claim`, {
        method: 'POST',
        body: JSON.stringify({ wait_seconds: 50 }),
        headers: { 'content-type': 'application/json' },
      }).catch(() => undefined);
      const idle = await fetch(`${server.url}/health`);
      await idle.text();
      // stop() kills what has not ended by itself in 15 s; the code is null then.
      expect(await server.stop(signal)).toBe(0);
      await waiting;
      expect(server.stderr()).toBe('');
    },
  );

  it('[CL12] what was finished before is there after a new start', async () => {
    const home = await tempHome();
    const first = await startServer({ home });
    const agent = { name: 'Ada', capabilities: ['search_web'] };
    await fetch(`${first.url}/api/agents/register`, {
      method: 'POST',
      body: JSON.stringify(agent),
      headers: { 'content-type': 'application/json' },
    });
    await first.stop();
    const second = await startServer({ home });
    onTestFinished(() => second.close());
    expect(await (await fetch(`${second.url}/api/agents`)).text()).toContain('Ada');
    expect(second.personKey).toBe(first.personKey);
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
