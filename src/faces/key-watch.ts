// A stream may be open for days, and a call may wait; the key may be revoked meanwhile. Such keys are
// looked at once a second, each once however many streams and calls it has.

import { isPlanwrightError } from '../base/errors.ts';
import { principalOfKey } from '../operations/principals.ts';
import type { AuthenticateOptions } from './authenticate.ts';

interface Watched {
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
  readonly #options: Pick<AuthenticateOptions, 'reader' | 'now'>;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Pick<AuthenticateOptions, 'reader' | 'now'>) {
    this.#options = options;
  }

  watch(key: string): KeyLease {
    const watched = this.#watched.get(key) ?? { controller: new AbortController(), streams: 0 };
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
    const { reader, now } = this.#options;
    for (const [key, watched] of this.#watched) {
      try {
        await principalOfKey(reader, key, now());
      } catch (error) {
        // A store that is away for a moment says nothing about the key.
        if (!isPlanwrightError(error) || error.code !== 'unauthorized') continue;
        this.#watched.delete(key);
        watched.controller.abort();
      }
    }
  }
}
