import { describe, expect, it } from 'vitest';
import { type ModelErrorClass, modelErrorClasses } from './model-error.ts';
import { backOffMs, decide, maxTriesPerModel, policyTable } from './policy.ts';

const tally = (counts: Partial<Record<ModelErrorClass, number>>, tries = 1) => ({
  failed: new Map(Object.entries(counts) as [ModelErrorClass, number][]),
  tries,
});

const failure = (errorClass: ModelErrorClass, retryAfterMs: number | null = null) => ({
  errorClass,
  retryAfterMs,
});

describe('the policy', () => {
  it('[MD3] has a row for every class, and only being called off ends at once', () => {
    expect(Object.keys(policyTable).toSorted()).toEqual([...modelErrorClasses].toSorted());
    const ends = modelErrorClasses.filter(
      (name) => decide(failure(name), tally({ [name]: 1 }), 0).kind === 'fail',
    );
    expect(ends).toEqual(['cancelled']);
  });

  it('[MD3] permanent errors go to the next model at once', () => {
    const permanent = ['quota', 'auth', 'not_found', 'bad_request'] as const;
    const verdicts = permanent.map((name) => decide(failure(name), tally({ [name]: 1 }), 0));
    expect(verdicts).toEqual(permanent.map(() => ({ kind: 'next' })));
  });

  it('[MD3] one model is not tried for ever, whatever the mix', () => {
    expect(decide(failure('network'), tally({ network: 1 }, maxTriesPerModel), 0).kind).toBe(
      'next',
    );
  });

  it('[MD8] all bad replies share one count', () => {
    const counts = tally({ schema: 2, unacceptable: 1 }, 3);
    expect(decide(failure('unacceptable'), counts, 0)).toEqual({ kind: 'next' });
    expect(decide(failure('unacceptable'), counts, 0, 3)).toMatchObject({ how: 'feedback' });
  });

  it('[MD4] waits anything up to a bound that doubles and then stays', () => {
    expect([0, 1, 2, 3].map((tried) => backOffMs(tried, 1))).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(backOffMs(30, 1)).toBe(30_000);
    expect(backOffMs(5, 0)).toBe(0);
  });

  it('[MD4] keeps to Retry-After, and passes over a model that wants too much', () => {
    const once = tally({ rate_limit: 1 });
    expect(decide(failure('rate_limit', 20_000), once, 0)).toMatchObject({ waitMs: 20_000 });
    expect(decide(failure('rate_limit', 60_001), once, 0)).toEqual({ kind: 'next' });
  });
});
