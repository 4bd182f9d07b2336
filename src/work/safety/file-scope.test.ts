import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, ToolWorld } from '../../../test/support/tool-world.ts';
import { readPlain, writeTemporary } from './file-io.ts';
import { FileScope } from './file-scope.ts';
import { canAnchor, FolderHandle } from './folder-handle.ts';
import { checkedPath, isWithin, pathBelow } from './path-text.ts';
import { policySchema } from './policy.ts';

let world: ToolWorld;
beforeEach(async () => {
  world = await ToolWorld.open();
});
afterEach(() => world.close());

describe('the text of a path', () => {
  it.each([
    ['a/b', 'a/b'],
    ['./a//b/', 'a/b'],
    ['.', '.'],
    ['./', '.'],
    ['a b/ü/…', 'a b/ü/…'],
    ['..a/b..c', '..a/b..c'],
  ])('[TL3] %j is %j', (text, path) => {
    expect(checkedPath(text)).toBe(path);
  });

  it.each([
    '',
    '..',
    'a/../b',
    'a/..',
    '/a',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u200bb',
    'a\u202eb',
    'a\ufeff',
    'u\u0308',
    '\ud800',
    'a./b',
    'a ',
    'x'.repeat(256),
    'x/'.repeat(600),
  ])('[TL3] %j is refused', (text) => {
    expect(() => checkedPath(text)).toThrow();
  });

  it('[TL3] a scope holds itself and what is below, not what begins alike', () => {
    expect([isWithin('src', ['src']), isWithin('src/a', ['./src/']), isWithin('x', ['.'])]).toEqual(
      [true, true, true],
    );
    expect([isWithin('srca', ['src']), isWithin('.', ['src']), isWithin('src', [])]).toEqual([
      false,
      false,
      false,
    ]);
    expect(pathBelow('/r/a', ['/r'])).toBe('a');
    expect(() => pathBelow('/ra', ['/r'])).toThrow();
    expect(() => pathBelow('/r/../a', ['/r'])).toThrow();
  });
});

describe.each([canAnchor, false])('a file scope (by descriptor: %j)', (isAnchored) => {
  const open = (hidden: string[] = []) => FileScope.open(world.policy, { isAnchored, hidden });
  const read = async (scope: FileScope, path: string): Promise<string> =>
    scope.within(path, async (folder, name) =>
      (await readPlain(folder, name, 100)).bytes.toString(),
    );

  it('[TL2] a link on the way is followed only by name, never when a file is opened', async () => {
    await world.file('a/f', 'inside');
    writeFileSync(join(world.base, 'f'), 'outside');
    symlinkSync('a', join(world.root, 'in'));
    symlinkSync('..', join(world.root, 'out'));
    symlinkSync('../f', join(world.root, 'file'));
    symlinkSync('loop', join(world.root, 'loop'));
    symlinkSync('nowhere', join(world.root, 'dangling'));
    const scope = await open();
    expect(await scope.locate('in/f', 'read')).toBe('a/f');
    for (const path of ['out/f', 'file', 'loop', 'dangling', 'a/f/x']) {
      expect([path, (await errorOf(scope.locate(path, 'read'))).code]).toEqual([path, 'forbidden']);
    }
    expect(await read(scope, 'a/f')).toBe('inside');
    for (const path of ['in/f', 'out/f', 'file']) {
      expect([path, (await errorOf(read(scope, path))).code]).toEqual([path, 'forbidden']);
    }
  });

  it('[TL3] what is hidden is not there, by whatever name', async () => {
    const hidden = join(world.root, 'data');
    mkdirSync(hidden);
    symlinkSync(hidden, join(world.base, 'data-link'));
    symlinkSync('data', join(world.root, 'alias'));
    const scope = await open([join(world.base, 'data-link')]);
    for (const path of ['data', 'data/key', 'alias/key']) {
      expect((await errorOf(scope.locate(path, 'read'))).code).toBe('forbidden');
    }
    expect(await scope.locate('data2', 'read')).toBe('data2');
  });

  it('[TL3] a root that is missing or the whole system is refused', async () => {
    const none = policySchema.parse({ file_scopes: { root: join(world.base, 'none') } });
    expect((await errorOf(FileScope.open(none))).code).toBe('forbidden');
    symlinkSync('/', join(world.base, 'all'));
    const all = policySchema.parse({ file_scopes: { root: join(world.base, 'all') } });
    expect((await errorOf(FileScope.open(all))).code).toBe('forbidden');
    expect((await errorOf(FileScope.open(policySchema.parse({})))).code).toBe('forbidden');
  });

  it('[TL2] a folder that is swapped for a link after it was opened stays the one it was', async () => {
    await world.file('d/f', 'inside');
    mkdirSync(join(world.base, 'outside'));
    writeFileSync(join(world.base, 'outside/f'), 'outside');
    const folder = await FolderHandle.open(join(world.root, 'd'), isAnchored);
    renameSync(join(world.root, 'd'), join(world.root, 'moved'));
    symlinkSync('../outside', join(world.root, 'd'));
    const found = readPlain(folder, 'f', 100).then(({ bytes }) => bytes.toString(), String);
    expect(await found).toMatch(isAnchored ? /^inside$/ : /changed|replaced by a link/);
    const shape = { is: 'file', mode: 0o644, sha256: '', bytes: 1 } as const;
    const write = writeTemporary(folder, 't', Buffer.from('x'), shape).then(
      () => 'written',
      String,
    );
    expect(await write).toMatch(isAnchored ? /^written$/ : /replaced by a link/);
    expect(readdirSync(join(world.base, 'outside'))).toEqual(['f']);
    await folder.close();
  });

  it('[TL2] a folder takes plain names only', async () => {
    const folder = await FolderHandle.open(world.root, isAnchored);
    for (const name of ['', '.', '..', 'a/b', 'a\0']) expect(() => folder.at(name)).toThrow();
    await folder.close();
    symlinkSync(world.root, join(world.base, 'link'));
    expect((await errorOf(FolderHandle.open(join(world.base, 'link'), isAnchored))).code).toBe(
      'forbidden',
    );
  });
});
