// Who lives and who is gone: the pulses of the workers in this process, and those of all others. A
// worker is lost when its pulse rings, or as soon as its process is proven gone.
import type { ProcessProbe } from '../base/process-identity.ts';
import type { DueRow, Requirement, Store } from '../store/store.ts';
import { pulseDueId } from './lease.ts';
import { type OwnProcess, type Pulse, type PulseOptions, startPulse } from './pulse.ts';
import type { Runs } from './runs.ts';

/** The process that an engine runs in, and how it looks at others. */
export type ProcessView = OwnProcess & Pick<ProcessProbe, 'isGone'>;

type HeldBy = Pick<PulseOptions, 'holder' | 'isBusy'> & { onLost(): void };

interface PulsesParts {
  readonly store: Store;
  readonly runs: Runs;
  readonly onError: (error: unknown) => void;
  /** Without it nothing is known of processes, and pulses decide alone. */
  readonly process: ProcessView | null;
}

const orphansAtOnce = 500;
const processesAtOnce = 1_000;
/**
 * What a process sent to PostgreSQL just before it died may be carried out long after it was seen to be
 * gone: a statement lives for 30 s there, and on a machine at its limit it begins late. So the looks 0, 1,
 * 2, 4 … 32 after a loss, 80 s in all, search for its steps; each search reads all open runs.
 */
const searchedLooks: readonly number[] = [0, 1, 2, 4, 8, 16, 32];

export class Pulses {
  readonly #parts: PulsesParts;
  readonly #own = new Map<string, Pulse>();
  /** Since this process saw a loss, or began: the one that took over may have died in the middle of it. */
  #looks = 0;

  constructor(parts: PulsesParts) {
    this.#parts = parts;
  }

  async start({ holder, isBusy, onLost }: HeldBy): Promise<Pulse> {
    const { store, onError, process } = this.#parts;
    const pulse = await startPulse({
      ...{ store, holder, isBusy, onError },
      process: process ?? { role: 'command', self: null },
      onLost: () => {
        onLost();
        // What it took after its pulse rang was not expired by whoever heard that.
        return this.expireOrphans();
      },
    });
    this.#own.set(holder, pulse);
    return {
      beat: () => pulse.beat(),
      quicken: () => pulse.quicken(),
      stop: () => {
        this.#own.delete(holder);
        return pulse.stop();
      },
    };
  }

  /** A pulse is late. One of ours is only late: whoever hears it ring is alive. */
  async ring({ id, at, step: holder }: DueRow): Promise<void> {
    const own = this.#own.get(holder);
    if (own) return own.beat();
    await this.#lose(holder, [{ due: id, at }]);
    await this.expireOrphans();
  }

  /** Takes over from processes that are proven gone, and finds what they left. */
  async look(): Promise<void> {
    await this.#loseGone();
    const look = this.#looks;
    this.#looks += 1;
    if (searchedLooks.includes(look)) await this.expireOrphans();
  }

  /** Whether a server ran until now, as far as pulses and proofs tell. */
  async hasServer(): Promise<boolean> {
    const { store, process } = this.#parts;
    const now = store.now();
    for (const row of await store.processes(processesAtOnce)) {
      if (row.role !== 'server' || row.pulse_at <= now) continue;
      if (!(await process?.isGone(row))) return true;
    }
    return false;
  }

  /** Steps of workers without a pulse are lost by them. Refused where that is so already. */
  async expireOrphans(): Promise<void> {
    const { store, runs, onError } = this.#parts;
    const expire = async ({ run, step, attempt }: { run: string; step: string; attempt: number }) =>
      runs.get(run).submit({ commands: [{ type: 'expire', step, attempt }] });
    // One run that cannot be read must not keep the others from going on.
    await Promise.all(
      (await store.orphanedSteps(orphansAtOnce)).map((place) => expire(place).catch(onError)),
    );
  }

  async #loseGone(): Promise<void> {
    const { store, process } = this.#parts;
    if (!process) return;
    for (const row of await store.processes(processesAtOnce)) {
      if (this.#own.has(row.id) || !(await process.isGone(row))) continue;
      await this.#lose(row.id, []);
    }
  }

  async #lose(holder: string, require: readonly Requirement[]): Promise<void> {
    const due = [{ clear: pulseDueId(holder) }];
    const rows = [{ table: 'processes', remove: { id: holder } }] as const;
    await this.#parts.store.commit([{ require, due, rows }]);
    this.#looks = 0;
  }
}
