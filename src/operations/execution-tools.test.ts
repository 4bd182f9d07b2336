import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;
let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'planwright-tools-')));
  bakery = await openBakery({
    PLANWRIGHT_AGENT_PLANNING: 'on',
    PLANWRIGHT_WORK_FOLDERS: folder,
  });
});
afterAll(async () => {
  await bakery.close();
  await rm(folder, { recursive: true, force: true });
});

const policy = () => ({
  pre_approved: ['T2'],
  file_scopes: { root: folder, read: ['.'], write: ['.'] },
});

const writing = {
  step_id: 'extra_1',
  title: 'Write the menu',
  performer: 'tool',
  action: 'file_write',
  params: { path: 'menu.txt', content: 'bread\n' },
  priority: 9,
};

const patch = (more: object) =>
  bakery.ask('execution_patch', { execution_id: bakery.executionId, base_rev: 1, ...more });

const stateOf = async (id: string) => (await bakery.task(id))?.state;

describe('a step that a built-in tool performs', () => {
  it('[FC22] is done in its scope, checked by the engine, and undone when the run is', async () => {
    await bakery.start(policy());
    const look = {
      key: 'there',
      performer: 'tool',
      action: 'check_file',
      params: { path: 'menu.txt', contains: 'bread' },
    };
    expect((await patch({ add: [{ ...writing, checks: [look] }] })).status).toBe(200);
    const isDone = async () => (await stateOf('extra_1')) === 'COMPLETE';
    await vi.waitUntil(isDone, { timeout: 60_000, interval: 20 });
    expect(await readFile(join(folder, 'menu.txt'), 'utf8')).toBe('bread\n');
    await bakery.control('cancel', { drain_seconds: 0 });
    const isOver = async () => (await bakery.status()).state === 'CANCELLED';
    await vi.waitUntil(isOver, { timeout: 60_000, interval: 20 });
    await expect(readFile(join(folder, 'menu.txt'))).rejects.toThrow('ENOENT');
  });

  it('[FC22] never passes a check that finds otherwise, and never leaves its scope', async () => {
    await bakery.start(policy());
    await writeFile(join(folder, 'other.txt'), 'mine');
    const look = {
      key: 'there',
      performer: 'tool',
      action: 'check_file',
      params: { path: 'menu.txt', contains: 'cake' },
    };
    const outside = {
      ...writing,
      step_id: 'extra_2',
      params: { path: '../out.txt', content: 'x' },
    };
    const add = [{ ...writing, checks: [look], attempts_max: 1 }, outside];
    expect((await patch({ add })).status).toBe(200);
    const areOver = async () =>
      (await stateOf('extra_1')) === 'ERROR' && (await stateOf('extra_2')) === 'ERROR';
    await vi.waitUntil(areOver, { timeout: 60_000, interval: 20 });
    await expect(readFile(join(folder, '..', 'out.txt'))).rejects.toThrow('ENOENT');
    expect(await readFile(join(folder, 'other.txt'), 'utf8')).toBe('mine');
  });

  it('[FC22] is refused where there is no such tool, check or policy', async () => {
    await bakery.start(policy());
    const noTool = await patch({ add: [{ ...writing, action: 'send_rocket' }] });
    expect(noTool.code).toBe('INVALID_TOOL');
    const checks = [{ key: 'a', performer: 'tool', action: 'trust_me' }];
    expect((await patch({ add: [{ ...writing, checks }] })).code).toBe('INVALID_TOOL');
    const bad = { file_scopes: { root: 'relative' } };
    const made = await bakery.ask('execution_create', { plan_id: bakery.planId, policy: bad });
    expect([made.status, made.code]).toEqual([400, 'INVALID_ARGUMENTS']);
  });
});
