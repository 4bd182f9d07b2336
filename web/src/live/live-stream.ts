// One run, live: opens an EventSource after a given sequence and keeps it open.
//
//   connecting ─open─▶ live ─error─▶ waiting ─timer─▶ connecting
//        any ─tab hidden─▶ asleep ─tab shown─▶ connecting        any ─end, close─▶ over
//
// Two traps of EventSource are met here. After an HTTP error it never tries again, and its own
// reconnect would ask from the old place; so every error closes it, and a new one is made from the
// last sequence seen. HTTP/1.1 gives a browser six connections; so a hidden tab holds none.
import { backoffMs } from './backoff.ts';

export const liveStates = ['connecting', 'live', 'waiting', 'asleep', 'over'] as const;
export type LiveState = (typeof liveStates)[number];

/** The part of EventSource that is used; tests bring their own. */
export interface Source {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface Surroundings {
  readonly openSource: (url: string) => Source;
  readonly setTimer: (run: () => void, delayMs: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  readonly random: () => number;
  readonly isHidden: () => boolean;
  /** Calls back when the tab is hidden or shown; gives the way to stop that. */
  readonly onVisibility: (run: () => void) => () => void;
}

export interface LiveOptions {
  readonly url: string;
  readonly after: number;
  readonly onEvent: (data: unknown, seq: number) => void;
  readonly onTelemetry: (data: unknown) => void;
  readonly onState: (state: LiveState) => void;
}

export interface LiveStream {
  readonly close: () => void;
}

export function openLive(options: LiveOptions, around: Surroundings): LiveStream {
  let lastSeq = options.after;
  let tries = 0;
  let source: Source | undefined;
  let timer: unknown;
  let state: LiveState | undefined;

  const enter = (next: LiveState) => {
    if (state === next) return;
    state = next;
    options.onState(next);
  };

  const drop = () => {
    source?.close();
    source = undefined;
    around.clearTimer(timer);
  };

  const finish = () => {
    drop();
    stopWatching();
    enter('over');
  };

  const connect = () => {
    drop();
    enter('connecting');
    const opened = around.openSource(`${options.url}?after=${lastSeq}`);
    source = opened;
    // A source that was replaced may still have a message queued; it is not ours any more.
    const on = (type: string, run: (event: MessageEvent<string>) => void) =>
      opened.addEventListener(type, (event) => {
        if (source === opened) run(event);
      });
    on('open', () => enter('live'));
    on('message', receive);
    on('telemetry', (event) => {
      tries = 0;
      options.onTelemetry(parse(event.data));
    });
    on('end', finish);
    on('error', retry);
  };

  const receive = (event: MessageEvent<string>) => {
    const seq = Number(event.lastEventId);
    if (!Number.isSafeInteger(seq) || seq <= lastSeq) return;
    lastSeq = seq;
    tries = 0;
    enter('live');
    options.onEvent(parse(event.data), seq);
  };

  const retry = () => {
    drop();
    enter('waiting');
    timer = around.setTimer(connect, backoffMs(tries, around.random()));
    tries += 1;
  };

  const follow = () => {
    if (state === 'over') return;
    if (around.isHidden()) {
      drop();
      enter('asleep');
    } else if (state === 'asleep' || state === undefined) {
      tries = 0;
      connect();
    }
  };

  const stopWatching = around.onVisibility(follow);
  follow();
  return { close: finish };
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
