import { afterEach, describe, expect, it } from 'vitest';
import { errorOf, ToolWorld } from '../../../test/support/tool-world.ts';
import { undoTool } from './run-tool.ts';
import { requireTool } from './table.ts';

const worlds: ToolWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** Changes one file, makes one in new folders, removes one. */
const edit = {
  diff: [
    '--- a/a.txt',
    '+++ b/a.txt',
    '@@ -1 +1 @@',
    '-one',
    '+ONE',
    '--- /dev/null',
    '+++ b/new/deep/b.txt',
    '@@ -0,0 +1 @@',
    '+made',
    '--- a/gone.txt',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-bye',
    '',
  ].join('\n'),
};

async function open(): Promise<{ world: ToolWorld; before: string }> {
  const world = await ToolWorld.open();
  worlds.push(world);
  await world.file('a.txt', 'one\n', 0o640);
  await world.file('gone.txt', 'bye\n');
  await world.file('other.txt', 'stays\n');
  return { world, before: world.tree() };
}

/** Stops when the given number of points was passed. */
function stopAfter(world: ToolWorld, count: number): void {
  let passed = 0;
  world.stopAt = () => passed++ === count;
}

async function pointsOf(): Promise<{ run: string[]; undo: string[]; after: string }> {
  const { world } = await open();
  await world.run('file_edit', edit);
  const run = [...world.passed];
  const after = world.tree();
  world.passed.length = 0;
  await world.undo('file_edit');
  return { run, undo: [...world.passed], after };
}

describe('a crash between any two steps of an effect', () => {
  it('[TL16] passes all points that a file can pass', async () => {
    const { run, undo } = await pointsOf();
    expect(run).toEqual([
      ...Array(4).fill('blob-written'),
      'begin-written',
      'folder-made',
      'folder-made',
      'temporary-written',
      'place-changed',
      'temporary-written',
      'place-changed',
      'place-changed',
      'done-written',
    ]);
    expect(new Set(undo)).toEqual(
      new Set([
        'close-written',
        'temporary-written',
        'place-restored',
        'folder-removed',
        'undone-written',
      ]),
    );
  });

  it('[TL16] the next attempt finishes it, and undo puts everything back', async () => {
    const { run, after } = await pointsOf();
    for (const nth of run.keys()) {
      const { world, before } = await open();
      stopAfter(world, nth);
      expect((await errorOf(world.run('file_edit', edit))).message).toContain('stopped at');
      world.stopAt = null;
      await world.run('file_edit', edit);
      expect([nth, world.tree()]).toEqual([nth, after]);
      await world.undo('file_edit');
      expect([nth, world.tree()]).toEqual([nth, before]);
    }
  });

  it('[TL16] undo at once puts everything back', async () => {
    const { run } = await pointsOf();
    for (const nth of run.keys()) {
      const { world, before } = await open();
      stopAfter(world, nth);
      await errorOf(world.run('file_edit', edit));
      world.stopAt = null;
      await world.undo('file_edit');
      expect([nth, world.tree()]).toEqual([nth, before]);
    }
  });

  it('[TL16] another act of the next attempt goes on from there, and undo puts everything back', async () => {
    const { run } = await pointsOf();
    for (const nth of run.keys()) {
      const { world, before } = await open();
      stopAfter(world, nth);
      await errorOf(world.run('file_edit', edit));
      world.stopAt = null;
      await world.run('file_write', { path: 'a.txt', content: 'other way\n' });
      expect([nth, world.text('a.txt')]).toEqual([nth, 'other way\n']);
      await world.undo('file_write');
      expect([nth, world.tree()]).toEqual([nth, before]);
    }
  });

  it('[TL16] an undo that stopped is finished by the next one', async () => {
    const { undo } = await pointsOf();
    for (const nth of undo.keys()) {
      const { world, before } = await open();
      await world.run('file_edit', edit);
      stopAfter(world, nth);
      await errorOf(world.undo('file_edit'));
      world.stopAt = null;
      expect((await errorOf(world.run('file_edit', edit))).code).toBe('not_allowed_now');
      await world.undo('file_edit');
      expect([nth, world.tree()]).toEqual([nth, before]);
    }
  });
});

describe('an undo that is stopped on the way', () => {
  /** Stopped at the first place that was restored; so much time passes with every further one. */
  async function stopped(
    stepMs: number,
  ): Promise<{ world: ToolWorld; before: string; done: number }> {
    const { world, before } = await open();
    await world.run('file_edit', edit);
    world.passed.length = 0;
    const stop = new AbortController();
    let nowMs = 1_700_000_000_000;
    world.stopAt = (point) => {
      if (point !== 'place-restored') return false;
      stop.abort(new Error('stopped'));
      nowMs += stepMs;
      return false;
    };
    const context = world.context('exec_1/step_1/undo', { signal: stop.signal, now: () => nowMs });
    const record = { key: 'exec_1/step_1', params: {} };
    await undoTool(requireTool('file_edit'), record, context).catch(() => undefined);
    world.stopAt = null;
    const done = world.passed.filter((point) => point === 'place-restored').length;
    return { world, before, done };
  }

  it('[FC23] is finished whole if that is soon', async () => {
    const { world, before, done } = await stopped(10);
    expect([done, world.tree()]).toEqual([3, before]);
    expect(await world.undo('file_edit')).toEqual([]);
  });

  it('[FC23] stops between two files if not, and the next one finishes it', async () => {
    const { world, before, done } = await stopped(400);
    expect(done).toBe(2);
    expect(await world.undo('file_edit')).toHaveLength(1);
    expect(world.tree()).toBe(before);
    expect(await world.undo('file_edit')).toEqual([]);
  });

  it('[FC23] does not begin when it was stopped before', async () => {
    const { world } = await open();
    await world.run('file_edit', edit);
    const after = world.tree();
    const signal = AbortSignal.abort(new Error('stopped'));
    const context = world.context('exec_1/step_1/undo', { signal });
    const record = { key: 'exec_1/step_1', params: {} };
    await expect(undoTool(requireTool('file_edit'), record, context)).rejects.toThrow('stopped');
    expect(world.tree()).toBe(after);
  });
});
