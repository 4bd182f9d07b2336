// How far commits are on the disk, told across the threads of a process. A commit may be seen before it
// is synced (see wal-sync.ts); whoever reads it in another thread waits with it until it is, so that
// nobody outside hears of what a crash of the machine could still take back.
import { setTimeout as pause } from 'node:timers/promises';
import { PlanwrightError } from '../../base/errors.ts';

/** Numbers of commits, which may go round; and whether the disk has failed. */
const cells = { written: 0, kept: 1, failed: 2 } as const;
const bytes = Object.keys(cells).length * Int32Array.BYTES_PER_ELEMENT;

const lookAgainMs = 1;

export const notKept = (cause?: unknown): PlanwrightError =>
  new PlanwrightError(
    'storage_failed',
    'The disk did not keep what was written to it. Look at the disk, then start the server again.',
    {},
    cause,
  );

export class SyncMark {
  /** For another thread, which makes its own mark of it. */
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(bytes)) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer);
  }

  get isBehind(): boolean {
    return !this.#isKept(this.#load('written'));
  }

  get hasFailed(): boolean {
    return this.#load('failed') !== 0;
  }

  /** Before a commit that is not synced by itself, so that whoever sees it knows; gives its number. */
  write(): number {
    return (Atomics.add(this.#cells, cells.written, 1) + 1) | 0;
  }

  keep(upTo: number): void {
    Atomics.store(this.#cells, cells.kept, upTo);
  }

  fail(): void {
    Atomics.store(this.#cells, cells.failed, 1);
  }

  /** When all that was written before is on the disk. */
  async settle(): Promise<void> {
    const written = this.#load('written');
    while (!this.#isKept(written)) {
      if (this.hasFailed) throw notKept();
      await pause(lookAgainMs);
    }
  }

  #load(cell: keyof typeof cells): number {
    return Atomics.load(this.#cells, cells[cell]);
  }

  #isKept(number: number): boolean {
    return ((this.#load('kept') - number) | 0) >= 0;
  }
}
