import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stretchOf } from '../../src/engine/packed-refs.ts';
import { forkRun } from '../../src/work/fork.ts';
import { detectSandbox } from '../../src/work/safety/sandbox.ts';
import type { ToolOutput } from '../../src/work/tool-handler.ts';
import { toolStep } from '../../src/work/tool-step.ts';
import { person, tenant, type WorkOptions, WorkWorld } from '../support/work-world.ts';

let world: WorkWorld;
const open = async (options: WorkOptions = {}): Promise<void> => {
  world = await WorkWorld.open(options);
};
afterEach(() => world.close());

const write = (id: string, path: string, content: string, def = {}) =>
  toolStep({ id, title: 'Write', tool: 'file_write', params: { path, content }, def });
const command = { command: 'node', args: ['--version'] };
const runCommand = toolStep({ id: 'cmd_1', title: 'Run', tool: 'command_run', params: command });
const allowed = { commands: [{ command: 'node', args: [['**']] }] };

describe('steps by tools', () => {
  it('[TL41] a step by a tool is performed in the server, with its parameters from the contract', async () => {
    await open();
    world.file('a.txt', 'one\n');
    await world.start('exec_1', [
      write('make_1', 'deep/b.txt', 'two\n'),
      toolStep({
        id: 'read_1',
        title: 'Read',
        tool: 'file_read',
        params: { path: 'deep/b.txt' },
        def: { needs: ['make_1'] },
      }),
    ]);
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    const read = await world.output<ToolOutput>('exec_1', 'read_1');
    expect(read).toMatchObject({ tool: 'file_read', labels: [], result: { text: 'two\n' } });
    expect(world.errors).toEqual([]);
  });

  it('[TL41] cancel undoes them in reverse, byte for byte', async () => {
    await open();
    world.file('a.txt', 'one\n', 0o640);
    const before = world.tree();
    const wait = { for: 'event', key: 'never' } as const;
    await world.start('exec_1', [
      write('first_1', 'a.txt', 'two\n'),
      write('second_1', 'a.txt', 'three\n', { needs: ['first_1'] }),
      write('made_1', 'new/b.txt', 'b', { needs: ['second_1'] }),
      write('last_1', 'c.txt', 'c', { needs: ['made_1'], wait }),
    ]);
    await world.inState('exec_1', 'made_1', 'VERIFIED');
    expect(world.text('a.txt')).toBe('three\n');
    await world.engine.control({
      ...{ tenant, run: 'exec_1', by: person },
      action: 'cancel',
      compensate: true,
      drainMs: 0,
    });
    expect(await world.ended('exec_1')).toBe('CANCELLED');
    expect(world.tree()).toBe(before);
    expect((await world.row('exec_1', 'made_1'))?.state).toBe('COMPENSATED');
  });

  it('[TL42] with the setting off no tool has an effect: the step fails by policy and says how to turn it on', async () => {
    await open({ hasEffects: false });
    world.file('a.txt', 'one\n');
    const before = world.tree();
    const read = toolStep({
      id: 'read_1',
      title: 'Read',
      tool: 'file_read',
      params: { path: 'a.txt' },
    });
    await world.start(
      'exec_1',
      [read, write('make_1', 'b.txt', 'b'), runCommand],
      world.policy(allowed),
    );
    await world.inState('exec_1', 'read_1', 'VERIFIED');
    for (const step of ['make_1', 'cmd_1']) {
      const row = await world.inState('exec_1', step, 'FAILED');
      expect(row.attempt).toBe(1);
      expect(await world.error('exec_1', step)).toContain('PLANWRIGHT_AGENT_PLANNING=on');
    }
    expect(world.tree()).toBe(before);
  });

  it('[TL43] what the policy does not name fails at once; what may pass is tried again', async () => {
    await open();
    await world.start('exec_1', [write('out_1', '../out.txt', 'x'), runCommand], world.policy());
    for (const step of ['out_1', 'cmd_1']) {
      const row = await world.inState('exec_1', step, 'FAILED');
      expect([step, row.attempt]).toEqual([step, 1]);
    }
    const edit = toolStep({
      id: 'edit_1',
      title: 'Edit',
      tool: 'file_edit',
      params: { path: 'a.txt', replace: [{ old: 'x', new: 'y' }] },
    });
    await world.start('exec_2', [edit]);
    expect((await world.inState('exec_2', 'edit_1', 'FAILED')).attempt).toBe(3);
    const ends = await world.events('exec_2', 'attempt.ended');
    expect(ends.map((end) => end.class)).toEqual(['data', 'data', 'data']);
  });

  it('[TL43] an execution without a policy allows nothing, and a root outside the work folders is refused', async () => {
    await open({ folders: [] });
    await world.start('exec_1', [write('a_1', 'a.txt', 'x')], {});
    await world.inState('exec_1', 'a_1', 'FAILED');
    expect(await world.error('exec_1', 'a_1')).toContain('allows no files');
    await world.start('exec_2', [write('a_1', 'a.txt', 'x')]);
    await world.inState('exec_2', 'a_1', 'FAILED');
    expect(await world.error('exec_2', 'a_1')).toContain('PLANWRIGHT_WORK_FOLDERS');
  });

  it('[TL43] a policy that cannot be read allows nothing', async () => {
    await open();
    const policies = [{ limits: { file_bytes: 0 } }, { hosts: ['*'] }, { commands: 'all' }];
    for (const [index, more] of policies.entries()) {
      const run = `exec_${index}`;
      await world.start(run, [write('a_1', 'a.txt', 'x')], world.policy(more));
      expect((await world.inState(run, 'a_1', 'FAILED')).attempt).toBe(1);
      expect(await world.error(run, 'a_1')).toContain('cannot be used');
    }
    expect(world.tree()).toBe('');
  });

  it('[TL43] a root that is a link out of the work folders, or the data folder, is no root', async () => {
    await open();
    const { base } = world;
    await world.close({ keep: true });
    world = await WorkWorld.open({ folders: [join(base, 'root')] }, base);
    for (const folder of ['away', 'root-not']) mkdirSync(join(base, folder));
    symlinkSync(join(base, 'away'), join(base, 'root', 'link'));
    const scope = (root: string) => ({ file_scopes: { root, read: ['.'], write: ['.'] } });
    const roots = [join(base, 'root', 'link'), join(base, 'data'), `${base}/root-not`];
    for (const [index, root] of roots.entries()) {
      await world.start(`exec_${index}`, [write('a_1', 'a.txt', 'x')], scope(root));
      await world.inState(`exec_${index}`, 'a_1', 'FAILED');
      expect(await world.error(`exec_${index}`, 'a_1')).toContain('PLANWRIGHT_WORK_FOLDERS');
    }
  });

  it('[TL44] a command without a sandbox is proposed, waits, and runs once a person approved exactly it', async () => {
    await open();
    await world.start('exec_1', [runCommand], world.policy(allowed));
    const waiting = await world.inState('exec_1', 'cmd_1', 'WAITING');
    expect([waiting.wait_for, waiting.failures]).toEqual(['approval', 0]);
    await world.approve('exec_1', 'cmd_1');
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    const output = await world.output<ToolOutput>('exec_1', 'cmd_1');
    expect(output).toMatchObject({ labels: ['unsandboxed'], result: { exit_code: 0 } });
  });

  it('[TL44] after the approval another act than the approved one is proposed again, not done', async () => {
    const made: string[] = [];
    await open({
      mind: () => {
        made.push('asked');
        const args = ['-e', `require('fs').writeFileSync('${made.length}.txt','')`];
        return Promise.resolve({ tool: 'command_run', params: { command: 'node', args } });
      },
    });
    const before = world.tree();
    const def = { performer: 'model', tier: 2 } as const;
    const step = { ...runCommand, def: { ...runCommand.def, ...def } };
    await world.start('exec_1', [step], world.policy(allowed));
    const first = await world.inState('exec_1', 'cmd_1', 'WAITING');
    await world.approve('exec_1', 'cmd_1');
    await world.until(async () => {
      const row = await world.row('exec_1', 'cmd_1');
      return row?.state === 'WAITING' && row.wait_key !== first.wait_key;
    });
    expect(made).toHaveLength(2);
    expect(world.tree()).toBe(before);
  });

  it('[TL44] pre-approved by the policy, or shut in, it runs without asking', async () => {
    await open();
    await world.start(
      'exec_1',
      [runCommand],
      world.policy({ ...allowed, pre_approved: ['command_run'] }),
    );
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    await world.close();
    const sandbox = await detectSandbox();
    await open({ sandbox });
    await world.start('exec_1', [runCommand], world.policy(allowed));
    // Whichever is true on this machine.
    const state = sandbox.kind === 'none' ? 'WAITING' : 'VERIFIED';
    await world.inState('exec_1', 'cmd_1', state);
    await sandbox.close();
  });

  it('[TL44] the policy may make a tool riskier: T2 is proposed, T3 is left to a person', async () => {
    await open();
    const tiers = { file_write: 'T2', file_edit: 'T3' };
    const edit = toolStep({
      ...{ id: 'edit_1', title: 'Edit', tool: 'file_edit' },
      params: { path: 'a.txt', replace: [{ old: 'x', new: 'y' }] },
    });
    await world.start('exec_1', [write('make_1', 'b.txt', 'b'), edit], world.policy({ tiers }));
    const row = await world.inState('exec_1', 'make_1', 'WAITING');
    expect(row.wait_for).toBe('approval');
    expect((await world.inState('exec_1', 'edit_1', 'FAILED')).attempt).toBe(1);
    expect(world.tree()).toBe('');
  });

  it('[TL45] a question waits for a person and comes back with the answer; an answer in the parameters is none', async () => {
    await open();
    const params = { question: 'Which name?', answer: 'forged' };
    await world.start('exec_1', [
      toolStep({ id: 'ask_1', title: 'Ask', tool: 'ask_person', params }),
    ]);
    const row = await world.inState('exec_1', 'ask_1', 'WAITING');
    expect(row.wait_for).toBe('answer');
    await world.engine.control({
      ...{ tenant, run: 'exec_1', by: person },
      action: 'answer',
      step: 'ask_1',
      answer: 'Ada',
    });
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    const output = await world.output<ToolOutput>('exec_1', 'ask_1');
    expect(output.result).toEqual({ answer: 'Ada' });
  });

  it('[TL45] a wait goes on at its moment', async () => {
    await open();
    const until = new Date(Date.now() + 300).toISOString();
    await world.start('exec_1', [
      toolStep({ id: 'wait_1', title: 'Wait', tool: 'wait_until', params: { until } }),
    ]);
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
  });

  it('[TL46] undo that somebody else stands against waits for a person, and touches nothing', async () => {
    await open();
    const wait = { for: 'event', key: 'never' } as const;
    await world.start('exec_1', [
      write('a_1', 'a.txt', 'ours'),
      write('b_1', 'b.txt', 'b', { wait }),
    ]);
    await world.inState('exec_1', 'a_1', 'VERIFIED');
    writeFileSync(join(world.root, 'a.txt'), 'theirs');
    await world.engine.control({
      ...{ tenant, run: 'exec_1', by: person },
      action: 'cancel',
      compensate: true,
      drainMs: 0,
    });
    const row = await world.inState('exec_1', 'undo_a_1', 'WAITING');
    expect([row.wait_for, row.attempt]).toEqual(['answer', 1]);
    expect(world.text('a.txt')).toBe('theirs');
  });

  it('[TL46] undo is done also where effects were turned off meanwhile', async () => {
    await open();
    const wait = { for: 'event', key: 'never' } as const;
    await world.start('exec_1', [
      write('a_1', 'a.txt', 'ours'),
      write('b_1', 'b.txt', 'b', { wait }),
    ]);
    await world.inState('exec_1', 'a_1', 'VERIFIED');
    const { base } = world;
    await world.close({ keep: true });
    world = await WorkWorld.open({ hasEffects: false }, base);
    await world.engine.control({
      ...{ tenant, run: 'exec_1', by: person },
      action: 'cancel',
      compensate: true,
      drainMs: 0,
    });
    expect(await world.ended('exec_1')).toBe('CANCELLED');
    expect(world.tree()).toBe('');
  });

  it('[TL47] no secret of the server is in an output, an error or a proposal', async () => {
    await open({ secrets: ['s3cr3t-value-of-ours'] });
    world.file('a.txt', 'it is s3cr3t-value-of-ours here\n');
    const args = ['-e', 'throw new Error("s3cr3t-value-of-ours")'];
    await world.start(
      'exec_1',
      [
        toolStep({ id: 'read_1', title: 'Read', tool: 'file_read', params: { path: 'a.txt' } }),
        toolStep({
          id: 'cmd_1',
          title: 'Run',
          tool: 'command_run',
          params: { command: 'node', args },
          def: { attempts_max: 1 },
        }),
      ],
      world.policy(allowed),
    );
    await world.inState('exec_1', 'cmd_1', 'WAITING');
    await world.approve('exec_1', 'cmd_1');
    await world.inState('exec_1', 'cmd_1', 'FAILED');
    const ids = await world.store.contentIds('exec_1');
    const steps = await world.store.steps('exec_1');
    const specs = new Set(steps.map(({ spec }) => stretchOf(spec)?.whole ?? spec));
    const made = ids.filter((id) => !specs.has(id));
    const texts = await Promise.all(
      made.map(async (id) => JSON.stringify(await world.content(id))),
    );
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.filter((text) => text.includes('s3cr3t-value'))).toEqual([]);
    expect(texts.filter((text) => text.includes('[redacted]')).length).toBeGreaterThan(1);
  });

  it('[TL47] a mind that knows a secret does not get it out', async () => {
    const output = {
      told: 's3cr3t-value-of-ours',
      hex: Buffer.from('s3cr3t-value-of-ours').toString('hex'),
    };
    await open({ secrets: ['s3cr3t-value-of-ours'], mind: () => Promise.resolve({ output }) });
    const step = { ...runCommand, def: { ...runCommand.def, performer: 'model' as const } };
    await world.start('exec_1', [step]);
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    expect(await world.output('exec_1', 'cmd_1')).toEqual({
      told: '[redacted]',
      hex: '[redacted]',
    });
  });

  it('[TL55] a fork has no effects: its tools are played, and one that was to act is not run', async () => {
    await open();
    const wait = { for: 'event', key: 'never' } as const;
    await world.start('exec_1', [write('a_1', 'a.txt', 'a'), write('b_1', 'b.txt', 'b', { wait })]);
    await world.inState('exec_1', 'a_1', 'VERIFIED');
    const before = world.tree();
    const mail = { ...write('c_1', 'c.txt', 'c'), spec: { title: 'Mail' } };
    const added = [mail, { ...mail, def: { ...mail.def, id: 'd_1', action: 'send_email' } }];
    const wish = { run: 'exec_2', parent: 'exec_1', by: person, change: { added } };
    await forkRun(world.engine, world.store, wish);
    expect(await world.ended('exec_2')).toBe('COMPLETED');
    expect(world.tree()).toBe(before);
    const rows = await world.store.steps('exec_2');
    expect(new Set(rows.map(({ performer }) => performer))).toEqual(new Set(['engine']));
  });
});
