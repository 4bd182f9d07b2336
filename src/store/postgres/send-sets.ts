// A batch of write sets as the one statement `pw_commit`, or as one of their own where a single set
// only moves a run. What the server rolled back for a passing reason is sent again; what may have been
// done is never sent twice.
import type pg from 'pg';
import { failpoint } from '../../base/failpoints.ts';
import type { CommitResult, WriteSet } from '../store.ts';
import { type NamedStatement, SentError } from './connection.ts';
import type { Lane } from './group-commit.ts';
import { movingStatement } from './moving-set.ts';
import { isWorthRetrying, unknownOutcome } from './postgres-error.ts';
import { toMessage } from './waves.ts';

const attemptsMax = 5;

export const commitText = 'select pw_commit($1::jsonb, $2::bigint, $3::bytea) as conflicts';

/** Nobody waits for the disk with the rows of notes in hand: runs need them for their next events. */
const notesText = `${commitText}, set_config('synchronous_commit', 'off', true)`;

const statements = {
  work: { name: 'pw_commit', text: commitText },
  notes: { name: 'pw_commit_notes', text: notesText },
} as const;

/** For each set that was not written its number and why. */
type Answer = readonly (readonly [number, Extract<CommitResult, { ok: false }>])[];

const written: CommitResult = { ok: true };

/** Sends one statement, by whichever connection. */
export type Ask = <Row extends pg.QueryResultRow>(statement: NamedStatement) => Promise<Row[]>;

async function sendOnce<Row extends pg.QueryResultRow>(
  ask: Ask,
  statement: NamedStatement,
): Promise<Row[]> {
  failpoint('commit-before-begin');
  const rows = await ask<Row>(statement);
  failpoint('commit-done');
  return rows;
}

/** Tries again as long as the reason passes. */
async function sendUntilDone<Row extends pg.QueryResultRow>(
  ask: Ask,
  statementNow: () => NamedStatement,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce<Row>(ask, statementNow());
    } catch (error) {
      if (error instanceof SentError) throw unknownOutcome(error.cause);
      if (attempt === attemptsMax || !isWorthRetrying(error)) throw error;
    }
  }
}

async function sendBatch(
  ask: Ask,
  sets: readonly WriteSet[],
  now: () => number,
  lane: Lane,
): Promise<CommitResult[]> {
  const { batch, blobs } = toMessage(sets);
  const json = JSON.stringify(batch);
  const statementNow = () => ({ ...statements[lane], values: [json, now(), blobs] });
  const rows = await sendUntilDone<{ conflicts: Answer }>(ask, statementNow);
  const results = sets.map(() => written);
  for (const [number, conflict] of rows[0]?.conflicts ?? []) results[number] = conflict;
  return results;
}

export async function sendSets(
  ask: Ask,
  sets: readonly WriteSet[],
  now: () => number,
  lane: Lane = 'work',
): Promise<CommitResult[]> {
  const [first] = sets;
  const single = first && sets.length === 1 ? movingStatement(first) : null;
  if (single) {
    const rows = await sendUntilDone(ask, () => single);
    if (rows.length > 0) return [written];
  }
  return sendBatch(ask, sets, now, lane);
}
