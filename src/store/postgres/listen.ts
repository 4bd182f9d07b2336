// Hears of other servers' commits on one connection of its own, open only while somebody listens.
// After a break it connects again, and says so to the listeners, who may have missed something.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { channel } from './notify.ts';

const firstPauseMs = 50;
const longestPauseMs = 1_000;

export interface ForeignCommits {
  listen(listener: () => void): () => void;
  stop(): Promise<void>;
}

export function watchForeignCommits(
  connect: () => Promise<pg.Client>,
  serverId: string,
): ForeignCommits {
  const listeners = new Set<() => void>();
  let watching: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const start = (): void => {
    const stop = new AbortController();
    watching = { stop, done: watchUntil(stop.signal, connect, serverId, tell) };
  };
  const halt = async (): Promise<void> => {
    const current = watching;
    watching = undefined;
    current?.stop.abort();
    await current?.done;
  };
  return {
    listen(listener) {
      listeners.add(listener);
      if (watching === undefined) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) void halt();
      };
    },
    stop: halt,
  };
}

async function watchUntil(
  signal: AbortSignal,
  connect: () => Promise<pg.Client>,
  serverId: string,
  tell: () => void,
): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const heard = await listenOnce(signal, connect, serverId, tell).catch(() => false);
    if (heard) pauseMs = firstPauseMs;
    await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/** Listens until the connection ends; true if it ever listened. */
async function listenOnce(
  signal: AbortSignal,
  connect: () => Promise<pg.Client>,
  serverId: string,
  tell: () => void,
): Promise<boolean> {
  const client = await connect();
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  client.on('notification', ({ payload }) => {
    if (payload !== serverId) tell();
  });
  try {
    await client.query(`listen ${channel}`);
    tell();
    await ended;
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}
