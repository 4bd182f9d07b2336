import { describe, expect, it } from 'vitest';
import { makeStep } from '../../test/sdk/fake-work.ts';
import { seededRandom, simulate } from './simulated-work.ts';

describe('simulated work', () => {
  it('[SD11] gives the same output for the same seed, another for another, and says simulated', () => {
    const step = makeStep('task_1_1');
    expect(simulate(step, 1)).toEqual(simulate(step, 1));
    expect(simulate(step, 1)).not.toEqual(simulate(step, 2));
    expect(simulate(step, 1)).toMatchObject({ simulated: true, query: 'dog breeders' });
  });

  it('[SD11] computes from the parameters, whatever they are', () => {
    const email = makeStep('task_1_2', { action: 'send_email', params: { count: '10' } });
    expect(simulate(email, 1)).toMatchObject({ sent: 10 });
    const quote = makeStep('task_1_3', {
      action: 'build_quote',
      params: { features: ['a', 'b', 'c'] },
    });
    expect(simulate(quote, 1).packages).toHaveLength(3);
    const odd = makeStep('task_1_4', { action: 'juggle', params: { count: {}, x: null } });
    expect(simulate(odd, 1)).toMatchObject({ simulated: true, given: ['count', 'x'] });
  });

  it('[SD11] spreads its numbers over the whole range', () => {
    const random = seededRandom('spread');
    const tenths = new Set(Array.from({ length: 200 }, () => Math.floor(random() * 10)));
    expect([...tenths].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
