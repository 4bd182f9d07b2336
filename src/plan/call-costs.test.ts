import { describe, expect, it } from 'vitest';
import { StepFailure } from '../engine/step-failure.ts';
import type { Estimate } from '../models/question.ts';
import { reserveWithin } from './brains/model/reserve-within.ts';
import { costOfModels } from './call-costs.ts';
import type { AnyThought } from './stage.ts';

const stage = { inputTokens: 1_000, outputTokens: 500 } as AnyThought;
const model = (slot: string, microsPerToken: number | null) => ({
  slot,
  costMicros: ({ input, output }: { input: number | null; output: number | null }) =>
    microsPerToken === null ? null : ((input ?? 0) + (output ?? 0)) * microsPerToken,
});

const estimate = (tokens: number, costMicros: number | null): Estimate => ({
  ...{ model: 'm', provider: 'p', inputTokens: tokens, outputTokens: 0, costMicros },
});

describe('what a step of thinking may cost', () => {
  it('[PP10] is the dearest model that may be asked, for the first call and those with feedback', () => {
    const cost = costOfModels([model('first', 2), model('other', 5)])(stage);
    expect(cost).toEqual({ slot: 'first', cost: { money: 22_500, tokens: 4_500, calls: 3 } });
  });

  it('[PP10] has no money in it where the first model has no price, and is 0 where that is free', () => {
    expect(costOfModels([model('first', null), model('other', 5)])(stage).cost).toEqual({
      ...{ tokens: 4_500, calls: 3 },
    });
    expect(costOfModels([model('local', 0)])(stage).cost).toMatchObject({ money: 0 });
  });
});

describe('a call beyond what was reserved', () => {
  const reserved = { money: 100, tokens: 100, calls: 2 };
  const failureOf = async (
    used: object,
    next: Estimate,
    paidBefore = 0,
  ): Promise<string | undefined> => {
    const reserve = reserveWithin({ money: true }, reserved, { used: () => used, paidBefore });
    return reserve(next).then(
      () => undefined,
      (error: unknown) => (error instanceof StepFailure ? error.class : String(error)),
    );
  };

  it('[PP10] ends the attempt, so that the next one reserves anew', async () => {
    expect(await failureOf({ calls: 1, money: 40, tokens: 40 }, estimate(60, 60))).toBeUndefined();
    expect(await failureOf({ calls: 1, money: 40 }, estimate(10, 61))).toBe('transient');
    expect(await failureOf({ calls: 2 }, estimate(1, 1))).toBe('transient');
  });

  it('[PP10] ends it for good where a call alone is more, and is free where it was paid before', async () => {
    expect(await failureOf({}, estimate(101, 1))).toBe('budget');
    expect(await failureOf({}, estimate(101, 1), 1)).toBeUndefined();
    const free = reserveWithin(null, reserved, { used: () => ({}), paidBefore: 0 });
    await expect(free(estimate(1_000, 1_000))).resolves.toBeUndefined();
  });
});
