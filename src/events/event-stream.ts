// Live events of a run with a cursor: what is in the log after it, then what comes. No gap and no
// repeat, because each item is read from the log by its sequence; the watch only says when to look.
// It is pulled by the reader, so a slow one holds a cursor and not a buffer.
import { isoTime } from '../base/clock.ts';
import { Turns } from '../base/turns.ts';
import type { PublicEvent } from '../contract/executions.ts';
import { decodeEvent } from '../engine/log-header.ts';
import { type RunStatus, runIsOver } from '../engine/state.ts';
import type { Reader } from '../store/store.ts';
import { ReaderNames, toPublicEvent } from './public-event.ts';
import { Bell, type RunWatch } from './run-watch.ts';

export type StreamItem =
  | { readonly kind: 'event'; readonly event: PublicEvent }
  | { readonly kind: 'telemetry'; readonly data: TelemetryItem }
  | { readonly kind: 'beat' }
  | { readonly kind: 'end' };

interface TelemetryItem {
  readonly step_id: string;
  readonly progress: number;
  readonly note: string;
  readonly at: string;
}

interface StreamRequest {
  readonly run: string;
  readonly tenant: string;
  readonly after: number;
  readonly signal: AbortSignal;
  readonly beatMs?: number;
}

const pageSize = 25;
/** Of all streams of this process. */
const turns = new Turns();
const beatMs = 15_000;
const telemetryEveryMs = 10_000;

/** Newest progress per step, each step at most once in ten seconds. */
class TelemetryFilter {
  readonly #sent = new Map<string, { readonly at: number; readonly now: number }>();
  readonly #seen = new Map<string, number>();
  #nextInMs = Number.POSITIVE_INFINITY;

  /** When something that was held back may be sent; infinite if nothing was. */
  get nextInMs(): number {
    return this.#nextInMs;
  }

  async news(reader: Reader, run: string): Promise<TelemetryItem[]> {
    this.#nextInMs = Number.POSITIVE_INFINITY;
    const rows = await reader.telemetry(run);
    return rows
      .filter((row) => this.#isNews(row.step, row.at))
      .map((row) => ({
        step_id: row.step,
        progress: row.progress,
        note: row.note,
        at: isoTime(row.at),
      }));
  }

  #isNews(step: string, at: number): boolean {
    if (this.#seen.get(step) === at) return false;
    const now = performance.now();
    const last = this.#sent.get(step);
    // Ten seconds of the rows' clock, or of ours when no newer row comes to tell.
    const waitMs = last ? telemetryEveryMs - Math.max(at - last.at, now - last.now) : 0;
    if (waitMs > 0) {
      this.#nextInMs = Math.min(this.#nextInMs, waitMs);
      return false;
    }
    this.#seen.set(step, at);
    this.#sent.set(step, { at, now });
    return true;
  }
}

export async function* streamRun(
  reader: Reader,
  watch: RunWatch,
  request: StreamRequest,
): AsyncGenerator<StreamItem> {
  const { run, tenant, signal } = request;
  const names = new ReaderNames(reader, tenant);
  const telemetry = new TelemetryFilter();
  const bell = new Bell();
  const unwatch = watch.watch(run, () => bell.ring());
  let after = request.after;
  let isBehind = true;
  try {
    while (!signal.aborted) {
      if (isBehind) await turns.next();
      // Read before the page: a run that is over now has nothing after the page's end.
      const row = await reader.run(run);
      const page = await reader.events(run, after, pageSize);
      for (const stored of page) {
        const event = await toPublicEvent(reader, names, decodeEvent(stored.header));
        after = stored.seq;
        yield { kind: 'event', event };
      }
      isBehind = page.length === pageSize;
      if (isBehind) continue;
      if (!row || (runIsOver(row.status as RunStatus) && after >= row.head_seq)) {
        yield { kind: 'end' };
        return;
      }
      for (const data of await telemetry.news(reader, run)) yield { kind: 'telemetry', data };
      const waitMs = Math.min(request.beatMs ?? beatMs, telemetry.nextInMs);
      const wasRung = await bell.wait(waitMs, signal);
      if (!wasRung && !signal.aborted) yield { kind: 'beat' };
    }
  } finally {
    unwatch();
  }
}
