import { describe, expect, it } from 'vitest';
import type { Models } from '../api/endpoints.ts';
import { emptyDraft } from './goal-draft.ts';
import { brainChoices, chosenBrain, newPlanOf, usdOf } from './new-plan.ts';

const models = (usable: readonly string[]): Models => ({
  default_profile: 'baseline',
  profiles: ['baseline', 'premium'].map((profile) => ({
    ...{ profile, title: profile, summary: '', model_count: 1, models: [] },
  })),
  brains: ['offline', 'model', 'caller', 'recorded'].map((name) => ({
    ...{
      name,
      usable: usable.includes(name),
      why_not: usable.includes(name) ? null : 'Not set up.',
    },
  })),
});
const draft = { ...emptyDraft, goal: ' Open a bakery ', detail: 'full', usd: '2,5' } as const;

describe('a new plan', () => {
  it('[UI17] is asked for as the form says', () => {
    const wish = { ...draft, profile: 'premium', startDate: '2027-01-05' };
    expect(newPlanOf(wish, models(['offline', 'model', 'caller']))).toEqual({
      ...{ prompt: 'Open a bakery', brain: 'model', detail: 'full', model_profile: 'premium' },
      ...{ start_date: '2027-01-05', budget: { usd: 2.5 } },
    });
  });

  it('[UI17] by rules has neither detail nor a limit of cost', () => {
    const asked = { prompt: 'Open a bakery', brain: 'offline' };
    expect(newPlanOf(draft, models(['offline']))).toEqual(asked);
  });

  it('[UI17] leaves the choice to the server where nobody knows what it can do', () => {
    expect(newPlanOf(draft, undefined)).toEqual({ prompt: 'Open a bakery', detail: 'full' });
  });

  it('[UI17] never asks for a brain that cannot be used', () => {
    const choices = brainChoices(models(['offline', 'caller']));
    expect(chosenBrain(choices, 'model')).toBe('offline');
    expect(chosenBrain(choices, 'caller')).toBe('caller');
    expect(choices.find(({ name }) => name === 'model')?.whyNot).toBe('Not set up.');
    expect(choices.map(({ name }) => name)).not.toContain('recorded');
  });

  it.each([
    ['', undefined],
    ['3', 3],
    ['0.5', 0.5],
    ['0', null],
    ['-1', null],
    ['lots', null],
  ])('[UI17] reads %j as a limit of %s', (typed, usd) => {
    expect(usdOf(typed)).toBe(usd);
  });
});
