import { describe, expect, it } from 'vitest';
import { firstFailure, type Report } from './vitest-run.ts';

type Result = Report['testResults'][number];

const result = (name: string, more: Partial<Result>): Result => ({
  name: `/tree/${name}`,
  status: 'passed',
  startTime: 0,
  assertionResults: [],
  ...more,
});

const test = (fullName: string, status: string, startTime: number) => ({
  fullName,
  status,
  startTime,
  duration: 5,
  failureMessages: status === 'failed' ? ['AssertionError: no\n  at somewhere'] : [],
});

describe('the first failure of a run', () => {
  it('is none where all passed or were left out by the bail', () => {
    const assertionResults = [test('a', 'passed', 1), test('b', 'skipped', 2)];
    expect(
      firstFailure({ testResults: [result('x.test.ts', { assertionResults })] }, '/tree'),
    ).toBe(null);
  });

  it('is the one that ended first, whatever the order of the files', () => {
    const late = result('late.test.ts', { assertionResults: [test('late', 'failed', 90)] });
    const early = result('early.test.ts', { assertionResults: [test(' early', 'failed', 10)] });
    expect(firstFailure({ testResults: [late, early] }, '/tree')).toEqual({
      test: 'early',
      file: 'early.test.ts',
      message: 'AssertionError: no',
    });
  });

  it('may be a file that could not be run', () => {
    const broken = result('src/x.test.ts', { status: 'failed', message: 'SyntaxError\nat' });
    expect(firstFailure({ testResults: [broken] }, '/tree')).toMatchObject({
      file: 'src/x.test.ts',
      message: 'SyntaxError',
    });
  });
});
