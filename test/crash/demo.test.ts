// The demo as a newcomer runs it: a server of its own, two agents of which one is killed, a person.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DemoSummary } from '../../src/cli/demo/summary.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

let scratch: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'demo-test-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(scratch, { recursive: true, force: true });
});

/** Its data goes to a folder below `scratch`, where the test can see whether it was cleaned up. */
function startDemo(...args: string[]) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PLANWRIGHT_'));
  const env = { ...Object.fromEntries(inherited), TMPDIR: scratch };
  const flags = ['--disable-warning=ExperimentalWarning', main, 'demo', '--speed', '8', ...args];
  const started = spawn(process.execPath, flags, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child = started;
  let out = '';
  let err = '';
  started.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  started.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return { started, exited: once(started, 'close'), out: () => out, err: () => err };
}

/** No server answers there any more. */
const isGone = async (url: string): Promise<boolean> =>
  fetch(new URL('/health', url)).then(
    () => false,
    () => true,
  );

/** Command lines of all processes that mention it. */
async function processesWith(text: string): Promise<string[]> {
  const lines = existsSync('/proc/self/cmdline') ? await linuxCommands() : psCommands();
  return lines.filter((line) => line.includes(text));
}

async function linuxCommands(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
}

const psCommands = (): string[] => spawnSync('ps', ['-axo', 'args']).stdout.toString().split('\n');

describe('planwright demo', () => {
  it('[DM1] [FC16] completes within a minute though a task fails, an agent is killed and a person approves', async () => {
    const demo = startDemo('--json');
    const [code] = (await demo.exited) as [number];
    expect(demo.err()).toBe('');
    const summary = JSON.parse(demo.out()) as DemoSummary;
    expect(summary).toMatchObject({ ok: true, state: 'COMPLETED', killed_agent_recovered: true });
    expect(code).toBe(0);
    expect(summary.tasks_done).toBe(summary.tasks_total);
    expect(summary.retries).toBeGreaterThanOrEqual(2);
    expect(summary.failures).toBe(1);
    expect(summary.approvals).toBeGreaterThan(0);
    expect(Object.keys(summary.done_by).toSorted()).toEqual(['A person', 'Ada', 'Bo']);
    expect(await isGone(summary.url)).toBe(true);
    expect(await readdir(scratch)).toEqual([]);
  });

  it('[DM6] leaves no process and no file behind when it is interrupted', async () => {
    const demo = startDemo();
    await vi.waitFor(() => expect(demo.out()).toContain(' takes '), { timeout: 60_000 });
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(demo.out()) ?? [];
    // Both agents are named by the address they talk to; so the look below can find something.
    await vi.waitFor(async () => expect(await processesWith(url)).toHaveLength(2), {
      timeout: 60_000,
    });
    demo.started.kill('SIGINT');
    const [code] = (await demo.exited) as [number];
    expect(code).toBe(1);
    expect(demo.err()).toContain('interrupted');
    expect(await isGone(url)).toBe(true);
    expect(await processesWith(url)).toEqual([]);
    expect(await readdir(scratch)).toEqual([]);
  });

  it('[DM1] says why and fails when the goal cannot be planned', async () => {
    const demo = startDemo('--json', '--goal', 'lorem ipsum');
    const [code] = (await demo.exited) as [number];
    expect(code).toBe(1);
    const answer = JSON.parse(demo.out()) as { ok: boolean; error: { message: string } };
    expect(answer.ok).toBe(false);
    expect(answer.error.message).not.toBe('');
  });
});
