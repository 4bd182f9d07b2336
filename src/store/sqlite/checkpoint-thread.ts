// Entry of the checkpoint thread: copies the write-ahead log into the database when it is told to.
// Its syncs take milliseconds, which would otherwise be pauses of the engine.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteOptions } from './open.ts';

const { path, synchronous } = workerData as Pick<SqliteOptions, 'path' | 'synchronous'>;
const db = new DatabaseSync(path);
db.exec(`pragma synchronous = ${synchronous}`);
db.exec(`pragma fullfsync = 1`);
db.exec(`pragma checkpoint_fullfsync = 1`);

parentPort?.on('message', (word: 'checkpoint' | 'close') => {
  if (word === 'close') {
    db.close();
    parentPort?.close();
    return;
  }
  // What it cannot copy now, because a reader needs the old pages, it copies the next time.
  db.exec('pragma wal_checkpoint(passive)');
  parentPort?.postMessage('done');
});
