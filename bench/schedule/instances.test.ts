import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../schedule.ts';
import { pickSample, readBestCsv } from './instances.ts';
import { scoreSet } from './score.ts';

const csv = 'set,file,best_makespan\na,one.sm,5\na,two.sm,5\nb,one.sm,4\n';
const rule = '*'.repeat(72);
/** Two jobs of 2 and 3 periods that share one unit: 5 periods. */
const file = `jobs (incl. supersource/sink ):  4
RESOURCES
  - renewable                 :  1   R
  - nonrenewable              :  0   N
  - doubly constrained        :  0   D
PRECEDENCE RELATIONS:
jobnr.    #modes  #successors   successors
   1        1          2           2   3
   2        1          1           4
   3        1          1           4
   4        1          0
${rule}
REQUESTS/DURATIONS:
jobnr. mode duration  R 1
------------------------------------------------------------------------
  1      1     0       0
  2      1     2       1
  3      1     3       1
  4      1     0       0
${rule}
RESOURCEAVAILABILITIES:
  R 1
    1
`;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'planwright-instances-'));
  writeFileSync(path.join(dir, 'best.csv'), csv);
  for (const { file: name, set } of readBestCsv(csv)) {
    mkdirSync(path.join(dir, set), { recursive: true });
    writeFileSync(path.join(dir, set, name), file);
  }
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the instances', () => {
  it('best.csv is read row by row, a bad row is named', () => {
    expect(readBestCsv(csv)[2]).toEqual({ set: 'b', file: 'one.sm', best: 4 });
    expect(() => readBestCsv('a,b\n')).toThrow(/must begin with/);
    expect(() => readBestCsv(`${csv}b,two.sm,none\n`)).toThrow(/line 5/);
  });

  it('a sample has chosen sets and every n-th instance', () => {
    const names = [...pickSample(readBestCsv(csv), ['a'], 2)].map(([set, list]) => [
      set,
      list.length,
    ]);
    expect(names).toEqual([['a', 1]]);
  });

  it('a score is the mean deviation, the number at the best and of the invalid', () => {
    const score = scoreSet(dir, readBestCsv(csv), { schedules: 10 });
    expect(score).toMatchObject({
      instances: 3,
      mean_deviation_pct: 8.3333,
      at_best: 2,
      invalid: 0,
    });
  });

  it('the benchmark gives all three limits, set by set', async () => {
    const lines: string[] = [];
    const figures = await run({ dir, log: (line) => void lines.push(line) });
    const set = { instances: 2, mean_deviation_pct: 0, at_best: 2, invalid: 0 };
    expect(figures).toMatchObject({
      limit_s: 1,
      sets: { a: set },
      sets_50ms: { a: set },
      sets_50k: { a: set },
    });
    expect(lines.length).toBeGreaterThan(0);
  });
});
