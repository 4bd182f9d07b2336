// kill -9 at every named failpoint, and again at the next start: the same end as without a crash.
import { beforeAll, describe, expect, it } from 'vitest';
import { type FailpointName, failpointNames } from '../../src/base/failpoints.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { sized } from '../support/size.ts';
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

interface Case {
  readonly name: string;
  readonly failpoints: readonly string[];
  readonly notes: number;
}

const killAt = (name: FailpointName, at: number): string => `${name}=kill@${passings[name][at]}`;

/** Some at a time: the first server dies at one, the second at the next. */
const together = [
  ['schema-noted', 'schema-made', 'run-decided', 'undo-committed'],
  ['commit-before-begin', 'commit-before-commit', 'delivery-before', 'delivery-noted'],
  ['commit-done', 'run-committed', 'take-decided', 'undo-decided'],
  ['delivery-sent', 'take-committed'],
] as const;

const twice: readonly Case[] = failpointNames.map((name) => ({
  ...{ name, failpoints: passings[name].map((_, at) => killAt(name, at)) },
  notes: name.startsWith('snapshot') ? longNotes : 0,
}));
const mixed: readonly Case[] = [
  ...together.map((names) => ({
    ...{
      name: names.join(', '),
      failpoints: names.map((name, at) => killAt(name, at % 2)),
      notes: 0,
    },
  })),
  {
    name: 'snapshot-before, snapshot-after',
    failpoints: [killAt('snapshot-before', 0), killAt('snapshot-after', 0)],
    notes: longNotes,
  },
];

const onPostgres: readonly string[][] = sized(
  [
    [
      ...[killAt('schema-noted', 0), killAt('commit-before-begin', 0)],
      ...[killAt('commit-done', 1), killAt('undo-committed', 0)],
    ],
  ],
  (['schema-noted', 'commit-before-begin', 'commit-done', 'undo-committed'] as const).map(
    (name) => [killAt(name, 0), killAt(name, 1)],
  ),
);

it('every failpoint is among them', () => {
  const named = mixed.flatMap(({ failpoints }) => failpoints.map((text) => text.split('=')[0]));
  expect(new Set(named)).toEqual(new Set(failpointNames));
});

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

  it.each(sized(mixed, twice))(
    '[CR5] [CR6] $name ends as if nothing had happened',
    async ({ failpoints, notes }) => {
      const told = await tellAtFailpoints({ failpoints, notes });
      expectUndone(told);
      expect(told.left.words).toEqual(peaceful.left.words);
      expect(told.left.notes).toBe(notes);
      expect(told.kills).toBe(failpoints.length);
    },
  );

  it.each(onPostgres.map((failpoints) => ({ failpoints })))(
    '[CR5] [CR6] $failpoints on PostgreSQL ends as if nothing had happened',
    async ({ failpoints }) => {
      const database = await createEmptyDatabase();
      try {
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
