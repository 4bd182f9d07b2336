// kill -9 at every named failpoint, and again at the next start: the same end as without a crash.
import { beforeAll, describe, expect, it } from 'vitest';
import { type FailpointName, failpointNames } from '../../src/base/failpoints.ts';
import { createTestDatabase } from '../support/database.ts';
import { expectUndone, type Told, tellAtFailpoints } from './failpoint-story.ts';

/** At which passing the first server dies, and the second. */
const passings: Record<FailpointName, readonly number[]> = {
  'schema-noted': [1, 1],
  'schema-made': [1, 1],
  'commit-before-begin': [9, 30],
  'commit-before-commit': [12, 28],
  'commit-done': [17, 24],
  'run-decided': [14, 9],
  'run-committed': [13, 5],
  'take-decided': [2, 3],
  'take-committed': [1, 4],
  'undo-decided': [1, 3],
  'undo-committed': [1, 4],
  'snapshot-before': [1],
  'snapshot-after': [1],
  'delivery-before': [1, 1],
  'delivery-sent': [2, 1],
  'delivery-noted': [1, 1],
};
/** More than a snapshot is due after. */
const longNotes = 1_050;

const killsAt = (name: FailpointName): string[] =>
  passings[name].map((passing) => `${name}=kill@${passing}`);

// A few at a time: they mostly wait for servers to start.
describe.concurrent('kill -9 at a failpoint', () => {
  let peaceful: Told;
  beforeAll(async () => {
    peaceful = await tellAtFailpoints();
  });

  it('[CR6] without it a cancelled execution is undone once and in reverse', () => {
    expectUndone(peaceful);
    expect(peaceful).toMatchObject({ kills: 0, exitCode: 0 });
  });

  it.each(failpointNames)('[CR5] [CR6] %s ends as if nothing had happened', async (name) => {
    const notes = name.startsWith('snapshot') ? longNotes : 0;
    const failpoints = killsAt(name);
    const told = await tellAtFailpoints({ failpoints, notes });
    expectUndone(told);
    expect(told.left.words).toEqual(peaceful.left.words);
    expect(told.left.notes).toBe(notes);
    expect(told.kills).toBe(failpoints.length);
  });

  it.each(['schema-noted', 'commit-before-begin', 'commit-done', 'undo-committed'] as const)(
    '[CR5] [CR6] %s on PostgreSQL ends as if nothing had happened',
    async (name) => {
      const database = await createTestDatabase();
      try {
        const failpoints = killsAt(name);
        const told = await tellAtFailpoints({ failpoints, databaseUrl: database.url });
        expectUndone(told);
        expect(told.left.words).toEqual(peaceful.left.words);
        expect(told.kills).toBe(failpoints.length);
      } finally {
        await database.drop();
      }
    },
  );

  it('[CR5] a disk that takes 5 ms for every commit changes nothing but the pace', async () => {
    const told = await tellAtFailpoints({ failpoints: ['commit-before-commit=sleep:5'] });
    expectUndone(told);
    expect(told.left.words).toEqual(peaceful.left.words);
    expect(told.exitCode).toBe(0);
  });
});
