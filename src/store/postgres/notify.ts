// Tells other servers that something was committed. Outside the commit (inside it halves the
// throughput) and at most once in 10 ms; a lost wake-up costs a poll, never an event.
import type pg from 'pg';
import { queryOn } from './connection.ts';

export const channel = 'planwright';
const spacingMs = 10;

/** A wake-up is not worth a sync of its own. */
const sql = `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', $1)`;

export interface Notifier {
  committed(): void;
  stop(): Promise<void>;
}

export function createNotifier(pool: pg.Pool, serverId: string): Notifier {
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const send = (): void => {
    timer = undefined;
    lastMs = performance.now();
    sending = queryOn(pool, { name: 'pw_notify', text: sql, values: [serverId] }).catch(() => {});
  };
  return {
    committed() {
      if (timer !== undefined || isStopped) return;
      const waitMs = lastMs + spacingMs - performance.now();
      timer = setTimeout(send, Math.max(0, waitMs)).unref();
    },
    async stop() {
      isStopped = true;
      if (timer !== undefined) {
        clearTimeout(timer);
        send();
      }
      await sending;
    },
  };
}
