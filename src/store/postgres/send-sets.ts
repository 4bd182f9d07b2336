// A batch of write sets as the one statement `pw_commit_v3`. What the server rolled back for a
// passing reason is sent again; what may have been done is never sent twice.
import type pg from 'pg';
import { failpoint } from '../../base/failpoints.ts';
import type { CommitResult, WriteSet } from '../store.ts';
import { queryOn, SentError } from './connection.ts';
import { isWorthRetrying, unknownOutcome } from './postgres-error.ts';
import { toMessage } from './waves.ts';

const attemptsMax = 5;

export const commitText = 'select pw_commit_v3($1::jsonb, $2::bigint, $3::bytea) as conflicts';

/** For each set that was not written its number and why. */
type Answer = readonly (readonly [number, Extract<CommitResult, { ok: false }>])[];

const written: CommitResult = { ok: true };

async function sendOnce(pool: pg.Pool, values: [string, number, Uint8Array]): Promise<Answer> {
  const query = { name: 'pw_commit_v3', text: commitText, values };
  failpoint('commit-before-begin');
  const rows = await queryOn<{ conflicts: Answer }>(pool, query);
  failpoint('commit-done');
  return rows[0]?.conflicts ?? [];
}

export async function sendSets(
  pool: pg.Pool,
  sets: readonly WriteSet[],
  now: () => number,
): Promise<CommitResult[]> {
  const { batch, blobs } = toMessage(sets);
  const json = JSON.stringify(batch);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const results = sets.map(() => written);
      for (const [number, conflict] of await sendOnce(pool, [json, now(), blobs])) {
        results[number] = conflict;
      }
      return results;
    } catch (error) {
      if (error instanceof SentError) throw unknownOutcome(error.cause);
      if (attempt === attemptsMax || !isWorthRetrying(error)) throw error;
    }
  }
}
