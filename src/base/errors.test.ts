import { describe, expect, it } from 'vitest';
import {
  errorCodes,
  errorTable,
  fromErrorWire,
  isPlanwrightError,
  PlanwrightError,
  toErrorWire,
} from './errors.ts';

describe('errors', () => {
  it.each(errorCodes)('[BA5] %s has a status, an exit code and a title', (code) => {
    const { http, exit, title } = errorTable[code];
    expect(http).toBeGreaterThanOrEqual(400);
    expect(http).toBeLessThan(600);
    expect(exit).toBeGreaterThan(0);
    expect(exit).toBeLessThan(126);
    expect(title.length).toBeGreaterThan(5);
  });

  it('[BA5] an error says whether trying again can help', () => {
    expect(new PlanwrightError('rate_limited', 'slow down').retry).toBe('later');
    expect(new PlanwrightError('lease_lost', 'gone').retry).toBe('never');
    expect(new PlanwrightError('goal_unusable', 'too short').retry).toBe('after_change');
  });

  it('[BA5] an error keeps its cause, and has none unless given', () => {
    const cause = new Error('disk');
    expect(new PlanwrightError('storage_failed', 'no', {}, cause).cause).toBe(cause);
    expect('cause' in new PlanwrightError('storage_failed', 'no')).toBe(false);
  });

  it('[BA5] an error survives the way to another thread', () => {
    const error = new PlanwrightError('conflict', 'someone was faster', { run: 'r1', seq: 4 });
    const back = fromErrorWire(structuredClone(toErrorWire(error)));
    expect(isPlanwrightError(back)).toBe(true);
    expect([back.code, back.message, back.facts]).toEqual([error.code, error.message, error.facts]);
  });

  it.each([
    ['an error of another kind', new TypeError('x is undefined'), 'x is undefined'],
    ['a text', 'thrown text', 'thrown text'],
    ['nothing', undefined, 'undefined'],
  ])('[BA5] %s becomes an internal error', (_, thrown, message) => {
    expect(isPlanwrightError(thrown)).toBe(false);
    expect(toErrorWire(thrown)).toEqual({ code: 'INTERNAL_ERROR', message, facts: {} });
  });
});
