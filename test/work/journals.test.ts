import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalFolder, sweepJournals } from '../../src/work/journal-keeper.ts';
import { openJournals } from '../../src/work/safety/journal.ts';
import { toolStep } from '../../src/work/tool-step.ts';
import { person, tenant, WorkWorld } from '../support/work-world.ts';

let world: WorkWorld;
beforeEach(async () => {
  world = await WorkWorld.open();
});
afterEach(() => world.close());

const hourMs = 3_600_000;
const folder = () => journalFolder(join(world.base, 'data'));
const kept = () => readdirSync(folder()).length;
const sweep = (now: number) => sweepJournals(openJournals(folder()), world.store, now);
const write = (id: string, def = {}) =>
  toolStep({
    ...{ id, title: id, tool: 'file_write', def },
    params: { path: `${id}.txt`, content: id },
  });

describe('what is kept for undo', () => {
  it('[TL58] stays as long as the run can be undone, and an hour', async () => {
    const wait = { for: 'event', key: 'never' } as const;
    await world.start('exec_1', [write('a_1'), write('b_1', { wait })]);
    await world.inState('exec_1', 'a_1', 'VERIFIED');
    expect(await sweep(Date.now() + 1_000 * hourMs)).toBe(0);
    await world.start('exec_2', [write('c_1'), write('d_1')]);
    await world.ended('exec_2');
    expect([kept(), await sweep(Date.now()), kept()]).toEqual([3, 0, 3]);
    expect(await sweep(Date.now() + 2 * hourMs)).toBe(2);
    expect(kept()).toBe(1);
    await world.engine.control({
      ...{ tenant, run: 'exec_1', by: person },
      action: 'cancel',
      compensate: true,
      drainMs: 0,
    });
    expect(await world.ended('exec_1')).toBe('CANCELLED');
    expect(world.tree()).not.toContain('a_1.txt');
    expect(await sweep(Date.now() + 2 * hourMs)).toBe(1);
    expect(kept()).toBe(0);
  });

  it('[TL58] goes at once when the plan was erased', async () => {
    await world.start('exec_1', [write('a_1')]);
    await world.ended('exec_1');
    const plan = { id: 'plan_work1', tenant, created_by: person, created_at: 1, run: '', goal: '' };
    const put = { ...plan, title: '', erased_at: Date.now() };
    await world.engine.commit([{ rows: [{ table: 'plans', put }] }]);
    expect([await sweep(Date.now()), kept()]).toEqual([1, 0]);
  });

  it('[TL58] nothing is kept for a run that nobody knows', async () => {
    await world.start('exec_1', [write('a_1')]);
    await world.ended('exec_1');
    const other = await WorkWorld.open();
    expect(await sweepJournals(openJournals(folder()), other.store, 0)).toBe(1);
    await other.close();
  });
});
