import { describe, expect, it } from 'vitest';
import { closingInput, networkIn } from '../../test/support/closing.ts';
import { figureLines, figuresOf, filledIn, placesIn, withFigures } from './figures.ts';
import { dateText } from './localized.ts';

describe('the figures of a plan', () => {
  it('[LV60] come from the schedule and the costs', async () => {
    const network = networkIn(await closingInput());
    const figures = figuresOf(network, 'en');
    expect(figuresOf(network, 'und')).toMatchObject({
      ...{ start: network.start_date, finish: network.finish_date, deadline: '2026-12-18' },
    });
    expect(figures).toMatchObject({
      finish: dateText(network.finish_date, 'en'),
      deadline: '18 December 2026',
      deadline_odds: '100%',
      budget: 'EUR 5,000',
      phases: '2',
      tasks: '4',
      person_tasks: '3',
    });
    expect(figures.cost).toBe(`EUR ${Math.round(network.costs.base).toLocaleString('en-US')}`);
    expect(figures.budget_left).toBeDefined();
    expect(figures.budget_missing).toBeUndefined();
    expect(figureLines(figures)).toContain(`{finish} = ${figures.finish}`);
  });

  it('[LV60] what a plan does not have is no figure of it', async () => {
    const figures = figuresOf(
      networkIn(await closingInput({ direction: { deadline: null, budget: null } })),
      'en',
    );
    expect(Object.keys(figures)).not.toContain('deadline');
    expect(Object.keys(figures)).not.toContain('deadline_odds');
    expect(Object.keys(figures).join(' ')).not.toContain('budget');
  });

  it('[LV60] amounts are written so that no reader takes them for others', async () => {
    const network = networkIn(await closingInput());
    expect(figuresOf(network, 'de').budget).toBe('5.000\u00a0EUR');
    expect(figuresOf(network, 'en').budget).toBe('EUR 5,000');
  });

  it('[LV66] ten days are not one week', async () => {
    const network = networkIn(await closingInput());
    const lasting = (finish_date: string) =>
      figuresOf({ ...network, start_date: '2026-03-02', finish_date }, 'en').weeks;
    expect(lasting('2026-03-11')).toBe('1.4');
    expect(lasting('2026-03-15')).toBe('2');
    expect(lasting('2026-03-29')).toBe('4');
  });

  it('[LV60] stand where a text has their place, and no place is left', () => {
    const figures = { finish: '2026-05-01', cost: 'EUR 12' };
    expect(placesIn('by {finish} for { Cost }, {unknown}')).toEqual(['finish', 'cost', 'unknown']);
    expect(filledIn('by {finish} for { Cost }, {unknown}', figures)).toBe(
      'by 2026-05-01 for EUR 12, unknown',
    );
    const deep = { a: ['{cost}', { b: '{finish}', c: 3 }], d: null };
    expect(withFigures(deep, figures)).toEqual({
      a: ['EUR 12', { b: '2026-05-01', c: 3 }],
      d: null,
    });
  });
});
