import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';
import { type LiveState, openLive, type Source, type Surroundings } from './live-stream.ts';

class FakeSource implements Source {
  readonly url: string;
  isClosed = false;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.isClosed = true;
  }

  fire(type: string, seq = '', data: unknown = {}): void {
    const event = { lastEventId: seq, data: JSON.stringify(data) } as MessageEvent<string>;
    this.#listeners.get(type)?.(event);
  }
}

interface Timer {
  readonly run: () => void;
  readonly delayMs: number;
  isCleared: boolean;
}

/** A browser whose tab, timers and connections the test moves by hand. */
function fakeBrowser() {
  const sources: FakeSource[] = [];
  const timers: Timer[] = [];
  let isHidden = false;
  let onChange: (() => void) | undefined;
  const around: Surroundings = {
    openSource: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
    setTimer: (run, delayMs) => {
      const timer = { run, delayMs, isCleared: false };
      timers.push(timer);
      return timer;
    },
    clearTimer: (timer) => {
      if (timer !== undefined) (timer as Timer).isCleared = true;
    },
    random: () => 0,
    isHidden: () => isHidden,
    onVisibility: (run) => {
      onChange = run;
      return () => {
        onChange = undefined;
      };
    },
  };
  const show = (shown: boolean) => {
    isHidden = !shown;
    onChange?.();
  };
  const newest = () => sources.at(-1) as FakeSource;
  const runTimer = () => {
    const timer = timers.at(-1);
    if (timer !== undefined && !timer.isCleared) timer.run();
  };
  return { around, sources, timers, show, newest, runTimer };
}

function start(after = 7) {
  const page = fakeBrowser();
  const seen: number[] = [];
  const states: LiveState[] = [];
  const telemetry: unknown[] = [];
  const live = openLive(
    {
      url: '/stream',
      after,
      onEvent: (_, seq) => seen.push(seq),
      onTelemetry: (data) => telemetry.push(data),
      onState: (state) => states.push(state),
    },
    page.around,
  );
  return { ...page, live, seen, states, telemetry };
}

describe('a live stream', () => {
  it('starts after the sequence of the snapshot', () => {
    const page = start(41);
    expect(page.newest().url).toBe('/stream?after=41');
  });

  it('[UI1] comes back from the last sequence after an error, without gap or repeat', () => {
    const page = start();
    page.newest().fire('message', '8');
    page.newest().fire('message', '9');
    page.newest().fire('error');
    expect(page.sources[0]?.isClosed).toBe(true);
    page.runTimer();
    expect(page.newest().url).toBe('/stream?after=9');
    page.newest().fire('message', '9');
    page.newest().fire('message', '10');
    expect(page.seen).toEqual([8, 9, 10]);
  });

  it('[UI1] a message of a connection that was given up is not taken', () => {
    const page = start();
    const old = page.newest();
    old.fire('error');
    page.runTimer();
    old.fire('message', '8');
    expect(page.seen).toEqual([]);
  });

  it('waits longer after every failure in a row, and short again after a message', () => {
    const page = start();
    for (let round = 0; round < 3; round += 1) {
      page.newest().fire('error');
      page.runTimer();
    }
    page.newest().fire('message', '8');
    page.newest().fire('error');
    expect(page.timers.map((timer) => timer.delayMs)).toEqual([250, 500, 1000, 250]);
  });

  it('[UI2] a hidden tab holds no connection and catches up when it is shown', () => {
    const page = start();
    page.newest().fire('message', '8');
    page.show(false);
    expect(page.newest().isClosed).toBe(true);
    expect(page.sources).toHaveLength(1);
    page.show(true);
    expect(page.newest().url).toBe('/stream?after=8');
    expect(page.states).toEqual(['connecting', 'live', 'asleep', 'connecting']);
  });

  it('[UI2] a tab hidden while it waits to reconnect does not reconnect', () => {
    const page = start();
    page.newest().fire('error');
    page.show(false);
    expect(page.timers.at(-1)?.isCleared).toBe(true);
    expect(page.sources).toHaveLength(1);
  });

  it('ends for good when the run is over', () => {
    const page = start();
    page.newest().fire('end');
    page.show(false);
    page.show(true);
    expect(page.states.at(-1)).toBe('over');
    expect(page.sources).toHaveLength(1);
    expect(page.newest().isClosed).toBe(true);
  });

  it('passes telemetry on and keeps the sequence', () => {
    const page = start();
    page.newest().fire('telemetry', '', { step_id: 'task_1', progress: 40 });
    page.newest().fire('error');
    page.runTimer();
    expect(page.telemetry).toEqual([{ step_id: 'task_1', progress: 40 }]);
    expect(page.newest().url).toBe('/stream?after=7');
  });
});

describe('backoffMs', () => {
  it('stays within its bounds', () => {
    expect(backoffMs(0, 0)).toBe(250);
    expect(backoffMs(0, 0.999)).toBeLessThanOrEqual(500);
    expect(backoffMs(99, 0.999)).toBeLessThanOrEqual(15_000);
    expect(backoffMs(99, 0)).toBe(7500);
  });
});
