// Starting and stopping the server, and what it refuses to do.
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';

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

const jsonPost = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** The address of a stream that has no end by itself: an execution that waits for workers. */
async function openRun({ url }: ServerProcess): Promise<string> {
  const call = async (path: string, init?: RequestInit) =>
    (await (await fetch(url + path, init)).json()) as Record<string, string>;
  const goal = { prompt: 'Open a small bakery in Lyon with a budget of 60,000 EUR' };
  const { plan_id } = await call('/api/plans/generate', jsonPost(goal));
  await call(`/api/plans/${plan_id}/wait?timeout_seconds=50`);
  const { sse_url } = await call('/api/executions', jsonPost({ plan_id }));
  return String(sse_url);
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
