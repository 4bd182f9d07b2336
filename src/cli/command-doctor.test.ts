import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../base/config.ts';
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

describe('planwright doctor', () => {
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
    const { findings } = JSON.parse(await doctor(folder, true)) as {
      findings: { name: string; value: string; means: string }[];
    };
    expect(findings.map(({ name, value }) => [name, value])).toEqual([
      ['agent_planning', 'on'],
      ['work_folders', home],
      ['sandbox', sandbox.kind],
      ['playbooks', '0 own'],
      ['models', 'no models.json'],
    ]);
    expect(findings[2]?.means).toContain(sandbox.kind === 'none' ? 'approve' : sandbox.kind);
  });
});
