// Entry of the child process of the crowd on SQLite: node sqlite-crowd.ts FILE. Prints its figures.
import process from 'node:process';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { watchedSyncs } from '../sync-count/sync-count.ts';
import { measureCrowd } from './callers.ts';

const [, , file = ''] = process.argv;
const store = openSqliteStore({ path: file, synchronous: 'FULL' });
const figures = await measureCrowd((sets) => store.commit(sets), watchedSyncs());
await store.close();
process.stdout.write(`${JSON.stringify(figures)}\n`);
