// The kill switch while a tool puts files back: no step by halves, nothing more is undone, and lifted the
// rest is undone, each step once.
import { afterEach, describe, expect, it } from 'vitest';
import { tenantScope } from '../../src/engine/switches.ts';
import { toolStep } from '../../src/work/tool-step.ts';
import { person, tenant, WorkWorld } from '../support/work-world.ts';

let world: WorkWorld;
afterEach(() => world.close());

const run = 'exec_1';
const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];

/** Changes every file at once. */
const edit = (id: string, from: string, to: string, needs: string[]) => {
  const diff = names
    .map((name) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-${from}\n+${to}\n`)
    .join('');
  return toolStep({ id, title: 'Edit', tool: 'file_edit', params: { diff }, def: { needs } });
};

const last = toolStep({
  ...{ id: 'last_1', title: 'Wait', tool: 'file_write', params: { path: 'z.txt', content: 'z' } },
  def: { needs: ['second_1'], wait: { for: 'event', key: 'never' } },
});

const switchTo = (isOn: boolean) =>
  world.engine.setSwitch({ scope: tenantScope(tenant), by: person, reason: 'Smoke.', isOn });

const countOf = async (type: string, step: string): Promise<number> =>
  (await world.events(run, type)).filter((data) => data.step === step).length;

describe('the kill switch in the middle of an undo by a tool', () => {
  it('[FC23] lets no step be undone by halves, begins none, and lifted undoes each once', async () => {
    let isUndoing = false;
    const thrown: Promise<void>[] = [];
    world = await WorkWorld.open({
      onPoint: (point) => {
        const isFirst = isUndoing && thrown.length === 0;
        if (isFirst && point === 'place-restored') thrown.push(switchTo(true));
      },
    });
    for (const name of names) world.file(name, 'one\n');
    const before = world.tree();
    await world.start(run, [
      edit('first_1', 'one', 'two', []),
      edit('second_1', 'two', 'three', ['first_1']),
      last,
    ]);
    await world.inState(run, 'first_1', 'VERIFIED');
    await world.inState(run, 'second_1', 'VERIFIED');
    isUndoing = true;
    const cancel = { action: 'cancel', compensate: true, drainMs: 0 } as const;
    await world.engine.control({ tenant, run, by: person, ...cancel });
    await world.until(async () => thrown.length > 0);
    await Promise.all(thrown);
    // Whether its worker was still at it or not, the step it was at is undone as a whole.
    await world.until(async () => names.every((name) => world.text(name) === 'two\n'));
    const claim = { tenant, holder: 'agent_a', performers: ['tool'], actions: null, run };
    expect(await world.engine.claim({ ...claim, leaseMs: 60_000, waitMs: 300 })).toBeNull();
    expect(await countOf('step.leased', 'undo_first_1')).toBe(0);
    expect(names.map((name) => world.text(name))).toEqual(names.map(() => 'two\n'));
    await switchTo(false);
    expect(await world.ended(run)).toBe('CANCELLED');
    expect(world.tree()).toBe(before);
    for (const step of ['second_1', 'first_1']) {
      expect([step, await countOf('step.compensated', step)]).toEqual([step, 1]);
    }
    expect(world.errors).toEqual([]);
  });
});
