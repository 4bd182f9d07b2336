// A batch of write sets as the one statement `pw_commit_v1`. What the server rolled back for a
// passing reason is sent again; what may have been done is never sent twice.
import type pg from 'pg';
import type { CommitResult, ContentRow, WriteSet } from '../store.ts';
import { queryOn, SentError } from './connection.ts';
import { isWorthRetrying, unknownOutcome } from './postgres-error.ts';

const attemptsMax = 5;

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const contentJson = (row: ContentRow): object => ({
  ...row,
  salt: base64(row.salt),
  bytes: base64(row.bytes),
});

const setJson = (set: WriteSet): object =>
  set.content ? { ...set, content: set.content.map(contentJson) } : set;

const setsJson = (sets: readonly WriteSet[]): string => JSON.stringify(sets.map(setJson));

async function sendOnce(pool: pg.Pool, values: [string, number]): Promise<CommitResult[]> {
  const rows = await queryOn<{ results: CommitResult[] }>(pool, {
    name: 'pw_commit_v1',
    text: 'select pw_commit_v1($1::jsonb, $2::bigint) as results',
    values,
  });
  return rows[0]?.results ?? [];
}

export async function sendSets(
  pool: pg.Pool,
  sets: readonly WriteSet[],
  now: () => number,
): Promise<CommitResult[]> {
  const json = setsJson(sets);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(pool, [json, now()]);
    } catch (error) {
      if (error instanceof SentError) throw unknownOutcome(error.cause);
      if (attempt === attemptsMax || !isWorthRetrying(error)) throw error;
    }
  }
}
