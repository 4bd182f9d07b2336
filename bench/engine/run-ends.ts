// Tells when a run is over without asking for it at every step: the store is only read from the
// moment the last step was begun.
import type { Engine } from '../../src/engine/engine.ts';
import type { Store } from '../../src/store/store.ts';

export interface RunEnd {
  readonly status: string;
  /** How many events the run has. */
  readonly events: number;
}

const endings: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

interface Waiting {
  isNear: boolean;
  resolve(end: RunEnd): void;
  reject(error: unknown): void;
}

export class RunEnds {
  readonly #store: Store;
  readonly #waiting = new Map<string, Waiting>();

  constructor(engine: Engine, store: Store) {
    this.#store = store;
    engine.onAdvance(({ run, isTelemetry }) => {
      const waiting = this.#waiting.get(run);
      if (waiting?.isNear && !isTelemetry) this.#look(run, waiting);
    });
  }

  of(run: string): Promise<RunEnd> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(run, { isNear: false, resolve, reject });
    });
  }

  isNear(run: string): void {
    const waiting = this.#waiting.get(run);
    if (waiting) waiting.isNear = true;
  }

  #look(run: string, waiting: Waiting): void {
    this.#store.run(run).then((row) => {
      if (row === null || !endings.includes(row.status)) return;
      this.#waiting.delete(run);
      waiting.resolve({ status: row.status, events: row.head_seq });
    }, waiting.reject);
  }
}
