// What one engine sees of the store: every call waits until the world lets it through, in any order,
// and a process that died hears nothing any more. So a commit may be lost before it reaches the
// store, or done without anybody ever hearing of it.
import { PlanwrightError } from '../../src/base/errors.ts';
import type { CommitResult, Store, WriteSet } from '../../src/store/store.ts';
import type { Dice } from './dice.ts';

/** Longer than anything: for those who will never get an answer. */
export const never = new Promise<never>(() => undefined);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class Traffic {
  readonly #dice: Dice;
  #waiting: (() => void)[] = [];

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(go: () => void): void {
    this.#waiting.push(go);
  }

  /** One call goes through, and all that follows from it in memory happens. */
  async letOneThrough(): Promise<void> {
    const last = this.#waiting.length - 1;
    const index = last > 0 ? this.#dice.int(0, last) : 0;
    const go = this.#waiting[index];
    const rest = this.#waiting.pop();
    if (rest && index < last) this.#waiting[index] = rest;
    go?.();
    await turn();
  }

  async quiet(): Promise<void> {
    await turn();
  }
}

export interface ProcessPorts {
  readonly traffic: Traffic;
  readonly real: Store;
  /** The store does not answer, though it may have done what was asked. */
  failsNow(): 'before' | 'after' | null;
  onCommitted(sets: readonly WriteSet[], results: readonly CommitResult[]): void;
}

const fault = (code: 'storage_failed' | 'outcome_unknown'): PlanwrightError =>
  new PlanwrightError(code, 'The store did not answer.');

/** An engine's process: it lives until it is killed. */
export class Process {
  isDead = false;
  /** When it went on after it stood still, by the store's clock. */
  wokeAt = 0;
  readonly store: Store;
  readonly #ports: ProcessPorts;
  readonly #listeners = new Set<() => void>();
  #frozen: (() => void)[] | null = null;

  constructor(ports: ProcessPorts) {
    this.#ports = ports;
    this.store = this.#wrap(ports.real);
  }

  /** It stands still, and does not know it when it goes on. */
  freeze(): void {
    this.#frozen ??= [];
  }

  thaw(): void {
    if (this.#frozen) this.wokeAt = this.#ports.real.now();
    const waiting = this.#frozen ?? [];
    this.#frozen = null;
    for (const go of waiting) this.#ports.traffic.add(go);
  }

  /** Somebody else has written something. */
  hear(): void {
    if (this.isDead) return;
    for (const listener of this.#listeners) listener();
  }

  #wrap(real: Store): Store {
    const reads = Object.entries(real).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'function'
        ? (...args: unknown[]) => this.#call(() => (value as Read)(...args))
        : value,
    ]);
    return {
      ...(Object.fromEntries(reads) as Store),
      now: real.now,
      commit: (sets) => this.#call(() => this.#commit(sets)),
      onForeignCommit: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      close: () => {
        this.isDead = true;
        return Promise.resolve();
      },
    };
  }

  async #commit(sets: readonly WriteSet[]): Promise<CommitResult[]> {
    const failing = this.#ports.failsNow();
    if (failing === 'before') throw fault('storage_failed');
    const results = await this.#ports.real.commit(sets);
    this.#ports.onCommitted(sets, results);
    if (failing === 'after') throw fault('outcome_unknown');
    return results;
  }

  #call<Value>(run: () => Promise<Value>): Promise<Value> {
    if (this.isDead) return never;
    return new Promise((resolve, reject) => {
      const go = (): void => {
        if (this.isDead) return;
        if (this.#frozen) {
          this.#frozen.push(go);
          return;
        }
        run().then(
          (value) => this.isDead || resolve(value),
          (error: unknown) => this.isDead || reject(error as Error),
        );
      };
      this.#ports.traffic.add(go);
    });
  }
}

type Read = (...args: unknown[]) => Promise<unknown>;
