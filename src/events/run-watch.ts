// Waiting for a run to move: streams and waits sleep here and look again when told. A look may be
// for nothing; nobody relies on the telling, only on what the store then says.
import type { Advance } from '../engine/engine-api.ts';

type Wake = (advance: Advance) => void;

export class RunWatch {
  readonly #sleepers = new Map<string, Set<Wake>>();

  /** An empty run id means that some run moved elsewhere: everybody looks. */
  tell(advance: Advance): void {
    const meant =
      advance.run === '' ? [...this.#sleepers.values()] : [this.#sleepers.get(advance.run)];
    for (const wakes of meant) for (const wake of wakes ?? []) wake(advance);
  }

  watch(run: string, wake: Wake): () => void {
    const wakes = this.#sleepers.get(run) ?? new Set();
    wakes.add(wake);
    this.#sleepers.set(run, wakes);
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0 && this.#sleepers.get(run) === wakes) this.#sleepers.delete(run);
    };
  }

  get size(): number {
    return this.#sleepers.size;
  }
}

/** Remembers that it was rung before anybody waited, so nothing is missed between look and sleep. */
export class Bell {
  #isRung = false;
  #resolve: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#resolve?.();
  }

  /** True if rung, false if the time ran out or the signal fired. */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isRung && timeoutMs > 0 && !signal.aborted) await this.#sleep(timeoutMs, signal);
    const wasRung = this.#isRung;
    this.#isRung = false;
    return wasRung;
  }

  #sleep(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#resolve = null;
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done);
      this.#resolve = done;
    });
  }
}
