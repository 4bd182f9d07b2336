// Tools on every face: a command that writes elsewhere or calls out, paths that lead elsewhere, and an
// edit that is applied twice. What counts is what is on the disk and who was called.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentJson } from '../../src/engine/content.ts';
import { detectSandbox } from '../../src/work/safety/sandbox.ts';
import { places, shownFaces } from './matrix.ts';
import { stageAt } from './stage.ts';
import { Trial } from './trial.ts';

let isShut: boolean;
beforeAll(async () => {
  const sandbox = await detectSandbox();
  isShut = sandbox.kind !== 'none';
  await sandbox.close();
});

const toolStep = (step_id: string, action: string, params: object, more: object = {}) => ({
  ...{ step_id, title: `Use ${action}`, performer: 'tool', action, params, priority: 9, ...more },
});

/** Writes beside what it was given, calls somebody, and then does what it should. */
const script = (outside: string, host: string) => {
  const [name, port] = host.split(':');
  return `
    const fs = require('node:fs');
    const attempt = (act) => { try { act(); } catch {} };
    attempt(() => fs.writeFileSync('${outside}/stolen.txt', 'x'));
    attempt(() => fs.writeFileSync('../escaped.txt', 'x'));
    attempt(() => fs.writeFileSync('not-given.txt', 'x'));
    attempt(() => { fs.symlinkSync('${outside}', 'out/link'); fs.writeFileSync('out/link/linked.txt', 'x'); });
    const socket = require('node:net').connect(${port}, '${name}');
    const end = () => { fs.writeFileSync('out/mine.txt', 'mine'); process.exit(0); };
    socket.on('connect', end).on('error', end);
  `;
};

/** Ways out of the root: by name, by link, and through a folder that is a link. */
const escapes = (run: Trial) => {
  const paths = ['../out.txt', 'in/../../out.txt', join(run.outside, 'out.txt'), 'link/out.txt'];
  const writes = paths.map((path, nth) =>
    toolStep(`extra_${nth}`, 'file_write', { path, content: 'x' }),
  );
  const replace = [{ old: 'secret', new: 'stolen' }];
  return [
    ...writes,
    toolStep('extra_5', 'file_edit', { path: 'key.txt', replace }),
    toolStep('extra_6', 'file_read', { path: 'key.txt' }),
    toolStep('extra_7', 'file_read', { path: 'link/key.txt' }),
    toolStep('extra_8', 'file_list', { path: 'link' }),
  ];
};

describe.each(places)('scopes: $at on $store', (place) => {
  const stage = stageAt(place);

  it.each(shownFaces(place, 'command that leaves'))(
    '[FC22] %s: a command that writes elsewhere or calls out does neither, or waits for a person first',
    async (face) => {
      const run = new Trial(stage(), face);
      const { canary } = run.stage;
      mkdirSync(join(run.root, 'out'));
      const before = [run.tree(), run.tree(run.outside), canary.calls()];
      const args = ['-e', script(run.outside, canary.host)];
      const commands = [{ command: 'node', args: [['-e', '*']] }];
      await run.start(
        [
          toolStep('extra_1', 'command_run', { command: 'node', args, writes: ['out'] }),
          toolStep('extra_2', 'command_run', { command: 'sh', args: ['-c', 'echo x > out/x'] }),
          toolStep('extra_3', 'fetch_url', { url: canary.url }),
        ],
        run.policy({ commands }),
      );
      // Not on the list of commands, and not on the list of hosts.
      expect(await run.inState('FAILED', 'extra_2')).toMatchObject({ attempt: 1 });
      expect(await run.inState('FAILED', 'extra_3')).toMatchObject({ attempt: 1 });
      await run.inState(isShut ? 'VERIFIED' : 'WAITING');
      expect(run.text('out/mine.txt')).toBe(isShut ? 'mine' : null);
      const names = run.tree().split('\n');
      expect(names.filter((line) => /^(not-given|out\/x)/.test(line))).toEqual([]);
      expect([run.tree(run.outside), canary.calls()]).toEqual(before.slice(1));
      await run.cancel();
      expect([run.tree(), run.tree(run.outside), canary.calls()]).toEqual(before);
      await run.close('execution_patch', 'execution_create');
    },
  );

  it.each(shownFaces(place, 'path that leaves'))(
    '[FC22] %s: no link and no .. leads a tool out of its root, to write or to read',
    async (face) => {
      const run = new Trial(stage(), face);
      mkdirSync(join(run.root, 'in'));
      writeFileSync(join(run.outside, 'key.txt'), 'secret\n');
      symlinkSync(run.outside, join(run.root, 'link'));
      symlinkSync(join(run.outside, 'key.txt'), join(run.root, 'key.txt'));
      const before = [run.tree(), run.tree(run.outside)];
      const steps = escapes(run);
      await run.start(steps, run.policy());
      for (const { step_id } of steps) {
        expect(await run.inState('FAILED', step_id)).toMatchObject({ output: '', attempt: 1 });
      }
      expect([run.tree(), run.tree(run.outside)]).toEqual(before);
      expect(
        JSON.stringify(await run.must('execution_tasks', { execution_id: run.id })),
      ).not.toMatch(/secret/);
      await run.close('execution_patch', 'execution_create');
    },
  );

  it.each(shownFaces(place, 'edit applied twice'))(
    '[TL10] %s: an edit that is applied twice counts once, and is undone once',
    async (face) => {
      const run = new Trial(stage(), face);
      const { critic } = run.cast;
      run.file('menu.txt', 'loaf\n');
      const before = run.tree();
      const params = { path: 'menu.txt', replace: [{ old: 'loaf', new: 'loaf loaf' }] };
      const checks = [{ key: 'look', performer: 'agent' }];
      await run.start([toolStep('extra_1', 'file_edit', params, { checks })], run.policy());
      for (const [nth, verdict] of ['reject', 'accept'].entries()) {
        await run.inState('DONE');
        const check = await run.take(critic, `extra_1_c${nth + 1}look`);
        expect(run.text('menu.txt')).toBe('loaf loaf\n');
        await run.complete(check, critic, { message: 'Once more.' }, verdict);
      }
      const { output, attempt } = await run.inState('VERIFIED');
      const content = await run.stage.reader.content(output);
      expect(content && contentJson(content)).toMatchObject({ labels: ['already_applied'] });
      expect([attempt, run.text('menu.txt')]).toEqual([2, 'loaf loaf\n']);
      await run.cancel();
      expect(run.tree()).toBe(before);
      const undone = await run.events('step.compensated');
      expect(undone.map(({ data }) => data.step)).toEqual(['extra_1']);
      await run.close('execution_patch', 'execution_create');
    },
  );
});
