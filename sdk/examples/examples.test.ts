// The example agents as what they are: processes of their own, against a server on loopback.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemFault } from '../../test/sdk/fake-http.ts';
import { FakeWork, fakeKey, makeStep } from '../../test/sdk/fake-work.ts';

const scripted = fileURLToPath(new URL('./scripted-agent.ts', import.meta.url));
const python = fileURLToPath(new URL('./agent.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('python3 is not here: sdk/examples/agent.py is not tested\n');

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
  const child = spawn(command, args, {
    env: { ...process.env, PLANWRIGHT_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((part) => JSON.parse(part) as Record<string, unknown>));
  });
  return { child, lines };
}

const runScripted = (...args: string[]) =>
  run(process.execPath, [scripted, '--url', url, '--pace-ms', '20', ...args]);
const until = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 10 });

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
    expect(lines.at(-1)).toEqual({ type: 'stopped', completed: 1, failed: 1, lost: 0 });
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

// Python is optional; the line printed above tells when this is left out.
describe.runIf(hasPython)('Python agent', () => {
  it('[SD12] claims, beats, completes and rides out trouble with the standard library alone', async () => {
    const soon = { 'retry-after': '0.01' };
    work.http.spoil('/api/work/claim', problemFault(429, 'rate_limited', 'later', soon));
    work.http.spoil('/api/work/complete', problemFault(503, 'storage_busy', 'later', soon));
    work.add(makeStep('task_1_1'));
    const env = { PLANWRIGHT_KEY: fakeKey };
    const { child } = run('python3', [python, '--url', url, '--max-tasks', '1'], env);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(work.ended).toMatchObject([{ how: 'complete', body: { output: { simulated: true } } }]);
    expect(work.http.callsTo('/api/work/heartbeat')[0]?.body).toMatchObject({ progress: 50 });
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
});
