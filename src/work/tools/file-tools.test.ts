import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, ToolWorld } from '../../../test/support/tool-world.ts';
import { createRedactor } from '../safety/redact.ts';
import { previewTool } from './run-tool.ts';
import { requireTool } from './table.ts';

let world: ToolWorld;
beforeEach(async () => {
  world = await ToolWorld.open();
});
afterEach(() => world.close());

const codeOf = async (call: Promise<unknown>): Promise<string> => (await errorOf(call)).code;

describe('reading', () => {
  it('[TL5] gives a text file, whole or some lines, with its hash', async () => {
    await world.file('a/b.txt', 'one\ntwo\nthree\n');
    const { output } = await world.run('file_read', { path: 'a/b.txt' });
    expect(output).toMatchObject({
      path: 'a/b.txt',
      text: 'one\ntwo\nthree\n',
      bytes: 14,
      lines: 4,
    });
    const part = await world.run('file_read', { path: 'a/b.txt', from_line: 2, lines: 1 });
    expect(part.output.text).toBe('two');
  });

  it('[TL5] an absolute path below the root is taken, one outside is not', async () => {
    await world.file('a.txt', 'x');
    const { output } = await world.run('file_read', { path: join(world.root, 'a.txt') });
    expect(output.text).toBe('x');
    expect(await codeOf(world.run('file_read', { path: '/etc/passwd' }))).toBe('forbidden');
    expect(await codeOf(world.run('file_read', { path: `${world.root}-x/a` }))).toBe('forbidden');
  });

  it('[TL6] a file over the limit, a binary file and a missing one are errors', async () => {
    await world.file('large', 'x'.repeat(1_048_577));
    await world.file('limit', 'x'.repeat(1_048_576));
    await world.file('binary', Buffer.from([1, 0, 255]));
    expect(await codeOf(world.run('file_read', { path: 'large' }))).toBe('limit_exceeded');
    expect((await world.run('file_read', { path: 'limit' })).output.bytes).toBe(1_048_576);
    expect(await codeOf(world.run('file_read', { path: 'binary' }))).toBe('forbidden');
    expect(await codeOf(world.run('file_read', { path: 'none' }))).toBe('file_not_found');
    expect(await codeOf(world.run('file_read', { path: 'none/none' }))).toBe('file_not_found');
  });

  it('[TL4] a pipe, a folder and a device are not opened', async () => {
    execFileSync('mkfifo', [join(world.root, 'pipe')]);
    await world.file('folder/x', 'x');
    symlinkSync('/dev/zero', join(world.root, 'zero'));
    for (const path of ['pipe', 'folder', 'zero', '.']) {
      expect([path, await codeOf(world.run('file_read', { path }))]).toEqual([path, 'forbidden']);
    }
  });

  it('[TL5] lists what the scope holds, names links and skips git and the data folder', async () => {
    await world.file('src/a.ts', 'abc');
    await world.file('.git/config', 'x');
    symlinkSync('/etc', join(world.root, 'out'));
    const { output } = await world.run('file_list', { depth: 3 });
    expect(output.files).toEqual([
      { path: 'out', kind: 'link', bytes: 0 },
      { path: 'src', kind: 'folder', bytes: 0 },
      { path: 'src/a.ts', kind: 'file', bytes: 3 },
    ]);
    expect(await codeOf(world.run('file_list', { path: 'out' }))).toBe('forbidden');
    expect(await codeOf(world.run('file_list', { path: 'none' }))).toBe('file_not_found');
    for (let nth = 0; nth < 60; nth += 1) await world.file(`many/${nth}`, '');
    expect(await codeOf(world.run('file_list', { path: 'many' }))).toBe('limit_exceeded');
  });
});

describe('writing', () => {
  it('[TL7] makes folders, keeps the mode and leaves no temporary file', async () => {
    const made = await world.run('file_write', { path: 'a/b/c.txt', content: 'new\n' });
    expect(made.output).toMatchObject({
      files: [{ path: 'a/b/c.txt', bytes: 4 }],
      diff: '--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,1 @@\n+new\n',
    });
    await world.file('run.sh', 'old', 0o750);
    await world.run(
      'file_write',
      { path: 'run.sh', content: 'bmV3', encoding: 'base64' },
      world.context('k/2'),
    );
    expect([world.text('run.sh'), statSync(join(world.root, 'run.sh')).mode & 0o7777]).toEqual([
      'new',
      0o750,
    ]);
    await world.run(
      'file_write',
      { path: 'x.sh', content: '', executable: true },
      world.context('k/3'),
    );
    expect(statSync(join(world.root, 'x.sh')).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(world.root, 'a/b'))).toEqual(['c.txt']);
  });

  it('[TL3] stays in the write scope, out of git and out of the data folder', async () => {
    const narrow = await ToolWorld.open({ read: ['.'], write: ['src', 'one.txt'] });
    try {
      mkdirSync(join(narrow.root, 'src'));
      const write = (path: string) =>
        codeOf(narrow.run('file_write', { path, content: 'x' }, narrow.context(path)));
      await narrow.run('file_write', { path: 'src/a', content: 'x' }, narrow.context('k/1'));
      expect(narrow.text('src/a')).toBe('x');
      for (const path of [
        'srcx',
        'src2/a',
        'other',
        '.git/hooks/pre-commit',
        'src/.GIT/config',
        'src/git~1/x',
      ]) {
        expect([path, await write(path)]).toEqual([path, 'forbidden']);
      }
    } finally {
      await narrow.close();
    }
  });

  it('[TL6] a content over the limit changes nothing', async () => {
    const call = world.run('file_write', { path: 'a', content: 'x'.repeat(1_048_577) });
    expect(await codeOf(call)).toBe('limit_exceeded');
    expect(existsSync(join(world.root, 'a'))).toBe(false);
  });

  it('[TL8] a preview shows the diff and touches nothing', async () => {
    await world.file('a.txt', 'one\ntwo\n');
    const before = world.tree();
    const params = { path: 'a.txt', replace: [{ old: 'two', new: '2' }] };
    const preview = await previewTool(requireTool('file_edit'), params, world.context());
    expect(preview.diff).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n');
    expect(world.tree()).toBe(before);
    expect(existsSync(join(world.data, 'journal'))).toBe(false);
    const { output } = await world.run('file_edit', params);
    expect(output.diff).toBe(preview.diff);
    const again = await previewTool(requireTool('file_edit'), params, world.context());
    expect(again).toMatchObject({ diff: '', labels: ['already_applied'] });
  });
});

describe('a preview of what is no text', () => {
  const previewOf = (params: object) =>
    previewTool(requireTool('file_write'), params, world.context());

  it('[TL8] shows a change of the mode, of bytes, and none', async () => {
    await world.file('run.sh', 'x\n');
    const mode = await previewOf({ path: 'run.sh', content: 'x\n', executable: true });
    expect(mode.diff).toBe('diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n');
    const same = await previewOf({ path: 'run.sh', content: 'x\n' });
    expect([same.diff, same.summary]).toEqual(['', 'Write run.sh: nothing would change.']);
    const bytes = await previewOf({ path: 'run.sh', content: 'AAE=', encoding: 'base64' });
    expect(bytes.diff).toBe('Binary file run.sh: 2 bytes become 2 bytes\n');
  });

  it('[TL8] says that it is cut, and no cut halves a secret', async () => {
    const secret = 'QZQZQZQZQZ';
    const redactor = createRedactor([secret]);
    for (let gap = 199_940; gap < 199_980; gap += 3) {
      const params = { path: 'a', content: `${'.'.repeat(gap)}${secret}${'.'.repeat(999)}` };
      const context = world.context('k/1', { redactor });
      const { diff, labels } = await previewTool(requireTool('file_write'), params, context);
      expect([/Q/.test(diff), labels]).toEqual([false, ['truncated']]);
    }
  });
});

describe('editing', () => {
  const twoFiles = [
    '--- a/a.txt',
    '+++ b/a.txt',
    '@@ -1,2 +1,2 @@',
    '-one',
    '+ONE',
    ' two',
    '--- /dev/null',
    '+++ b/new/b.txt',
    '@@ -0,0 +1 @@',
    '+made',
    '--- a/gone.txt',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-bye',
    '',
  ].join('\n');

  it('[TL9] a diff changes, makes and removes files, all of them or none', async () => {
    await world.file('a.txt', 'one\ntwo\n');
    await world.file('gone.txt', 'bye\n');
    const before = world.tree();
    await world.run('file_edit', { diff: twoFiles });
    expect([
      world.text('a.txt'),
      world.text('new/b.txt'),
      existsSync(join(world.root, 'gone.txt')),
    ]).toEqual(['ONE\ntwo\n', 'made\n', false]);
    expect(await world.undo('file_edit')).toHaveLength(3);
    expect(world.tree()).toBe(before);
    await world.file('gone.txt', 'something else\n');
    const other = world.tree();
    expect(await codeOf(world.run('file_edit', { diff: twoFiles }, world.context('k/2')))).toBe(
      'INVALID_ARGUMENTS',
    );
    expect(world.tree()).toBe(other);
  });

  it('[TL9] a text to replace must stand there exactly once', async () => {
    await world.file('a.txt', 'x y x\n');
    const edit = (old: string) =>
      codeOf(world.run('file_edit', { path: 'a.txt', replace: [{ old, new: 'z' }] }));
    expect(await edit('x')).toBe('INVALID_ARGUMENTS');
    expect(await edit('q')).toBe('INVALID_ARGUMENTS');
    expect(world.text('a.txt')).toBe('x y x\n');
    await world.run('file_edit', { path: 'a.txt', replace: [{ old: 'y', new: '$&' }] });
    expect(world.text('a.txt')).toBe('x $& x\n');
  });

  it('[TL10] the same edit under the same key counts once, whoever tries again', async () => {
    await world.file('a.txt', 'n\n');
    const params = { path: 'a.txt', replace: [{ old: 'n', new: 'nn' }] };
    const first = await world.run('file_edit', params);
    const second = await world.run(
      'file_edit',
      params,
      world.context('exec_1/step_1', { attempt: 2 }),
    );
    expect(world.text('a.txt')).toBe('nn\n');
    expect([first.labels, second.labels]).toEqual([[], ['already_applied']]);
    expect(second.output).toEqual(first.output);
  });

  it('[TL10] put back to what it was, the edit is applied again', async () => {
    await world.file('a.txt', 'n\n');
    const params = { path: 'a.txt', replace: [{ old: 'n', new: 'nn' }] };
    await world.run('file_edit', params);
    await world.file('a.txt', 'n\n');
    await world.run('file_edit', params);
    expect(world.text('a.txt')).toBe('nn\n');
  });

  it('[TL11] a file that somebody else changed in between is left alone', async () => {
    await world.file('a.txt', 'n\n');
    const params = { path: 'a.txt', replace: [{ old: 'n', new: 'nn' }] };
    await world.run('file_edit', params);
    await world.file('a.txt', 'somebody n\n');
    const error = await errorOf(world.run('file_edit', params));
    expect([error.code, error.facts.places]).toEqual(['conflict', ['a.txt']]);
    expect(world.text('a.txt')).toBe('somebody n\n');
    const undo = await errorOf(world.undo('file_edit'));
    expect([undo.code, undo.facts.needs]).toEqual(['conflict', 'person']);
    expect(world.text('a.txt')).toBe('somebody n\n');
  });

  it('[TL11] a changed mode is a change too', async () => {
    await world.file('a.txt', 'n\n');
    await world.run('file_write', { path: 'a.txt', content: 'm\n' });
    chmodSync(join(world.root, 'a.txt'), 0o600);
    expect(await codeOf(world.undo('file_write'))).toBe('conflict');
  });

  it('[TL12] several acts of one step are undone together, also when repeated in order', async () => {
    await world.file('a.txt', '1\n');
    const before = world.tree();
    const acts = [2, 3, 4].map((n) => ({ path: 'a.txt', content: `${n}\n` }));
    for (const act of acts) await world.run('file_write', act);
    for (const act of acts) {
      expect((await world.run('file_write', act)).labels).toEqual(['already_applied']);
    }
    expect(world.text('a.txt')).toBe('4\n');
    await world.undo('file_write');
    expect(world.tree()).toBe(before);
  });

  it('[TL31] steps that edit one file at the same time all count', async () => {
    await world.file('list.txt', 'end\n');
    const shared = world.context();
    const edits = Array.from({ length: 12 }, (_, nth) => {
      const params = { path: 'list.txt', replace: [{ old: 'end', new: `${nth}\nend` }] };
      return world.run('file_edit', params, { ...shared, key: `k/${nth}` });
    });
    await Promise.all(edits);
    expect(world.text('list.txt').split('\n')).toHaveLength(14);
  });

  it('[TL10] two attempts of one step at the same time count once', async () => {
    await world.file('a.txt', 'n\n');
    const shared = world.context();
    const params = { path: 'a.txt', replace: [{ old: 'n', new: 'nn' }] };
    const both = await Promise.all([
      world.run('file_edit', params, shared),
      world.run('file_edit', params, shared),
    ]);
    expect([world.text('a.txt'), both.flatMap(({ labels }) => labels)]).toEqual([
      'nn\n',
      ['already_applied'],
    ]);
  });
});

describe('undoing', () => {
  it('[TL13] is done once, and changes after it are kept', async () => {
    await world.file('a.txt', 'old\n');
    await world.run('file_write', { path: 'a.txt', content: 'new\n' });
    expect(await world.undo('file_write')).toEqual(['a.txt']);
    await world.file('a.txt', 'new\n');
    expect(await world.undo('file_write')).toEqual([]);
    expect(world.text('a.txt')).toBe('new\n');
  });

  it('[TL14] a late attempt of an undone step has no effect', async () => {
    const params = { path: 'a.txt', content: 'late\n' };
    await world.undo('file_write');
    expect(await codeOf(world.run('file_write', params))).toBe('not_allowed_now');
    expect(existsSync(join(world.root, 'a.txt'))).toBe(false);
  });

  it('[TL14] an attempt that was taken away has no effect', async () => {
    const caller = new AbortController();
    caller.abort(new Error('taken away'));
    const context = world.context('k/1', { signal: caller.signal });
    await errorOf(world.run('file_write', { path: 'a.txt', content: 'x' }, context));
    expect(existsSync(join(world.root, 'a.txt'))).toBe(false);
  });

  it('[TL13] folders made on the way go, unless somebody put something in', async () => {
    const before = world.tree();
    await world.run('file_write', { path: 'a/b/c.txt', content: 'x' });
    await world.undo('file_write');
    expect(world.tree()).toBe(before);
    await world.run('file_write', { path: 'a/b/c.txt', content: 'x' }, world.context('k/2'));
    await world.file('a/mine.txt', 'mine');
    await world.undo('file_write', 'k/2');
    expect([existsSync(join(world.root, 'a/b')), world.text('a/mine.txt')]).toEqual([
      false,
      'mine',
    ]);
  });

  it('[TL13] steps are undone in reverse order, each back to what it found', async () => {
    await world.file('a.txt', '0\n');
    for (const n of [1, 2, 3]) {
      await world.run('file_write', { path: 'a.txt', content: `${n}\n` }, world.context(`k/${n}`));
    }
    expect(await codeOf(world.undo('file_write', 'k/2'))).toBe('conflict');
    for (const n of [3, 2, 1]) await world.undo('file_write', `k/${n}`);
    expect(world.text('a.txt')).toBe('0\n');
  });

  it('[TL15] a journal line cut in half by a crash is as if it was never written', async () => {
    await world.file('a.txt', 'old\n');
    await world.run('file_write', { path: 'a.txt', content: 'new\n' });
    const folder = join(world.data, 'journal', readdirSync(join(world.data, 'journal'))[0] ?? '');
    const log = join(folder, 'log');
    writeFileSync(log, `0123456789abcdef {"kind":"und${'x'.repeat(5_000)}`, { flag: 'a' });
    expect(await world.undo('file_write')).toEqual(['a.txt']);
    expect(await world.undo('file_write')).toEqual([]);
    expect(world.text('a.txt')).toBe('old\n');
    expect(statSync(log).mode & 0o077).toBe(0);
  });

  it('[TL15] a journal that is forgotten can undo nothing any more', async () => {
    const context = world.context();
    await world.run('file_write', { path: 'a.txt', content: 'new\n' }, context);
    await context.journals.forget(context.key);
    expect([await world.undo('file_write'), world.text('a.txt')]).toEqual([[], 'new\n']);
  });

  it('[TL15] a rotten journal changes nothing', async () => {
    await world.run('file_write', { path: 'a.txt', content: 'new\n' });
    const folder = join(world.data, 'journal', readdirSync(join(world.data, 'journal'))[0] ?? '');
    rmSync(join(folder, 'log'));
    writeFileSync(join(folder, 'log'), '0123456789abcdef {"kind":"begin"}\n0123456789abcdef {}\n');
    expect(await codeOf(world.undo('file_write'))).toBe('log_corrupt');
    expect(world.text('a.txt')).toBe('new\n');
  });
});
