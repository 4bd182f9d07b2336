// The example agents as what they are: processes of their own, against a server on loopback.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAgentProcess } from '../../test/sdk/agent-process.ts';
import { FakeWork, makeStep } from '../../test/sdk/fake-work.ts';

const scripted = fileURLToPath(new URL('./scripted-agent.ts', import.meta.url));

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

function run(command: string, args: string[]) {
  const agent = runAgentProcess(command, args);
  children.push(agent.child);
  return agent;
}

const runScripted = (...args: string[]) =>
  run(process.execPath, [scripted, '--url', url, '--pace-ms', '20', ...args]);
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

describe('scripted agent', () => {
  it('[SD11] registers, does the work, fails once when told to, and stops on SIGTERM', async () => {
    work.add(makeStep('task_1_1'), makeStep('task_1_2'));
    const { child, lines } = runScripted('--name', 'Ada', '--fail-once');
    await until(() => expect(work.ended).toHaveLength(2));
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    const [registration] = work.http.callsTo('/api/agents/register');
    expect(registration?.body).toMatchObject({ name: 'Ada', capabilities: [] });
    expect(work.ended[0]).toMatchObject({ how: 'fail', body: { class: 'transient' } });
    expect(work.ended[1]).toMatchObject({ how: 'complete', body: { output: { simulated: true } } });
    expect(lines.at(-1)).toEqual({
      type: 'stopped',
      completed: 1,
      failed: 1,
      asked: 0,
      proposed: 0,
      lost: 0,
    });
  });

  it('[SD11] hangs in the task it is told to, still beating, until it is killed', async () => {
    work.add(makeStep('task_1_1'), makeStep('task_1_2'));
    const { child, lines } = runScripted('--hang-on', '2', '--lease-seconds', '1');
    await until(() => expect(lines).toContainEqual(expect.objectContaining({ type: 'hanging' })));
    const beats = work.http.callsTo('/api/work/heartbeat').length;
    await until(() =>
      expect(work.http.callsTo('/api/work/heartbeat').length).toBeGreaterThan(beats),
    );
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(work.held).toEqual(['task_1_2']);
    expect(work.ended.map(({ step }) => step)).toEqual(['task_1_1']);
  });

  it('[SD11] refuses arguments it cannot use', () => {
    const result = spawnSync(process.execPath, [scripted, '--url', url, '--seed', 'x']);
    expect(result.status).toBe(2);
    expect(result.stderr.toString()).toContain('--seed must be a whole number');
  });
});
