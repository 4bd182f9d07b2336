import { describe, expect, it } from 'vitest';
import type { Directive, DirectiveLimit } from '../../contract/plan-direction.ts';
import { directionOutput } from '../outputs/direction.ts';
import type { FactsOutput } from '../outputs/facts.ts';
import type { Intake, StageInput } from '../stage.ts';
import { directionStage } from './direction.ts';

const lever = {
  ...{ id: 'L1', axis: 'How', name: 'Pace', question: 'How fast?', trade_off: 'Speed or care.' },
  options: ['slow', 'even', 'fast'].map((name) => ({ name, what: `Go ${name}.` })),
};
const scenario = (id: string, option: string) => ({
  ...{ id, name: `Way ${id}`, idea: 'It bets on care.', breaks_directives: [] as string[] },
  ...{ settings: [{ lever: 'L1', option }], strengths: ['calm'], weaknesses: ['late'] },
});

const directive = (id: string, limit: DirectiveLimit | null, importance = 5): Directive => ({
  ...{ id, kind: 'constraint', text: `Rule ${id}.`, quote: `words of ${id}`, importance, limit },
});

const facts = (more: Partial<FactsOutput> = {}) => ({
  ...{ language: 'en', budget: null, deadline: null },
  ...more,
});

const inputOf = (
  directives: Directive[],
  more: { intake?: Partial<Intake>; facts?: Partial<FactsOutput>; broken?: string[] } = {},
): StageInput => ({
  intake: { planId: 'plan_1', goal: 'Open a shop.', startDate: '2026-01-05', ...more.intake },
  outputs: {
    facts: facts(more.facts),
    review: {
      reason: 'Read as a market stall.',
      contradictions: [{ between: 'cheap', and: 'gold', why: 'Gold is dear.' }],
      strains: [{ claim: 'In a week', why_hard: 'Permits take six.', kind: 'unlikely' }],
    },
    directives: { directives },
    purpose: {
      title: 'A shop',
      purpose: 'business',
      domain: 'retail',
      success_looks_like: ['Open.'],
    },
    redline: { cautions: [] },
    premise: {
      attacks: [
        { severity: 'minor', answer_in_plan: 'Ask ten people.' },
        { severity: 'none', answer_in_plan: 'Nothing.' },
        { severity: 'fatal', answer_in_plan: 'Get the permit first.' },
      ],
    },
    levers: { levers: [lever] },
    places: {
      needs_place: true,
      places: [{ name: 'Aarhus', country: '', role: 'the shop', source: 'goal' }],
      jurisdictions: [],
    },
    resources: {
      currency: 'EUR',
      at_hand: [{ what: 'a room', quote: 'room' }],
      missing: [{ what: 'a till', why_needed: 'to sell' }],
    },
    scenarios: {
      scenarios: [
        { ...scenario('S1', 'slow'), breaks_directives: more.broken ?? [] },
        scenario('S2', 'even'),
        scenario('S3', 'fast'),
      ],
    },
    choice: {
      chosen: 'S1',
      why: 'It is safe.',
      against: [],
      would_change_it: ['If rent doubles by May: S2, not S9.'],
    },
  },
});

const directionOf = async (...given: Parameters<typeof inputOf>) =>
  directionOutput.parse(await directionStage.offline(inputOf(...given)));

const finish = (latest: string) => ({ of: 'finish', latest }) as const;
const read = { first: '2026-05-01', span: false, rule: null, date: '2026-05-01', text: 'by May' };

describe('the direction of a plan', () => {
  it('[LV69] says how the goal was read and what would change the choice, by names', async () => {
    expect(await directionOf([])).toMatchObject({
      reading: 'Read as a market stall.',
      would_change_it: ['If rent doubles by May: “Way S2”, not S9.'],
    });
  });

  it('[LV1] is one page of what minds found, by the names that people know', async () => {
    const out = await directionOf([directive('D1', null)]);
    expect(out.scenario).toEqual({
      ...{ id: 'S1', name: 'Way S1', idea: 'It bets on care.', why: 'It is safe.' },
      settings: [{ lever: 'Pace', option: 'slow', what: 'Go slow.' }],
    });
    expect(out.answers_to_premise).toEqual(['Get the permit first.', 'Ask ten people.']);
    expect(out.strains).toEqual([
      '“cheap” against “gold”: Gold is dear.',
      'In a week (unlikely): Permits take six.',
    ]);
    expect(out.missing).toEqual(['a till (to sell)']);
  });

  it('[LV1] says which directives the chosen scenario breaks', async () => {
    const { scenario: chosen } = await directionOf([directive('D1', null)], { broken: ['D1'] });
    expect(chosen.breaks).toEqual(['D1']);
  });

  it('[LV2] the earliest end that is more than a wish is the deadline', async () => {
    const { deadline } = await directionOf([
      directive('D1', finish('2026-06-30')),
      directive('D2', finish('2026-03-31')),
      directive('D3', finish('2026-02-01'), 2),
    ]);
    expect(deadline).toEqual({ date: '2026-03-31', source: 'directive D2: “words of D2”' });
  });

  it('[LV2] without one it is what rules read in the goal, or none', async () => {
    const certain = { ...read, certain: true };
    const sure = await directionOf([], { facts: { deadline: certain } });
    expect(sure.deadline).toEqual({ date: '2026-05-01', source: 'read in the goal: “by May”' });
    const unsure = await directionOf([], { facts: { deadline: { ...certain, certain: false } } });
    expect(unsure.deadline?.source).toBe('probably meant by “by May”');
    expect((await directionOf([])).deadline).toBeNull();
  });

  it('[LV2] an end before the start is no deadline, and a day that is none is the last one', async () => {
    const past = directive('D1', finish('2025-12-31'));
    expect((await directionOf([past])).deadline).toBeNull();
    const june = await directionOf([past, directive('D2', finish('2026-06-31'))]);
    expect(june.deadline?.date).toBe('2026-06-30');
  });

  it('[LV3] a start that is laid down moves the start, if it is later and before the end', async () => {
    const from = (earliest: string) => directive('D1', { of: 'start', earliest });
    expect((await directionOf([from('2026-02-01')])).start_date).toBe('2026-02-01');
    expect((await directionOf([from('2025-02-01')])).start_date).toBe('2026-01-05');
    const late = await directionOf([from('2026-08-01'), directive('D2', finish('2026-06-30'))]);
    expect(late.start_date).toBe('2026-01-05');
  });

  it('[LV4] a budget beside the goal counts first, then a directive, then what was read', async () => {
    const limit = directive('D1', { of: 'cost', most: 5000, currency: 'DKK' });
    const budget = {
      amount: 70,
      currency: 'USD',
      text: '$70',
      source: 'prompt',
      certain: true,
    } as const;
    const given = { amount: 9000, currency: 'SEK' };
    const of = async (...args: Parameters<typeof inputOf>) => {
      const out = await directionOf(...args);
      return [out.budget?.amount ?? null, out.currency];
    };
    expect(await of([limit], { intake: { budget: given }, facts: { budget } })).toEqual([
      9000,
      'SEK',
    ]);
    expect(await of([limit], { facts: { budget } })).toEqual([5000, 'DKK']);
    expect(await of([], { facts: { budget } })).toEqual([70, 'USD']);
    expect(await of([], { facts: { budget: { ...budget, certain: false } } })).toEqual([
      null,
      'EUR',
    ]);
  });

  it('[LV4] of several sums the smallest in the currency of the plan is the budget', async () => {
    const most = (id: string, amount: number, currency: string) =>
      directive(id, { of: 'cost', most: amount, currency });
    const { budget } = await directionOf([
      ...[most('D1', 10, 'USD'), most('D2', 900, 'EUR'), most('D3', 800, 'EUR')],
    ]);
    expect(budget).toMatchObject({ amount: 800, currency: 'EUR' });
  });

  it('[LV5] later prompts see no quotes and nothing empty', async () => {
    const seen = directionStage.brief?.(await directionOf([directive('D1', finish('2026-03-31'))]));
    expect(seen).toMatchObject({
      deadline: { date: '2026-03-31' },
      directives: [{ id: 'D1', kind: 'constraint', importance: 5, text: 'Rule D1.' }],
      places: [{ name: 'Aarhus', role: 'the shop' }],
    });
    for (const name of ['budget', 'cautions', 'jurisdictions', 'language']) {
      expect(seen).not.toHaveProperty(name);
    }
    expect(seen).not.toHaveProperty('directives.0.quote');
  });

  it('[LV5] they see the words that must not occur', async () => {
    const banned = directive('D1', { of: 'words', never: ['NFT'] });
    const seen = directionStage.brief?.(await directionOf([banned]));
    expect(seen).toHaveProperty('directives.0.never', ['NFT']);
  });
});
