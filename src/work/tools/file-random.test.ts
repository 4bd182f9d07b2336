import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolWorld, treeText } from '../../../test/support/tool-world.ts';
import { canAnchor } from '../safety/folder-handle.ts';

const secret = 'outside-secret-text';

const name = fc.constantFrom('a', 'b', 'c', 'link', '.git', 'ü', 'A');
const insidePath = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const target = fc.oneof(
  insidePath,
  fc.constantFrom(
    '..',
    '../outside',
    '../../outside',
    '../outside/secret.txt',
    '.',
    '/',
    '/etc/passwd',
    'link',
    '../root/a',
    '../data',
  ),
);
const node = fc.record({ path: insidePath, link: fc.option(target, { nil: null }) });

const piece = fc.oneof(
  name,
  fc.constantFrom(
    '..',
    '.',
    '',
    '...',
    '..\\..',
    '%2e%2e',
    '..\u200b',
    '.\u0000.',
    '\u202e',
    'u\u0308',
    'secret.txt',
    'outside',
    ' ',
    'a.',
    '~',
    '-rf',
    '\ud800',
  ),
);
const anyPath = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('/')),
  fc.constantFrom(
    '/etc/passwd',
    '//etc/passwd',
    '/',
    '',
    '\0',
    '../outside/secret.txt',
    'a'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 10 }).map((text) => `../outside/${text}`),
);

type Node = { path: string; link: string | null };

/** Whatever cannot be made, because something stands there, is left out. */
function plant(root: string, nodes: readonly Node[]): void {
  for (const { path, link } of nodes) {
    try {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      if (link === null) writeFileSync(join(root, path), `inside ${path}`, { flag: 'wx' });
      else symlinkSync(link, join(root, path));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}

const tools = [
  ['file_read', (path: string) => ({ path })],
  ['file_list', (path: string) => ({ path, depth: 5 })],
  ['file_write', (path: string) => ({ path, content: 'written' })],
  ['file_edit', (path: string) => ({ path, replace: [{ old: 'inside', new: 'edited' }] })],
] as const;

describe('random trees and random paths', () => {
  it('[TL1] no path, however it is spelled or linked, reads or changes anything outside', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(node, { maxLength: 12 }),
        fc.array(fc.tuple(anyPath, fc.constantFrom(...tools)), { minLength: 1, maxLength: 8 }),
        async (nodes, calls) => {
          const world = await ToolWorld.open({ read: ['.'], write: ['a', 'b', 'link'] });
          try {
            mkdirSync(join(world.base, 'outside'));
            writeFileSync(join(world.base, 'outside', 'secret.txt'), secret);
            plant(world.root, nodes);
            const outside = treeText(join(world.base, 'outside'));
            for (const [nth, [path, [tool, params]]] of calls.entries()) {
              const call = world.run(tool, params(path), world.context(`k/${nth}`));
              const text = await call.then(
                ({ output }) => JSON.stringify(output),
                (error: unknown) => String(error),
              );
              expect(text).not.toContain(secret);
              expect(text).not.toContain('root:x:');
            }
            expect(treeText(join(world.base, 'outside'))).toBe(outside);
          } finally {
            await world.close();
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('[TL1] what can be read by a plain path through links inside the root can be read', async () => {
    const world = await ToolWorld.open();
    try {
      await world.file('deep/er/a.txt', 'found');
      symlinkSync('deep/er', join(world.root, 'short'));
      symlinkSync('short/a.txt', join(world.root, 'file'));
      for (const path of ['short/a.txt', 'file', './deep//er/a.txt']) {
        expect((await world.run('file_read', { path })).output.text).toBe('found');
      }
      await world.run('file_write', { path: 'file', content: 'changed' });
      expect([world.text('deep/er/a.txt'), await realpath(join(world.root, 'file'))]).toEqual([
        'changed',
        join(world.root, 'deep/er/a.txt'),
      ]);
    } finally {
      await world.close();
    }
  });

  it('[TL2] a folder that is swapped for a link while a file is written leads nowhere', async () => {
    const world = await ToolWorld.open();
    const outside = join(world.base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'f.txt'), secret);
    await world.file('d/f.txt', 'inside');
    const folder = join(world.root, 'd');
    let isOver = false;
    // The tool may make the folder anew while it is away; then a move fails, and the next one counts.
    const tolerant = (move: Promise<void>): Promise<void> => move.catch(() => undefined);
    const swapping = (async () => {
      while (!isOver) {
        await tolerant(rename(folder, `${folder}-real`));
        await tolerant(symlink(outside, folder));
        await tolerant(rm(folder));
        await tolerant(rename(`${folder}-real`, folder));
      }
    })();
    const seen: string[] = [];
    const textOf = (call: ReturnType<ToolWorld['run']>): Promise<string> =>
      call.then(({ output }) => JSON.stringify(output), String);
    // Without descriptors in /proc only the compare after opening protects, which a race can beat.
    for (let round = 0; round < (canAnchor ? 200 : 1); round += 1) {
      const given = { path: 'd/f.txt', content: `${round}` };
      const write = textOf(world.run('file_write', given, world.context(`k/${round}`)));
      const read = textOf(world.run('file_read', { path: 'd/f.txt' }));
      seen.push(await write, await read);
    }
    isOver = true;
    await swapping;
    expect(treeText(outside)).toContain(Buffer.from(secret).toString('base64'));
    expect(treeText(outside).split('\n')).toHaveLength(2);
    expect(seen.join('\n')).not.toContain(secret);
    expect(seen.some((text) => text.includes('PlanwrightError'))).toBe(canAnchor);
    await world.close();
  });
});

type Act = { path: string; content: string; executable: boolean | undefined };

describe('random sequences of edits', () => {
  const act = fc.record({
    path: fc.constantFrom('a', 'b/c', 'b/d/e', 'f', 'g/h'),
    content: fc.constantFrom('', 'one\n', 'one\ntwo\n', 'two', '\u0000bin', 'ü\n'),
    executable: fc.constantFrom(undefined, true, false),
  });

  const paramsOf = ({ executable, ...rest }: Act) =>
    executable === undefined ? rest : { ...rest, executable };

  it('[TL13] undone in reverse order they leave the tree byte for byte as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(4), act), { maxLength: 10 }),
        fc.array(fc.tuple(fc.constantFrom('a', 'b/c', 'f'), fc.constantFrom(0o644, 0o600, 0o755)), {
          maxLength: 3,
        }),
        async (acts, found) => {
          const world = await ToolWorld.open();
          try {
            for (const [path, mode] of found) await world.file(path, `${path} was here\n`, mode);
            const before = world.tree();
            const steps: number[] = [];
            // A step's acts come together: the engine undoes whole steps.
            const sorted = [...acts].sort(([left], [right]) => left - right);
            for (const [step, given] of sorted) {
              if (!steps.includes(step)) steps.unshift(step);
              await world.run('file_write', paramsOf(given), world.context(`k/${step}`));
            }
            for (const step of steps) await world.undo('file_write', `k/${step}`);
            expect(world.tree()).toBe(before);
          } finally {
            await world.close();
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
