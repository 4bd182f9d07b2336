// The log of a run, read page by page, with a view of what comes next: enough of it for the longest
// decision, and never the whole log at once.
import type { RunEvent } from './event-types.ts';
import { maxSteps } from './graph.ts';
import { decodeEvent, type StoredEvent } from './log-header.ts';

const pageSize = 1_000;

/** The longest decision touches each step a few times. */
const lookahead = 3 * maxSteps + 10;

export type ReadPage = (after: number, limit: number) => Promise<readonly StoredEvent[]>;

interface Seen {
  readonly stored: StoredEvent;
  /** Missing if this version cannot read it; whoever checks the chain says why. */
  readonly event: RunEvent | undefined;
}

function tryDecode(stored: StoredEvent): RunEvent | undefined {
  try {
    return decodeEvent(stored.header);
  } catch {
    return undefined;
  }
}

export class LogWindow {
  readonly #read: ReadPage;
  readonly #until: number;
  #seen: Seen[] = [];
  /** Events before this place in `#seen` are behind us. */
  #start = 0;
  #readSeq = 0;

  /** The log up to and with the event `until`. */
  constructor(read: ReadPage, until: number) {
    this.#read = read;
    this.#until = until;
  }

  readonly ahead = (offset: number): RunEvent | undefined =>
    this.#seen[this.#start + offset]?.event;

  /** Reads on; false if there is nothing more. */
  async fill(): Promise<boolean> {
    while (this.#seen.length - this.#start < lookahead && this.#readSeq < this.#until) {
      const limit = Math.min(pageSize, this.#until - this.#readSeq);
      const page = await this.#read(this.#readSeq, limit);
      this.#drop();
      for (const stored of page) this.#seen.push({ stored, event: tryDecode(stored) });
      this.#readSeq = page.length < limit ? this.#until : this.#readSeq + page.length;
    }
    return this.#seen.length > this.#start;
  }

  /** Takes the next events out. */
  take(count: number): StoredEvent[] {
    const taken = this.#seen.slice(this.#start, this.#start + count).map(({ stored }) => stored);
    this.#start += taken.length;
    return taken;
  }

  #drop(): void {
    if (this.#start === 0) return;
    this.#seen = this.#seen.slice(this.#start);
    this.#start = 0;
  }
}
