import { describe, expect, it } from 'vitest';
import { checkAnswer } from '../solve/check.ts';
import { compile } from '../solve/compile.ts';
import { toPlaced } from '../solve/placed.ts';
import { solve } from '../solve/solve.ts';
import { weekdayCalendar } from '../time/calendar.ts';
import { psplibProblem, psplibProject, readPsplib } from './psplib.ts';

const rule = '*'.repeat(72);
const head = (jobs: number, renewable = 2, nonrenewable = 0) => `${rule}
file with basedata            : own.bas
initial value random generator: 1
${rule}
projects                      :  1
jobs (incl. supersource/sink ):  ${jobs}
horizon                       :  40
RESOURCES
  - renewable                 :  ${renewable}   R
  - nonrenewable              :  ${nonrenewable}   N
  - doubly constrained        :  0   D
${rule}
PROJECT INFORMATION:
pronr.  #jobs rel.date duedate tardcost  MPM-Time
    1      4      0       12       0       12
${rule}
`;

const single = `${head(6)}PRECEDENCE RELATIONS:
jobnr.    #modes  #successors   successors
   1        1          3           2   3   4
   2        1          1           5
   3        1          1           6
   4        1          1           6
   5        1          1           6
   6        1          0
${rule}
REQUESTS/DURATIONS:
jobnr. mode duration  R 1  R 2
------------------------------------------------------------------------
  1      1     0       0    0
  2      1     4       2    1
  3      1     6       2    0
  4      1     2       1    1
  5      1     2       3    0
  6      1     0       0    0
${rule}
RESOURCEAVAILABILITIES:
  R 1  R 2
    4    1
${rule}
`;

const several = `${head(3, 1)}PRECEDENCE RELATIONS:
jobnr.    #modes  #successors   successors
   1        1          1           2
   2        2          1           3
   3        1          0
${rule}
REQUESTS/DURATIONS:
jobnr. mode duration  R 1
------------------------------------------------------------------------
  1      1     0       0
  2      1     3       5
         2     7       1
  3      1     0       0
${rule}
RESOURCEAVAILABILITIES:
  R 1
    4
${rule}
`;

describe('PSPLIB files', () => {
  it('[SC35] jobs, successors, modes and capacities are read', () => {
    const file = readPsplib(single);
    expect(file.capacity).toEqual([4, 1]);
    expect(file.jobs.map(({ successors }) => successors)).toEqual([
      [1, 2, 3],
      [4],
      [5],
      [5],
      [5],
      [],
    ]);
    expect(file.jobs[3]?.modes).toEqual([{ duration: 2, units: [1, 1] }]);
  });

  it('[SC35] several modes are several ways', () => {
    const answer = solve(psplibProblem(readPsplib(several)), { schedules: 20, seed: 1 });
    expect(answer).toMatchObject({ makespan: 7, ways: [-1, 1, -1] });
  });

  it('[SC35] line ends of another system do not matter', () => {
    expect(readPsplib(single.replaceAll('\n', '\r\n'))).toEqual(readPsplib(single));
  });

  it.each([
    ['an empty file', '', /Line 1: "jobs \(incl/],
    [
      'nonrenewable resources',
      single.replace('nonrenewable              :  0', 'nonrenewable              :  2'),
      /Line 10: Nonrenewable/,
    ],
    [
      'a job out of order',
      single.replace(
        '   3        1          1           6',
        '   4        1          1           6',
      ),
      /Line 21: expected job 3/,
    ],
    [
      'a wrong number of successors',
      single.replace('3           2   3   4', '3           2   3'),
      /Line 19: job 1 says 3/,
    ],
    [
      'an unknown successor',
      single.replace('1           5\n', '1           9\n'),
      /Line 20: job 2 has the unknown successor 9/,
    ],
    [
      'a job that follows itself',
      single.replace('1           5\n', '1           2\n'),
      /Line 20: job 2 has/,
    ],
    [
      'a negative duration',
      single.replace('  3      1     6', '  3      1    -6'),
      /Line 31: "-6"/,
    ],
    [
      'a missing request',
      single.replace('  4      1     2       1    1', '  4      1     2       1'),
      /Line 32: .* 5 numbers, not 4/,
    ],
    ['a missing capacity', single.replace('    4    1\n', '    4\n'), /must have 2 numbers/],
    [
      'no capacities',
      single.slice(0, single.indexOf('RESOURCEAVAIL')),
      /"RESOURCEAVAILABILITIES" is missing/,
    ],
    ['a million jobs', head(1_000_000), /Line 6: "jobs .* from 1 to 100000/],
    [
      'a huge number',
      single.replace('  3      1     6', '  3      1     9999999999'),
      /Line 31: "9999999999"/,
    ],
  ])('[SC35] %s is refused with its line', (_, text, message) => {
    expect(() => readPsplib(text)).toThrow(message);
  });

  it('[SC36] as a round-the-clock project it has the same makespans, unit and all', () => {
    const file = readPsplib(single);
    for (let seed = 1; seed <= 5; seed += 1) {
      const effort = { schedules: 30, seed };
      const straight = solve(psplibProblem(file), effort);
      const compiled = compile(psplibProject(file));
      const wrapped = solve(compiled.problem, effort);
      expect(wrapped.makespan * compiled.tickMinutes).toBe(straight.makespan * 1440);
      expect(toPlaced(compiled, wrapped).map(({ start }) => start / 1440)).toEqual(straight.starts);
    }
  });

  it('[SC36] on office hours it gives a valid schedule', () => {
    const compiled = compile(
      psplibProject(readPsplib(single), 0, weekdayCalendar('w', 'Europe/Rome')),
    );
    const answer = solve(compiled.problem, { schedules: 50, seed: 1 });
    expect(checkAnswer(compiled.problem, answer)).toEqual([]);
    expect(answer.makespan * compiled.tickMinutes).toBeGreaterThan(8 * 1440);
  });
});
