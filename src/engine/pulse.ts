// The pulse of an in-process worker: one timer row for all that it holds. While the process lives the
// row is moved on; when it rings, the process is dead or frozen, and its steps go to others. A second row
// says which process it is, so that another one on the same machine can prove it gone before that.
import type { ProcessIdentity } from '../base/process-identity.ts';
import type { DueRow, Store } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import {
  idlePulseMs,
  idleRenewMs,
  inProcessLeaseMs,
  inProcessRenewMs,
  pulseDueId,
} from './lease.ts';

export interface Pulse {
  /** Moves the row on now. */
  beat(): Promise<void>;
  /** From now on something is held: it must not stand for as long as one of an idle worker. */
  quicken(): void;
  stop(): Promise<void>;
}

export const processRoles = ['server', 'mcp', 'command'] as const;
export type ProcessRole = (typeof processRoles)[number];

/** Which process the worker is in; without an identity nobody can prove it gone. */
export interface OwnProcess {
  readonly role: ProcessRole;
  readonly self: ProcessIdentity | null;
}

export interface PulseOptions {
  readonly store: Store;
  readonly holder: string;
  readonly process: OwnProcess;
  /** Whether anything is held. */
  isBusy(): boolean;
  onLost(): Promise<void>;
  onError(error: unknown): void;
}

const unknown: ProcessIdentity = { boot: '', namespace: '', pid: 0, started: '' };

class RunningPulse implements Pulse {
  readonly #options: PulseOptions;
  readonly #id: string;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | null = null;
  /** When the row rings, as it was written last. */
  #ringsAt = 0;
  #isStopped = false;

  constructor(options: PulseOptions) {
    this.#options = options;
    this.#id = pulseDueId(options.holder);
  }

  async begin(): Promise<void> {
    const { store, holder, process } = this.#options;
    const row = this.#row();
    const put: Rows['processes'] = { id: holder, role: process.role, ...(process.self ?? unknown) };
    await store.commit([{ due: [{ set: row }], rows: [{ table: 'processes', put }] }]);
    this.#ringsAt = row.at;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), inProcessRenewMs).unref();
  }

  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  quicken(): void {
    const quickenNow = (): void => {
      if (this.#isLong()) this.#beatInTime();
    };
    // One under way may have begun when nothing was held.
    if (this.#beating) void this.#beating.then(quickenNow, quickenNow);
    else quickenNow();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    // Its error was reported where it was begun.
    await this.#beating?.catch(() => undefined);
    const { store, holder } = this.#options;
    await store.commit([
      { due: [{ clear: this.#id }], rows: [{ table: 'processes', remove: { id: holder } }] },
    ]);
  }

  #isLong(): boolean {
    return this.#ringsAt - this.#options.store.now() > inProcessLeaseMs;
  }

  #tick(): void {
    const left = this.#ringsAt - this.#options.store.now();
    // A worker that holds nothing writes as little as it can.
    const isFresh = left > idlePulseMs - idleRenewMs;
    if (this.#options.isBusy() || !isFresh) this.#beatInTime();
  }

  #beatInTime(): void {
    this.beat().catch(this.#options.onError);
  }

  #row(): DueRow {
    const { store, holder, isBusy } = this.#options;
    const at = store.now() + (isBusy() ? inProcessLeaseMs : idlePulseMs);
    const place = { tenant: '', run: '', step: holder, attempt: 0 };
    return { id: this.#id, at, kind: 'pulse', ...place };
  }

  async #beat(): Promise<void> {
    if (this.#isStopped) return;
    const { store, onLost } = this.#options;
    const set = this.#row();
    const [result] = await store.commit([{ require: [{ due: this.#id }], due: [{ set }] }]);
    if (result?.ok) {
      this.#ringsAt = set.at;
      return;
    }
    // It rang while we were frozen: what was held is not ours any more.
    await onLost();
    await this.begin();
  }
}

/** Resolves when the row is there: before that nothing may be taken. */
export async function startPulse(options: PulseOptions): Promise<Pulse> {
  const pulse = new RunningPulse(options);
  await pulse.begin();
  pulse.start();
  return pulse;
}
