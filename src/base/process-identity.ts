// Which process this is, and whether another one is certainly gone. A PID alone says nothing: it is
// used again, and every container has its own. It counts within one start of one machine and one PID
// namespace, together with the time at which the process started. Whatever cannot be read proves nothing.
import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';

export interface ProcessIdentity {
  /** Of one start of one machine. */
  readonly boot: string;
  readonly namespace: string;
  readonly pid: number;
  /** Compared, never computed with. */
  readonly started: string;
}

export interface ProcessProbe {
  /** Null where it cannot be read; then nothing is provable about others either. */
  readonly self: ProcessIdentity | null;
  /** True only where it is proven. */
  isGone(other: ProcessIdentity): Promise<boolean>;
}

/** What the answers come from, for tests to replace. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  read(path: string): string;
  link(path: string): string;
  /** Whether a process has this PID, as far as the kernel says; whose it is does not matter. */
  hasPid(pid: number): boolean;
  run(command: string, args: readonly string[]): Promise<string>;
}

type Describe = (pid: number) => Promise<Pick<ProcessIdentity, 'started'> & { isZombie: boolean }>;

interface Platform {
  readonly place: Pick<ProcessIdentity, 'boot' | 'namespace'>;
  readonly describe: Describe;
  /** To describe one starts a command: it is asked once of each process. */
  readonly isCostly: boolean;
}

const commandTimeoutMs = 2_000;
const rememberedMax = 1_000;

const thisMachine: Machine = {
  platform: process.platform,
  pid: process.pid,
  read: (path) => readFileSync(path, 'utf8'),
  link: (path) => readlinkSync(path),
  hasPid(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // EPERM: it is there, and another user's.
      return (error as NodeJS.ErrnoException).code !== 'ESRCH';
    }
  },
  async run(command, args) {
    // Times as text must not depend on the settings of whoever asks.
    const options = { timeout: commandTimeoutMs, env: { LC_ALL: 'C', TZ: 'UTC' } };
    return (await promisify(execFile)(command, args, options)).stdout;
  },
};

/** See proc_pid_stat(5). The name, field 2, may hold spaces and parentheses. */
function readStat(text: string): Awaited<ReturnType<Describe>> {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', threads, started = ''] = [fields[0], Number(fields[17]), fields[19]];
  if (!/^\d+$/.test(started)) throw new TypeError('no start time');
  // A leader that has ended may leave threads behind, and those may still write.
  return { started, isZombie: ['Z', 'X'].includes(state) && threads <= 1 };
}

/** A time namespace shifts what is read as a start time. Kernels before 5.6 have none. */
function timeNamespace({ link }: Machine): string {
  try {
    return link('/proc/self/ns/time');
  } catch {
    return '';
  }
}

function linux(machine: Machine): Platform {
  const { read, link, pid } = machine;
  // Where /proc is of another namespace, its numbers are other processes than those we may signal.
  const pids = /^NSpid:\s+(.+)$/m.exec(read('/proc/self/status'))?.[1];
  if (link('/proc/self') !== `${pid}` || pids !== `${pid}`) throw new TypeError('a foreign /proc');
  const boot = read('/proc/sys/kernel/random/boot_id').trim();
  const namespace = `${link('/proc/self/ns/pid')} ${timeNamespace(machine)}`.trim();
  return {
    place: { boot, namespace },
    describe: async (other) => readStat(read(`/proc/${other}/stat`)),
    isCostly: false,
  };
}

async function darwin({ run }: Machine): Promise<Platform> {
  const boot = (await run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'])).trim();
  return {
    place: { boot, namespace: 'darwin' },
    async describe(pid) {
      const started = await run('/bin/ps', ['-o', 'lstart=', '-p', `${pid}`]);
      return { started: started.trim(), isZombie: false };
    },
    isCostly: true,
  };
}

async function identify(machine: Machine): Promise<[Platform, ProcessIdentity] | null> {
  try {
    const { platform, pid } = machine;
    if (platform !== 'linux' && platform !== 'darwin') return null;
    const found = platform === 'linux' ? linux(machine) : await darwin(machine);
    const { started } = await found.describe(pid);
    const self = { ...found.place, pid, started };
    return self.boot === '' || started === '' ? null : [found, self];
  } catch {
    return null;
  }
}

/** The proof for one PID of this place. */
function proofOf({ describe, isCostly }: Platform): (other: ProcessIdentity) => Promise<boolean> {
  const seenAlive = new Set<string>();
  return async ({ pid, started }) => {
    const name = `${pid} ${started}`;
    // Its PID may have been used again since: then the pulse decides.
    if (seenAlive.has(name)) return false;
    const now = await describe(pid);
    const isGone = now.isZombie || (now.started !== '' && now.started !== started);
    if (isCostly && !isGone && seenAlive.size < rememberedMax) seenAlive.add(name);
    return isGone;
  };
}

export async function openProbe(machine: Machine = thisMachine): Promise<ProcessProbe> {
  const found = await identify(machine);
  if (!found) return { self: null, isGone: async () => false };
  const [platform, self] = found;
  const isOtherOrZombie = proofOf(platform);
  return {
    self,
    async isGone(other) {
      const { boot, namespace, pid } = other;
      if (boot !== self.boot || namespace !== self.namespace || pid <= 0) return false;
      if (!machine.hasPid(pid)) return true;
      return isOtherOrZombie(other).catch(() => false);
    },
  };
}
