// The Python example against a server on loopback; a project of its own, left out without python3.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAgentProcess } from '../sdk/agent-process.ts';
import { problemFault } from '../sdk/fake-http.ts';
import { FakeWork, fakeKey, makeStep } from '../sdk/fake-work.ts';
import { makeHome } from '../support/server.ts';

const python = fileURLToPath(new URL('../../sdk/examples/agent.py', import.meta.url));

let work: FakeWork;
let url: string;
let children: ChildProcess[];

beforeEach(async () => {
  work = new FakeWork();
  url = await work.http.listen();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await work.http.close();
});

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const agent = runAgentProcess(command, args, env);
  children.push(agent.child);
  return agent;
}

describe('Python agent', () => {
  it('[SD12] claims, beats, completes and rides out trouble with the standard library alone', async () => {
    const soon = { 'retry-after': '0.01' };
    work.http.spoil('/api/work/claim', problemFault(429, 'rate_limited', 'later', soon));
    work.http.spoil('/api/work/complete', problemFault(503, 'storage_busy', 'later', soon));
    work.add(makeStep('task_1_1'));
    const env = { PLANWRIGHT_KEY: fakeKey };
    const { child } = run('python3', [python, '--url', url, '--max-tasks', '1'], env);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(work.ended).toMatchObject([{ how: 'complete', body: { output: { simulated: true } } }]);
    const [shown, half] = work.http.callsTo('/api/work/heartbeat').map((call) => call.body);
    expect(shown).not.toHaveProperty('progress');
    expect(half).toMatchObject({ progress: 50 });
  });

  it('[SD12] registers itself, and drops a step whose lease is gone', async () => {
    work.http.spoil('/api/work/heartbeat', problemFault(409, 'lease_lost', 'never'));
    work.add(makeStep('task_1_1'), makeStep('task_1_2'));
    const { child, lines } = run('python3', [python, '--url', url, '--max-tasks', '2']);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(work.http.callsTo('/api/agents/register')[0]?.body).toMatchObject({ name: 'Pia' });
    expect(lines.map(({ type }) => type)).toEqual([
      'claimed',
      'lease_lost',
      'claimed',
      'completed',
    ]);
    expect(work.ended.map(({ step }) => step)).toEqual(['task_1_2']);
  });

  it('[AG8] keeps its key in a file of its own, and shows it at the next start', async () => {
    const home = await makeHome();
    const keyFile = join(home, 'key');
    for (const task of ['task_1_1', 'task_1_2']) {
      work.add(makeStep(task));
      const args = [python, '--url', url, '--max-tasks', '1', '--key-file', keyFile];
      const { child } = run('python3', args);
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    await rm(home, { recursive: true });
    const calls = work.http.callsTo('/api/agents/register');
    expect(calls.map((call) => call.headers.authorization)).toEqual([
      undefined,
      `Bearer ${fakeKey}`,
    ]);
  });

  it('[FC9] fails a check rather than accept what it has not judged', async () => {
    work.add(makeStep('task_1_1_c1look', { judges: 'task_1_1', claimed_output: { done: true } }));
    const env = { PLANWRIGHT_KEY: fakeKey };
    const { child } = run('python3', [python, '--url', url, '--max-tasks', '1'], env);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(work.ended).toMatchObject([{ how: 'fail' }]);
  });
});
