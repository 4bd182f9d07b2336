// What goes into one message, and what its answer leads to. Nothing here reads a clock or a store.
// The events are the log's own records, put together as text: parsing and printing them again would
// cost more than everything else the deliverer does.
import { isoTime } from '../../base/clock.ts';
import type { StoredEvent } from '../../engine/log-header.ts';
import { messageId } from './sign.ts';

export const maxEvents = 250;
export const maxBodyBytes = 256 * 1024;
/** A record above this size goes without its data, so that none fills a message alone. */
const maxEventBytes = 64 * 1024;
/** For everything in a message that is not an event. */
const envelopeBytes = 1_024;

/** A record is canonical JSON: `at` is its first field, `type` the last but one. */
const atOf = (header: string): number => Number(/^\{"at":(\d+)/.exec(header)?.[1] ?? 0);

export function typeOf(header: string): string {
  const start = header.lastIndexOf('"type":"') + '"type":"'.length;
  return header.slice(start, header.indexOf('"', start));
}

const withoutData = (run: string, event: StoredEvent): string =>
  JSON.stringify({
    ...{ hash: event.hash, at: atOf(event.header), omitted: true },
    ...{ run, seq: event.seq, type: typeOf(event.header) },
  });

const eventText = (run: string, event: StoredEvent): string =>
  event.header.length > maxEventBytes
    ? withoutData(run, event)
    : `{"hash":"${event.hash}",${event.header.slice(1)}`;

/** Collects the events of one run from a cursor on, until a message is full. */
export class Batch {
  readonly run: string;
  readonly fromSeq: number;
  readonly #types: ReadonlySet<string> | null;
  readonly #texts: string[] = [];
  #bytes = envelopeBytes;
  #isFull = false;
  #last: StoredEvent | null = null;
  #firstAt = 0;

  constructor(run: string, sent: number, types: ReadonlySet<string> | null) {
    this.run = run;
    this.fromSeq = sent + 1;
    this.#types = types;
  }

  /** The last event that was looked at, wanted or not. */
  get toSeq(): number {
    return this.#last?.seq ?? this.fromSeq - 1;
  }

  get size(): number {
    return this.#texts.length;
  }

  /** When the first wanted event happened; 0 without one. */
  get firstAt(): number {
    return this.#firstAt;
  }

  /** There is no room for more, and probably there is more. */
  get isFull(): boolean {
    return this.#isFull || this.size === maxEvents;
  }

  /** False if the message is full; the event is for the next one then. */
  add(event: StoredEvent): boolean {
    if (this.#types === null || this.#types.has(typeOf(event.header))) {
      const text = eventText(this.run, event);
      // Records hold no text but ASCII, so characters are bytes.
      const bytes = this.#bytes + text.length + 1;
      if (this.size === maxEvents || (this.size > 0 && bytes > maxBodyBytes)) {
        this.#isFull = true;
        return false;
      }
      if (this.#firstAt === 0) this.#firstAt = atOf(event.header);
      this.#texts.push(text);
      this.#bytes = bytes;
    }
    this.#last = event;
    return true;
  }

  /** The same range of events makes the same message, byte for byte. */
  message(hook: string): { readonly id: string; readonly body: string } {
    const { run, fromSeq, toSeq } = this;
    const head = JSON.stringify({
      ...{ webhook_id: hook, run_id: run, from_seq: fromSeq, to_seq: toSeq },
      head_hash: this.#last?.hash ?? '',
    });
    const at = isoTime(atOf(this.#last?.header ?? ''));
    const data = `${head.slice(0, -1)},"events":[${this.#texts.join(',')}]}`;
    const body = `{"type":"run.events","timestamp":"${at}","data":${data}}`;
    return { id: messageId(hook, run, fromSeq, toSeq), body };
  }
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The wait after the first failure, the second, and so on. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
];

/** Up to a tenth is added, so that endpoints that failed together do not come back together. */
const jitter = 0.1;

export type Answer =
  | { readonly status: number; readonly error: '' }
  | { readonly status: 0; readonly error: string };

export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly why: string }
  | { readonly kind: 'disable'; readonly why: string };

const whatWasWrong = ({ status, error }: Answer): string =>
  error === '' ? `It answered with status ${status}.` : error;

/** `failures` counts this one already if it is one; `random` is from 0 to 1. */
export function judge(answer: Answer, failures: number, random: number): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) {
    return { kind: 'disable', why: 'It answered with status 410: it wants no more.' };
  }
  const why = whatWasWrong(answer);
  const delayMs = retryDelaysMs[failures - 1];
  if (delayMs === undefined) {
    return { kind: 'disable', why: `${failures} attempts failed. ${why}`.slice(0, 300) };
  }
  return { kind: 'retry', afterMs: Math.round(delayMs * (1 + jitter * random)), why };
}
