// Another process's commit shows as a changed `data_version`. Looked at only while somebody waits.
import type { DatabaseSync } from 'node:sqlite';

const pollMs = 20;

export interface DataVersionWatch {
  listen(listener: () => void): () => void;
  stop(): void;
}

export function watchDataVersion(db: DatabaseSync): DataVersionWatch {
  const listeners = new Set<() => void>();
  const query = db.prepare('pragma data_version');
  const read = (): number => Number(query.get()?.data_version);
  let last = read();
  let timer: NodeJS.Timeout | undefined;

  const look = (): void => {
    const current = read();
    if (current === last) return;
    last = current;
    for (const listener of listeners) listener();
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    listen(listener) {
      listeners.add(listener);
      timer ??= setInterval(look, pollMs).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    stop,
  };
}
