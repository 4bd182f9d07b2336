import { describe, expect, it } from 'vitest';
import { PlanwrightError } from '../base/errors.ts';
import { failureClassOf } from './failure-class.ts';
import {
  changedElsewhere,
  overLimit,
  refused,
  tookTooLong,
  unfit,
  unsuccessful,
} from './safety/failures.ts';

describe('what a failed tool means', () => {
  it.each([
    ['policy', refused('no')],
    ['policy', overLimit('too much')],
    ['policy', new PlanwrightError('address_blocked', 'private')],
    ['policy', new PlanwrightError('INVALID_TOOL', 'none')],
    ['data', unfit('no such text')],
    ['data', changedElsewhere(['a.txt'])],
    ['logic', unsuccessful('exit 1')],
    ['transient', tookTooLong('late')],
    ['transient', new PlanwrightError('storage_full', 'full')],
    ['transient', new Error('whatever')],
    ['external', new PlanwrightError('fetch_failed', 'down')],
    ['rate_limit', new PlanwrightError('rate_limited', 'slowly')],
  ] as const)('[TL43] is %s', (expected, error) => {
    expect(failureClassOf(error, false)).toBe(expected);
  });

  it('[TL46] is for a person at once where somebody else stands against an undo', () => {
    expect(failureClassOf(changedElsewhere(['a.txt']), true)).toBe('policy');
    expect(failureClassOf(new Error('whatever'), true)).toBe('transient');
  });
});
