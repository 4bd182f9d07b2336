// Whether the server can do its work: its engine lives, a small write reaches the store within a time
// limit, and the disk has room. One probe at a time, and its answer serves all who ask within half a
// second: anyone may ask, and must not be able to keep the store busy.
import { isPlanwrightError } from '../base/errors.ts';
import type { Health, HealthProblem } from '../contract/health.ts';

export interface HealthParts {
  /** False once the engine has died. */
  isAlive(): boolean;
  /** Commits so many bytes that nobody reads. */
  write(bytes: number): Promise<void>;
  /** On the disk of the data; null where that is not ours to know. */
  freeBytes(): Promise<number | null>;
}

export interface HealthLimits {
  /** A probe that takes longer counts as failed. */
  readonly answerMs: number;
  readonly freshMs: number;
}

/** Together less than the 2 s in which an answer tells of a store that has just begun to hang. */
export const healthLimits: HealthLimits = { answerMs: 1_250, freshMs: 500 };

export interface HealthReport {
  readonly status: Health['status'];
  readonly problems: readonly HealthProblem[];
}

const mebibyte = 1_048_576;
/** A commit may need this much; below it some fail already. */
const fullBelowBytes = 4 * mebibyte;
const lowBelowBytes = 256 * mebibyte;

const smallBytes = 16;
/** A full file takes small changes in place, so a probe after a full disk has to need new pages. */
const wideBytes = 48 * 1024;

/** What a caller was told of the store that the next probe should not miss. */
const fullCode = 'storage_full';

const problem = (code: string, message: string): HealthProblem => ({ code, message });

const noEngine = problem('engine_stopped', 'The engine has stopped. The process ends now.');
const stopping = problem('stopping', 'The server is stopping.');
const low = problem('disk_low', 'The disk of the data is nearly full. Free some space.');
const full = problem(fullCode, 'The disk of the data is full. Free some space.');

const late = (ms: number): HealthProblem =>
  problem(
    'storage_busy',
    `A write did not finish within ${ms} ms. Another process may hold the database.`,
  );

/** Messages of unexpected errors may name what is not for everyone. */
const problemOf = (error: unknown): HealthProblem =>
  isPlanwrightError(error) && error.code !== 'INTERNAL_ERROR'
    ? problem(error.code, error.message)
    : problem('storage_failed', 'A write failed. The log says why.');

export class HealthCheck {
  readonly #parts: HealthParts;
  readonly #limits: HealthLimits;
  #probe: Promise<HealthProblem | null> | null = null;
  #startedMs = 0;
  #known: { readonly atMs: number; readonly found: HealthProblem | null } | null = null;
  #wasFull = false;
  #isStopping = false;

  constructor(parts: HealthParts, limits: HealthLimits = healthLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  /** A call failed with this code: a disk that is full is not well because a small write fits. */
  failed(code: string): void {
    if (code === fullCode) this.#wasFull = true;
  }

  stop(): void {
    this.#isStopping = true;
  }

  async report(): Promise<HealthReport> {
    if (this.#isStopping) return { status: 'unavailable', problems: [stopping] };
    if (!this.#parts.isAlive()) return { status: 'unavailable', problems: [noEngine] };
    const [found, free] = await Promise.all([
      this.#store(),
      this.#within(
        this.#parts.freeBytes().catch(() => null),
        null,
      ),
    ]);
    if (found) return { status: 'unavailable', problems: [found] };
    if (free === null || free >= lowBelowBytes) return { status: 'ok', problems: [] };
    return free < fullBelowBytes
      ? { status: 'unavailable', problems: [full] }
      : { status: 'degraded', problems: [low] };
  }

  async #store(): Promise<HealthProblem | null> {
    const { freshMs, answerMs } = this.#limits;
    const nowMs = performance.now();
    if (this.#known && nowMs - this.#known.atMs < freshMs) return this.#known.found;
    if (!this.#probe) {
      this.#startedMs = nowMs;
      this.#probe = this.#write().finally(() => {
        this.#probe = null;
      });
    }
    // One that has hung for long answers those who come later at once.
    const leftMs = Math.max(0, this.#startedMs + answerMs - nowMs);
    return this.#within(this.#probe, late(answerMs), leftMs);
  }

  async #write(): Promise<HealthProblem | null> {
    const found = await this.#parts.write(this.#wasFull ? wideBytes : smallBytes).then(
      () => null,
      (error: unknown) => problemOf(error),
    );
    this.#wasFull = found?.code === fullCode;
    this.#known = { atMs: performance.now(), found };
    return found;
  }

  async #within<Value>(
    work: Promise<Value>,
    otherwise: Value,
    ms = this.#limits.answerMs,
  ): Promise<Value> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<Value>((resolve) => {
      timer = setTimeout(() => resolve(otherwise), ms);
    });
    return Promise.race([work, limit]).finally(() => clearTimeout(timer));
  }
}
