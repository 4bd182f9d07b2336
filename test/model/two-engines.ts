// Two real engines on one real SQLite file, as two processes would have it. Time stands still unless
// the test moves it, the clock of the stores and the timers together.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ManualClock } from '../../src/base/clock.ts';
import { createIds, seededRandomness } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { turn } from '../support/temp-engine.ts';

const pulseMs = 50;
/** Far more than anything needs: what goes on longer than this never ends. */
const maxRounds = 2_000;
const maxTurns = 200_000;

export class TwoEngines {
  readonly clock = new ManualClock(1_700_000_000_000);
  readonly errors: unknown[] = [];
  readonly #ids = createIds(this.clock, seededRandomness(11));
  readonly #folder = mkdtempSync(join(tmpdir(), 'planwright-model-'));
  readonly #engines: Engine[] = [];

  async open(): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    for (const index of [0, 1]) this.#engines[index] = await this.#openEngine();
  }

  async close(): Promise<void> {
    for (const engine of this.#engines) await this.settle(engine.close());
    vi.useRealTimers();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  engine(index: number): Engine {
    const engine = this.#engines[index % 2];
    if (!engine) throw new Error('not open');
    return engine;
  }

  get store(): Store {
    return this.engine(0).store;
  }

  /** As if the process was started anew: nothing in memory survives. */
  async restart(index: number): Promise<void> {
    await this.settle(this.engine(index).close());
    this.#engines[index % 2] = await this.#openEngine();
  }

  /** Timers inside the engines must go on while something is under way. */
  async settle<Value>(work: Promise<Value>): Promise<Value> {
    let isOver = false;
    void work
      .finally(() => {
        isOver = true;
      })
      .catch(() => undefined);
    for (let turns = 0; !isOver && turns < maxTurns; turns += 1) {
      await turn();
      if (turns % 4 === 3) vi.advanceTimersByTime(pulseMs);
    }
    if (!isOver) throw new Error('there is no answer');
    return work;
  }

  /** Moves the time and lets everything ring that is due by then. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    for (let rounds = 0; rounds < maxRounds; rounds += 1) {
      vi.advanceTimersByTime(5_000);
      await turn();
      if ((await this.store.due(this.clock.now(), 1)).length === 0) return;
    }
    throw new Error('what is due does not go away');
  }

  async #openEngine(): Promise<Engine> {
    const path = join(this.#folder, 'planwright.db');
    const store = openSqliteStore({ path, synchronous: 'NORMAL', clock: this.clock });
    const onError = (error: unknown): void => {
      this.errors.push(error);
    };
    const engine = new Engine({ store, ids: this.#ids, onError });
    await engine.open();
    return engine;
  }
}
