import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;
beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());

describe('model_profiles', () => {
  it('[MD24] names profiles and brains, and says why one cannot be used', async () => {
    const answer = await bakery.call('model_profiles', {});
    expect(answer.default_profile).toBe('baseline');
    expect(answer.profiles).toMatchObject([
      { profile: 'baseline', model_count: 0, models: [] },
      { profile: 'premium' },
      { profile: 'frontier' },
      { profile: 'custom' },
    ]);
    expect(answer.brains).toContainEqual({ name: 'caller', usable: true, why_not: null });
    expect(answer.brains).toContainEqual({
      name: 'model',
      usable: false,
      why_not: expect.stringContaining('doctor') as string,
    });
  });
});
