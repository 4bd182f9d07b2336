import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { type Machine, openProbe, type ProcessIdentity } from './process-identity.ts';

const bootFile = '/proc/sys/kernel/random/boot_id';
/** The name of a process may hold anything. */
const stat = (pid: number, started: string, state = 'S', threads = 11): string =>
  `${pid} (a) b (c) ${state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ${threads} 0 ${started} 99 100\n`;

interface Box {
  readonly files: Record<string, string>;
  readonly links: Record<string, string>;
  readonly pids: Set<number>;
}

/** Process 7 of a container in which 8 runs too. */
const box = (): Box => ({
  files: {
    [bootFile]: 'boot-1\n',
    '/proc/self/status': 'Name:\tnode\nNSpid:\t7\nThreads:\t11\n',
    '/proc/7/stat': stat(7, '700'),
    '/proc/8/stat': stat(8, '800'),
  },
  links: { '/proc/self': '7', '/proc/self/ns/pid': 'pid:[1]', '/proc/self/ns/time': 'time:[2]' },
  pids: new Set([7, 8]),
});

function fromTable(table: Readonly<Record<string, string>>, path: string): string {
  const text = table[path];
  if (text === undefined) throw new Error(`ENOENT ${path}`);
  return text;
}

const linux = ({ files, links, pids }: Box): Machine => ({
  platform: 'linux',
  pid: 7,
  read: (path) => fromTable(files, path),
  link: (path) => fromTable(links, path),
  hasPid: (pid) => pids.has(pid),
  run: () => Promise.reject(new Error('no commands here')),
});

const eight: ProcessIdentity = {
  boot: 'boot-1',
  namespace: 'pid:[1] time:[2]',
  pid: 8,
  started: '800',
};

const isGone = async (world: Box, other: ProcessIdentity = eight): Promise<boolean> =>
  (await openProbe(linux(world))).isGone(other);

describe('a process on Linux', () => {
  it('[EN54] is known by boot, namespaces, PID and start', async () => {
    const { self } = await openProbe(linux(box()));
    expect(self).toEqual({ ...eight, pid: 7, started: '700' });
  });

  it('[EN54] is gone when no process has its PID', async () => {
    const world = box();
    world.pids.delete(8);
    expect(await isGone(world)).toBe(true);
  });

  it('[EN54] is gone when its PID belongs to one that started at another time', async () => {
    expect(await isGone(box(), { ...eight, started: '799' })).toBe(true);
  });

  it('[EN54] is gone when nobody took its exit code yet and no thread is left', async () => {
    const world = box();
    world.files['/proc/8/stat'] = stat(8, '800', 'Z', 1);
    expect(await isGone(world)).toBe(true);
  });

  it.each([
    ['is there', {}, {}],
    ['is of another boot', {}, { boot: 'boot-2', pid: 99 }],
    ['is of another PID namespace', {}, { namespace: 'pid:[3] time:[2]', pid: 99 }],
    ['reads times in another namespace', {}, { namespace: 'pid:[1] time:[3]', pid: 99 }],
    ['could not say which process it is', {}, { boot: '', namespace: '', pid: 0, started: '' }],
    ['names no PID', {}, { pid: -1 }],
    ['is hidden from other users', { '/proc/8/stat': undefined }, { started: '799' }],
    ['is shown in a way that is not known', { '/proc/8/stat': '8 (a)' }, { started: '799' }],
    ['ended but for some of its threads', { '/proc/8/stat': stat(8, '800', 'Z', 4) }, {}],
  ])('[EN55] is not proven gone when it %s', async (_name, files, other) => {
    const world = box();
    for (const [path, text] of Object.entries(files)) {
      if (text === undefined) delete world.files[path];
      else world.files[path] = text;
    }
    expect(await isGone(world, { ...eight, ...other })).toBe(false);
  });

  it.each([
    ['/proc belongs to the host', { '/proc/self': '4711' }, {}],
    ['/proc shows it under two PIDs', {}, { '/proc/self/status': 'NSpid:\t7\t7\n' }],
    ['the kernel says nothing of namespaces', {}, { '/proc/self/status': 'Name:\tnode\n' }],
    ['the boot has no id', {}, { [bootFile]: '\n' }],
  ])('[EN55] proves nothing where %s', async (_name, links, files) => {
    const world = box();
    Object.assign(world.links, links);
    Object.assign(world.files, files);
    world.pids.delete(8);
    const probe = await openProbe(linux(world));
    expect(probe.self).toBeNull();
    expect(await probe.isGone(eight)).toBe(false);
  });

  it('[EN54] is known without a time namespace, as on older kernels', async () => {
    const world = box();
    delete world.links['/proc/self/ns/time'];
    const { self } = await openProbe(linux(world));
    expect(self?.namespace).toBe('pid:[1]');
  });
});

describe('a process on macOS', () => {
  const mac = (started: Record<string, string>, calls: string[] = []): Machine => ({
    ...linux(box()),
    platform: 'darwin',
    async run(command, args) {
      calls.push([command, ...args].join(' '));
      if (command.endsWith('sysctl')) return 'F0B6B2A6-UUID\n';
      return fromTable(started, args.at(-1) ?? '');
    },
  });
  const at = 'Thu Mar 26 10:00:00 2026';
  const other = { boot: 'F0B6B2A6-UUID', namespace: 'darwin', pid: 8, started: at };

  it('[EN54] is gone when its PID is free or belongs to one that started at another time', async () => {
    const { self, isGone: ask } = await openProbe(mac({ 7: `${at}\n`, 8: `${at}\n` }));
    expect(self).toEqual({ ...other, pid: 7 });
    expect(await ask({ ...other, pid: 9 })).toBe(true);
    expect(await ask({ ...other, started: 'Thu Mar 26 09:59:59 2026' })).toBe(true);
    expect(await ask({ ...other, boot: 'F0B6B2A6-OTHER', pid: 9 })).toBe(false);
  });

  it('[EN55] that lives is looked up once', async () => {
    const calls: string[] = [];
    const probe = await openProbe(mac({ 7: at, 8: `${at}\n` }, calls));
    const before = calls.length;
    expect(await probe.isGone(other)).toBe(false);
    expect(await probe.isGone(other)).toBe(false);
    expect(calls.slice(before)).toEqual(['/bin/ps -o lstart= -p 8']);
  });
});

it('[EN55] a process of a system that is not known proves nothing', async () => {
  const probe = await openProbe({ ...linux(box()), platform: 'win32' });
  expect(probe.self).toBeNull();
  expect(await probe.isGone({ ...eight, pid: 99 })).toBe(false);
});

describe('a process of this machine', () => {
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill('SIGKILL'));

  it('[EN54] [EN55] is gone once it was killed, and not before', async () => {
    const source = new URL('./process-identity.ts', import.meta.url).href;
    const script = `const { openProbe } = await import('${source}');
      console.log(JSON.stringify((await openProbe()).self)); setInterval(() => {}, 1e6);`;
    const args = ['--input-type=module', '-e', script];
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    const other = JSON.parse(String(line)) as ProcessIdentity;
    const { self, isGone: ask } = await openProbe();
    expect(self).toMatchObject({ pid: process.pid, boot: other.boot, namespace: other.namespace });
    expect(other.pid).toBe(child.pid);
    expect(await ask(other)).toBe(false);
    expect(await ask({ ...other, started: `${other.started}1` })).toBe(true);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(await ask(other)).toBe(true);
  });
});
