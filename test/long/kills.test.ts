// The crash check with ten times as many kills: npm run test:long, or CRASH_KILLS=2000 for more.
import { describe, expect, it } from 'vitest';
import { crashLanes, crashRounds, crashSeed } from '../crash/rounds.ts';
import { createTestDatabase } from '../support/database.ts';

const kills = Number(process.env.CRASH_KILLS ?? 500);
const hourMs = 3_600_000;

describe('kill -9 of the server, many times', () => {
  it('[CR1] [CR6] on SQLite loses nothing and doubles nothing', {
    timeout: 2 * hourMs,
  }, async () => {
    const reports = await crashLanes(kills, 2, { seed: crashSeed() });
    expect(reports.flatMap((report) => report.losses)).toEqual([]);
    expect(reports.map((report) => report.verify.ok)).toEqual([true, true]);
    const done = reports.reduce((total, { counts }) => total + counts.kills, 0);
    expect(done).toBeGreaterThanOrEqual(kills);
  });

  it('[CR1] [CR6] on PostgreSQL loses nothing and doubles nothing', {
    timeout: hourMs,
  }, async () => {
    const database = await createTestDatabase();
    try {
      const options = { kills: Math.ceil(kills / 10), seed: crashSeed() };
      const report = await crashRounds({ ...options, databaseUrl: database.url });
      expect(report.losses).toEqual([]);
      expect(report.verify).toEqual({ code: 0, ok: true });
    } finally {
      await database.drop();
    }
  });
});
