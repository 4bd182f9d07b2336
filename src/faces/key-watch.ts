// A stream may be open for days, and a call may wait; the key, or the cookie that stands for it, may be
// revoked meanwhile. Such are looked at once a second, each once however many streams and calls it has.
import { isPlanwrightError } from '../base/errors.ts';
import type { Proof } from './authenticate.ts';

interface Watched {
  readonly proof: Proof;
  readonly controller: AbortController;
  streams: number;
}

export interface KeyLease {
  /** Fires when the key is no longer good. */
  readonly signal: AbortSignal;
  release(): void;
}

const everyMs = 1_000;

export class KeyWatch {
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;

  watch(proof: Proof): KeyLease {
    const key = proof.text;
    const fresh = { proof, controller: new AbortController(), streams: 0 };
    const watched = this.#watched.get(key) ?? fresh;
    watched.streams += 1;
    this.#watched.set(key, watched);
    this.#timer ??= setInterval(() => void this.#look(), everyMs).unref();
    let isReleased = false;
    return {
      signal: watched.controller.signal,
      release: () => {
        if (!isReleased) this.#release(key, watched);
        isReleased = true;
      },
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #release(key: string, watched: Watched): void {
    watched.streams -= 1;
    if (watched.streams > 0) return;
    if (this.#watched.get(key) === watched) this.#watched.delete(key);
    if (this.#watched.size === 0) this.close();
  }

  async #look(): Promise<void> {
    for (const [key, watched] of this.#watched) {
      try {
        await watched.proof.check();
      } catch (error) {
        // A store that is away for a moment says nothing about the key.
        if (!isPlanwrightError(error) || error.code !== 'unauthorized') continue;
        this.#watched.delete(key);
        watched.controller.abort();
      }
    }
  }
}
