import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../base/config.ts';
import { openProbe } from '../base/process-identity.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { detectSandbox } from '../work/safety/sandbox.ts';
import { runDoctor } from './command-doctor.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'planwright-doctor-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function doctor(env: Record<string, string> = {}, json = false): Promise<string> {
  let text = '';
  const write = (part: string): boolean => {
    text += part;
    return true;
  };
  const io = { stdout: { write }, stderr: { write } } as never;
  const config = loadConfig({ env: { PLANWRIGHT_HOME: home, ...env } });
  expect(await runDoctor({ words: [], flags: { json } } as never, config, io)).toBe(0);
  return text;
}

interface Findings {
  readonly findings: readonly { readonly name: string; value: string; means: string }[];
}

const storageFinding = async (env: Record<string, string> = {}) => {
  const { findings } = JSON.parse(await doctor(env, true)) as Findings;
  return findings.find(({ name }) => name === 'storage');
};

/** Processes with a worker, each with a pulse that is due so much later. */
async function putProcesses(rows: readonly (readonly [id: string, pid: number, dueMs: number])[]) {
  const store = openSqliteStore({ path: join(home, 'planwright.db'), synchronous: 'NORMAL' });
  const { self } = await openProbe();
  const place = self ?? { boot: 'boot', namespace: '', started: '' };
  await store.commit(
    rows.map(([id, pid, dueMs]) => {
      const role = id.startsWith('worker_mcp') ? 'mcp' : 'server';
      const put = { ...place, id, role, pid };
      const at = store.now() + dueMs;
      const due = { id: `pulse/${id}`, at, kind: 'pulse', tenant: '', run: '', step: id } as const;
      const set = { ...due, attempt: 0 };
      return { due: [{ set }], rows: [{ table: 'processes', put }] };
    }),
  );
  await store.close();
}

describe('planwright doctor', () => {
  it('[DR1] recommends PostgreSQL when two servers use a SQLite folder', async () => {
    const { pid } = process;
    await putProcesses([
      ['worker_a', pid, 60_000],
      ['worker_b', pid, 60_000],
    ]);
    const found = await storageFinding();
    expect(found?.value).toBe('sqlite, 2 servers');
    expect(found?.means).toContain('PLANWRIGHT_DATABASE_URL');
    expect(found?.means).toContain(`${pid}, ${pid}`);
  });

  it('[DR1] counts no server that is gone, late or no server', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    await putProcesses([
      ['worker_a', process.pid, 60_000],
      ['worker_dead', child.pid ?? 0, 60_000],
      ['worker_late', process.pid, -1],
      ['worker_mcp', process.pid, 60_000],
    ]);
    expect((await storageFinding())?.value).toBe('sqlite');
  });

  it('[DR1] says what the database is where it is none of ours, or PostgreSQL', async () => {
    writeFileSync(join(home, 'planwright.db'), 'no database at all'.repeat(100));
    expect((await storageFinding())?.value).toBe('sqlite, unreadable');
    const url = { PLANWRIGHT_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect((await storageFinding(url))?.value).toBe('postgres');
  });

  it('[TL57] says that steps with effects are off, and how they are turned on', async () => {
    const text = await doctor();
    expect(text).toContain('agent_planning: off');
    expect(text).toContain('PLANWRIGHT_AGENT_PLANNING=on');
    expect(text).toContain('PLANWRIGHT_WORK_FOLDERS');
  });

  it.each([
    ['is not there', null, 'ENOENT'],
    ['is none', '{}', 'format'],
  ])('[RB10] a recording that %s is not usable', async (_name, text, why) => {
    const file = join(home, 'recording.json');
    if (text !== null) writeFileSync(file, text);
    const found = await doctor({ PLANWRIGHT_RECORDING: file });
    expect(found).toContain('brain recorded: not usable');
    expect(found).toContain(why);
    expect(found).toContain(file);
  });

  it('[TL57] says which sandbox works here, or why none does', async () => {
    const sandbox = await detectSandbox();
    await sandbox.close();
    const folder = { PLANWRIGHT_AGENT_PLANNING: 'on', PLANWRIGHT_WORK_FOLDERS: home };
    const { findings } = JSON.parse(await doctor(folder, true)) as Findings;
    expect(findings.map(({ name, value }) => [name, value])).toEqual([
      ['agent_planning', 'on'],
      ['work_folders', home],
      ['sandbox', sandbox.kind],
      ['storage', 'sqlite'],
      ['playbooks', '0 own'],
      ['models', 'no models.json'],
    ]);
    expect(findings[2]?.means).toContain(sandbox.kind === 'none' ? 'approve' : sandbox.kind);
  });
});
