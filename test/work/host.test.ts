// The tools as a server has them: from its settings to its steps.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/base/config.ts';
import { type Host, openHost } from '../../src/host.ts';
import type { Rows } from '../../src/store/tables.ts';
import { toolStep } from '../../src/work/tool-step.ts';
import { watchdogMs } from '../support/watchdog.ts';

let base: string;
let host: Host | null = null;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-host-')));
  mkdirSync(join(base, 'repo'));
  writeFileSync(join(base, 'repo', 'a.txt'), 'the key is hunter2-hunter2\n');
});
afterEach(async () => {
  await host?.close();
  rmSync(base, { recursive: true, force: true });
});

const errors: unknown[] = [];

async function outcome(
  env: Record<string, string>,
  root = join(base, 'repo'),
): Promise<Rows['steps'][]> {
  const config = loadConfig({ env: { PLANWRIGHT_HOME: join(base, 'home'), ...env } });
  host = await openHost(config, (error) => errors.push(error));
  const policy = { file_scopes: { root, read: ['.'], write: ['.'] } };
  const write = { path: 'b.txt', content: 'b' };
  const read = toolStep({
    id: 'read_1',
    title: 'Read',
    tool: 'file_read',
    params: { path: 'a.txt' },
    spec: { policy },
  });
  const make = toolStep({ id: 'make_1', title: 'Write', tool: 'file_write', params: write });
  const about = {
    run: 'exec_1',
    kind: 'execution',
    plan: 'plan_1',
    tenant: 'tenant_1',
    by: 'person_1',
  } as const;
  await host.engine.createRun({ ...about, steps: [read, make] });
  for (const end = Date.now() + watchdogMs; ; await sleep(5)) {
    const rows = await host.store.steps('exec_1');
    if (rows.every(({ state }) => state === 'VERIFIED' || state === 'FAILED')) return rows;
    if (Date.now() > end) throw new Error(`not settled: ${rows.map(({ state }) => state).join()}`);
  }
}

const states = (rows: readonly Rows['steps'][]): string[] => rows.map(({ state }) => state);

describe('tools in a server', () => {
  it('[TL42] by its settings effects are off and no folder is open', async () => {
    expect(states(await outcome({}))).toEqual(['FAILED', 'FAILED']);
  });

  it('[TL42] with folders and without effects, files are read and not written', async () => {
    const rows = await outcome({ PLANWRIGHT_WORK_FOLDERS: base });
    expect(states(rows)).toEqual(['VERIFIED', 'FAILED']);
    expect(existsSync(join(base, 'repo', 'b.txt'))).toBe(false);
  });

  it('[TL47] turned on it works, and its own secrets stay in', async () => {
    const on = { PLANWRIGHT_WORK_FOLDERS: base, PLANWRIGHT_AGENT_PLANNING: 'on' };
    const rows = await outcome({ ...on, PLANWRIGHT_KEY: 'hunter2-hunter2' });
    expect(states(rows)).toEqual(['VERIFIED', 'VERIFIED']);
    expect(readFileSync(join(base, 'repo', 'b.txt'), 'utf8')).toBe('b');
    const output = await host?.store.content(rows[0]?.output ?? '');
    expect(Buffer.from(output?.bytes ?? []).toString()).toContain('the key is [redacted]');
    expect(errors).toEqual([]);
  });

  it('[TL43] its own data is hidden, also from a root that holds it', async () => {
    const on = { PLANWRIGHT_WORK_FOLDERS: base, PLANWRIGHT_AGENT_PLANNING: 'on' };
    const rows = await outcome(on, join(base, 'home'));
    expect(states(rows)).toEqual(['FAILED', 'FAILED']);
  });
});
