// planwright agent over several starts.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { jsonOf, type RunningCli, runCli, startCli } from '../support/cli.ts';
import { startServer } from '../support/server.ts';

it('[AG7] planwright agent is the same agent after a restart, and another beside itself', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const { home, url } = server;
  const start = async () => {
    const agent = startCli(['agent', '--url', url], { home });
    await expect.poll(() => agent.output.stdout, { timeout: 60_000 }).toContain('Connected');
    return agent;
  };
  const stop = async (agent: RunningCli): Promise<void> => {
    agent.kill('SIGTERM');
    expect((await agent.done).code).toBe(0);
  };
  const agents = async () =>
    ((await (await fetch(`${url}/api/agents`)).json()) as { agents: { agent_id: string }[] })
      .agents;

  for (let count = 0; count < 3; count += 1) await stop(await start());
  const [first, ...others] = await agents();
  expect(others).toEqual([]);

  const both = [await start(), await start()];
  expect(await agents()).toHaveLength(2);
  for (const agent of both) await stop(agent);
  const folder = join(home, 'agents');
  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith('.lock'))).toEqual([]);
  expect(names).toHaveLength(2);
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);

  const removed = await runCli(['remove-agent', first?.agent_id ?? '', '--json'], { home });
  expect(jsonOf(removed)).toMatchObject({ agent_id: first?.agent_id, removed: true });
  await stop(await start());
  const left = await agents();
  expect(left).toHaveLength(2);
  expect(left.map(({ agent_id }) => agent_id)).not.toContain(first?.agent_id);
});
