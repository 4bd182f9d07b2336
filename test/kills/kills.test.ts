// kill -9 at random moments: nothing that was acknowledged is lost, nothing is done twice.
import { describe, expect, it } from 'vitest';
import { type CrashReport, crashLanes, crashRounds, crashSeed } from '../crash/rounds.ts';
import { createTestDatabase } from '../support/database.ts';
import { sized } from '../support/size.ts';

const kills = sized(5, 50);
const postgresKills = sized(2, 5);

function expectNothingLost(report: CrashReport): void {
  expect(report.losses).toEqual([]);
  expect(report.verify).toEqual({ code: 0, ok: true });
  expect(report.counts.notes).toBeGreaterThan(report.counts.kills);
  expect(report.counts.completions).toBeGreaterThan(0);
  expect(report.runs).toBeGreaterThanOrEqual(2);
  expect(report.stories).toBeGreaterThanOrEqual(2);
}

const sum = (reports: readonly CrashReport[], what: keyof CrashReport['counts']): number =>
  reports.reduce((total, report) => total + report.counts[what], 0);

describe('kill -9 of the server', () => {
  it('[CR1] [CR6] many times on SQLite loses nothing, doubles nothing, undoes once and in reverse', async () => {
    const reports = await crashLanes(kills, 2, { seed: crashSeed() });
    reports.forEach(expectNothingLost);
    expect(sum(reports, 'kills')).toBeGreaterThanOrEqual(kills);
    expect(sum(reports, 'startKills')).toBeGreaterThanOrEqual(2);
  });

  it('[CR1] [CR6] a few times on PostgreSQL loses nothing, doubles nothing, undoes once and in reverse', async () => {
    const database = await createTestDatabase();
    try {
      const seed = crashSeed();
      const report = await crashRounds({ kills: postgresKills, seed, databaseUrl: database.url });
      expectNothingLost(report);
      expect(report.counts.kills).toBeGreaterThanOrEqual(postgresKills);
    } finally {
      await database.drop();
    }
  });
});
