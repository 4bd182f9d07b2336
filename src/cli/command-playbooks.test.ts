import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../base/config.ts';
import { runDoctor } from './command-doctor.ts';
import { runPlaybooks } from './command-playbooks.ts';

const guide = readFileSync(new URL('../../docs/playbooks.md', import.meta.url), 'utf8');
const example = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'planwright-playbooks-'));
  mkdirSync(join(home, 'playbooks'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function printed() {
  let text = '';
  const write = (part: string): boolean => {
    text += part;
    return true;
  };
  return { io: { stdout: { write }, stderr: { write } } as never, text: () => text };
}

const configOf = (env: Record<string, string> = {}) =>
  loadConfig({ env: { PLANWRIGHT_HOME: home, ...env } });

function run(words: string[], json = false, env: Record<string, string> = {}) {
  const { io, text } = printed();
  const code = runPlaybooks({ words, flags: { json } } as never, configOf(env), io);
  return { code, text: text() };
}

describe('planwright playbooks', () => {
  it('[PB23] lists those that ship and the own ones, with their origin', () => {
    writeFileSync(join(home, 'playbooks', 'bees.json'), example);
    const { playbooks } = JSON.parse(run([], true).text) as {
      playbooks: { name: string; origin: string; file: string | null }[];
    };
    expect(playbooks).toHaveLength(16);
    expect(playbooks.find(({ name }) => name === 'beekeeping')).toMatchObject({
      origin: 'own',
      file: join(home, 'playbooks', 'bees.json'),
    });
    expect(playbooks.find(({ name }) => name === 'event')).toMatchObject({
      origin: 'shipped',
      file: null,
    });
    expect(run([]).text).toContain('beekeeping (version 1, own): keeping bees');
  });

  it('[PB23] the folder can be another one', () => {
    const other = join(home, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'bees.json'), example);
    expect(run([], false, { PLANWRIGHT_PLAYBOOKS: other }).text).toContain('keeping bees');
    expect(run([]).text).not.toContain('keeping bees');
  });

  it('[PB24] check tells what is wrong with a file, and where', () => {
    const file = join(home, 'bees.json');
    writeFileSync(file, example);
    expect(run(['check', file])).toMatchObject({ code: 0 });
    writeFileSync(file, example.replace('"course", "load"', '"curse"'));
    const bad = run(['check', file]);
    expect(bad.code).toBe(1);
    expect(bad.text).toContain('phases[1].tasks[0].after[0]: "curse" is no task');
    const told = JSON.parse(run(['check', file], true).text) as { usable: boolean };
    expect(told.usable).toBe(false);
    expect(run(['check', join(home, 'none.json')]).text).toContain('ENOENT');
  });

  it('[PB24] other words are refused with what to use', () => {
    expect(() => run(['frobnicate'])).toThrow('playbooks check FILE');
  });

  it('[PB25] doctor names own files that cannot be used', async () => {
    writeFileSync(join(home, 'playbooks', 'bad.json'), '{}');
    const { io, text } = printed();
    await runDoctor({ words: [], flags: {} } as never, configOf(), io);
    expect(text()).toContain('playbooks: 0 own');
    expect(text()).toContain(join(home, 'playbooks', 'bad.json'));
  });
});
