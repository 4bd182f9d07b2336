import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draftOf } from './draft.ts';
import { noPlaybooks, readOwnPlaybooks } from './own-playbooks.ts';
import { planOffline } from './run-offline.ts';
import { putUpShelf, shelf, shelfOf } from './shelf.ts';

const guide = readFileSync(new URL('../../../../docs/playbooks.md', import.meta.url), 'utf8');
const example = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-playbooks-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  putUpShelf(noPlaybooks);
});

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const named = (name: string) => example.replace('"beekeeping"', `"${name}"`);

describe('own playbooks', () => {
  it('[PB20] a folder that is not there holds none', () => {
    expect(readOwnPlaybooks(join(folder, 'none'))).toEqual(noPlaybooks);
  });

  it('[PB20] good ones are read, bad ones are named with what is wrong', () => {
    put('a.json', example);
    put('b.json', '{ "format": 1 }');
    put('notes.txt', 'no playbook');
    mkdirSync(join(folder, 'c.json'));
    const { good, bad } = readOwnPlaybooks(folder);
    expect(good.map(({ playbook }) => playbook.name)).toEqual(['beekeeping']);
    expect(bad.map(({ file }) => file)).toEqual([join(folder, 'b.json'), join(folder, 'c.json')]);
    expect(bad[0]?.problems.join()).toContain('name:');
    expect(bad[1]?.problems.join()).toContain('no plain file');
  });

  it('[PB20] a pipe that nobody writes to is named like any other, and not waited for', () => {
    put('a.json', example);
    const pipe = join(folder, 'x.json');
    // Windows has no such thing as a file.
    if (process.platform === 'win32') mkdirSync(pipe);
    else execFileSync('mkfifo', [pipe]);
    // In a process of its own: one that waits for a writer cannot be stopped from within.
    const source = new URL('./own-playbooks.ts', import.meta.url).href;
    const script = `const { readOwnPlaybooks } = await import(${JSON.stringify(source)});
      process.stdout.write(JSON.stringify(readOwnPlaybooks(${JSON.stringify(folder)})));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    const { good, bad } = JSON.parse(said) as ReturnType<typeof readOwnPlaybooks>;
    expect(good).toHaveLength(1);
    expect(bad).toEqual([{ file: pipe, problems: ['It is no plain file.'] }]);
  });

  it('[PB20] a file that assumes half of a thing becomes a plan', async () => {
    put('bees.json', example.replace('"assumed": 2,', '"assumed": 0.5,'));
    putUpShelf(readOwnPlaybooks(folder));
    const goal = 'Start beekeeping on a roof in Lyon';
    const { plan } = await planOffline({ planId: 'plan_b3', goal, startDate: '2026-11-16' });
    expect(plan.playbook).toMatchObject({ name: 'beekeeping' });
  });

  it('[PB20] the largest cost that a file may have becomes a plan', async () => {
    const cost = '"cost": { "lowUsd": 1, "baseUsd": 3e12, "highUsd": 1e13, "per": "hives" }';
    const dear = example.replace(/"cost": \{[^}]*\}/, cost);
    put('bees.json', dear.replace('"assumed": 2,', '"assumed": 100,'));
    putUpShelf(readOwnPlaybooks(folder));
    const goal = 'Start beekeeping on a roof in Chicago';
    const { plan } = await planOffline({ planId: 'plan_b4', goal, startDate: '2026-11-16' });
    expect(plan.playbook).toMatchObject({ name: 'beekeeping' });
  });

  it('[PB20] one name is taken once, and no more than a hundred files', () => {
    for (let index = 0; index < 102; index += 1)
      put(`p${String(index).padStart(3, '0')}.json`, example);
    const { good, bad } = readOwnPlaybooks(folder);
    expect(good).toHaveLength(1);
    expect(bad).toHaveLength(100);
    expect(bad[0]?.problems.join()).toContain('is already the name of');
    expect(bad.at(-1)?.problems.join()).toContain('102 playbooks');
  });

  it('[PB21] one of a shipped name replaces it', () => {
    put('event.json', named('event'));
    put('general.json', named('general'));
    const mine = shelfOf(readOwnPlaybooks(folder));
    expect(mine.playbooks).toHaveLength(shelf().playbooks.length);
    expect(mine.general.label).toBe('keeping bees');
    expect(mine.originOf('event')).toBe('own');
    expect(mine.originOf('software-product')).toBe('shipped');
    expect(mine.digest).not.toBe(shelf().digest);
  });

  it('[PB22] the example of the guide becomes a plan that says what it was made from', async () => {
    put('bees.json', example);
    putUpShelf(readOwnPlaybooks(folder));
    const goal = 'Start beekeeping with 3 hives on a roof in Lyon';
    const { plan } = await planOffline({ planId: 'plan_b1', goal, startDate: '2026-11-16' });
    const digest = shelf().playbooks.find(({ name }) => name === 'beekeeping')?.digest;
    expect(plan.playbook).toMatchObject({
      ...{ name: 'beekeeping', fit: 'clear', version: 1, origin: 'own' },
      digest,
    });
    const titles = plan.phases.flatMap(({ tasks }) => tasks.map(({ title }) => title));
    expect(titles).toContain('Buy 3 hives and colonies for the beekeeping');
    expect(titles.join()).toContain('load of the roof');
    const { phases, assumed } = draftOf({ planId: 'plan_b1', goal, startDate: '2026-11-16' });
    const costs = phases.flatMap(({ tasks }) => tasks.map(({ cost }) => cost?.base ?? 0));
    expect(costs.reduce((sum, each) => sum + each, 0)).toBe(assumed.costs.base);
  });

  it('[PB22] another shelf makes another draft of the same goal', () => {
    const intake = { planId: 'plan_b2', goal: 'Start beekeeping in Lyon', startDate: '2026-11-16' };
    expect(draftOf(intake).choice).toMatchObject({ name: 'general', origin: 'shipped' });
    put('bees.json', example);
    putUpShelf(readOwnPlaybooks(folder));
    expect(draftOf(intake).choice).toMatchObject({ name: 'beekeeping', origin: 'own' });
  });
});
