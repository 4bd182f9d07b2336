import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateResultSchema } from '../contract/plan-gates.ts';
import { fermiGate, quantityOfPlan } from './fermi.ts';
import type { FermiQuantity } from './quantity.ts';

const quantity = (more: Partial<FermiQuantity> = {}): FermiQuantity => ({
  ...{ id: 'A1', lower: 10, base: 20, upper: 40, unit: 'days' },
  ...{ confidence: 'medium', status: 'estimated', evidence: 'two shops like it' },
  ...more,
});

const gateOf = (...quantities: FermiQuantity[]) => fermiGate({ quantities });
const fieldsOf = (...quantities: FermiQuantity[]) =>
  gateOf(...quantities).findings.map(({ field, level }) => `${level} ${field}`);

describe('the Fermi gate on one quantity', () => {
  it('[GT1] passes what is bounded, has a unit and says where it comes from', () => {
    expect(gateOf(quantity())).toEqual({
      ...{ gate: 'fermi', severity: 'major', status: 'pass', score: 100, findings: [] },
    });
  });

  it.each<[string, Partial<FermiQuantity>, string]>([
    ['a missing bound', { upper: null }, 'fail A1.bounds'],
    ['a bound that is no number', { lower: Number.NaN }, 'fail A1.bounds'],
    ['bounds that are swapped', { lower: 40, upper: 10 }, 'fail A1.bounds'],
    ['a base above the upper bound', { base: 41 }, 'fail A1.base'],
    ['a base below the lower bound', { base: 9 }, 'fail A1.base'],
    ['a span of 200 times', { lower: 1, base: 5, upper: 200 }, 'fail A1.bounds'],
    ['a span of 60 times', { lower: 1, base: 5, upper: 60 }, 'warn A1.bounds'],
    ['a span of 200 times below nothing', { lower: -200, base: -5, upper: -1 }, 'fail A1.bounds'],
    ['from nothing to 300 times the base', { lower: 0, base: 1, upper: 300 }, 'fail A1.bounds'],
    ['no unit', { unit: ' ' }, 'fail A1.unit'],
    ['a unit that says nothing', { unit: '-' }, 'fail A1.unit'],
    ['low confidence without evidence', { confidence: 'low', evidence: '' }, 'fail A1.evidence'],
    ['an observation without evidence', { status: 'observed', evidence: ' ' }, 'fail A1.evidence'],
    ['an estimate without evidence', { evidence: '' }, 'warn A1.evidence'],
    [
      'a guess that is quite sure of itself',
      { confidence: 'low', lower: 20, upper: 20 },
      'warn A1.bounds',
    ],
  ])('[GT1] finds %s', (_what, more, field) => {
    expect(fieldsOf(quantity(more))).toEqual([field]);
  });

  it.each<[string, Partial<FermiQuantity>]>([
    ['a span of exactly 50 times', { lower: 1, base: 5, upper: 50 }],
    ['a count that may be nothing', { lower: 0, base: 2, upper: 6 }],
    ['nothing at all', { lower: 0, base: 0, upper: 3 }],
    ['a gain or a loss', { lower: -500, base: 200, upper: 900 }],
    ['an assumption without evidence', { status: 'assumed', evidence: '' }],
    ['a unit in another script', { unit: '日' }],
    ['a currency sign', { unit: '€' }],
    ['a share', { unit: '%', lower: 5, base: 10, upper: 30 }],
  ])('[GT1] lets %s pass', (_what, more) => {
    expect(gateOf(quantity(more)).status).toBe('pass');
  });

  it('[GT1] finds ids that are used twice', () => {
    expect(fieldsOf(quantity(), quantity())).toEqual(['fail A1.id']);
  });

  it('[GT1] a span fails exactly when the bounds are more than 100 times apart', () => {
    const positive = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    const times = fc.double({ min: 1, max: 1000, noNaN: true });
    fc.assert(
      fc.property(positive, times, (lower, by) => {
        const upper = lower * by;
        const { status } = gateOf(quantity({ lower, base: lower, upper }));
        const span = upper / lower;
        expect(status).toBe(span > 100 ? 'fail' : span > 50 ? 'warn' : 'pass');
      }),
    );
  });

  it('[GT1] any number at all yields a result that fits its schema', () => {
    const any = fc.option(fc.double());
    fc.assert(
      fc.property(any, any, any, fc.string(), fc.string(), (lower, base, upper, unit, id) => {
        const result = gateOf(quantity({ id, lower, base, upper, unit }));
        expect(gateResultSchema.safeParse(result).success).toBe(true);
      }),
    );
  });
});

const leads = quantity({ id: 'A1', lower: 30, base: 40, upper: 60, unit: 'leads' });
const share = quantity({ id: 'A2', lower: 10, base: 15, upper: 20, unit: '%' });
const deals = (more: Partial<FermiQuantity> = {}) =>
  quantity({
    ...{ id: 'A3', lower: 3, base: 6, upper: 12, unit: 'deals' },
    reckoned: { by: 'product', of: ['A1', 'A2'] },
    ...more,
  });

describe('the Fermi gate on what follows from others', () => {
  it('[GT2] reckons a product, and a share as a share', () => {
    expect(fieldsOf(leads, share, deals())).toEqual([]);
    expect(fieldsOf(leads, share, deals({ base: 9 }))).toEqual(['fail A3.base']);
  });

  it('[GT2] a product that is a share itself is told in percent', () => {
    const won = quantity({ id: 'A1', lower: 30, base: 50, upper: 60, unit: '%' });
    const both = deals({ lower: 3, base: 7.5, upper: 12, unit: '%' });
    expect(fieldsOf(won, share, both)).toEqual([]);
    expect(fieldsOf(won, share, { ...both, base: 11 })).toEqual(['fail A3.base']);
  });

  it('[GT2] reckons a sum, and asks for one unit', () => {
    const rent = quantity({ id: 'A1', lower: 900, base: 1000, upper: 1200, unit: 'EUR' });
    const wages = quantity({ id: 'A2', lower: 3000, base: 4000, upper: 5000, unit: 'eur' });
    const sum = deals({
      ...{ lower: 3900, base: 5000, upper: 6200, unit: 'EUR' },
      reckoned: { by: 'sum', of: ['A1', 'A2'] },
    });
    expect(fieldsOf(rent, wages, sum)).toEqual([]);
    expect(fieldsOf(rent, wages, { ...sum, base: 5600 })).toEqual(['fail A3.base']);
    expect(fieldsOf(rent, { ...wages, unit: 'USD' }, sum)).toEqual(['warn A3.unit']);
  });

  it('[GT2] warns of bounds that are wider than what they follow from', () => {
    expect(fieldsOf(leads, share, deals({ upper: 40 }))).toEqual(['warn A3.bounds']);
  });

  it('[GT2] finds what follows from itself or from nothing', () => {
    const of = ['A3', 'A9'];
    expect(fieldsOf(deals({ reckoned: { by: 'sum', of } }))).toEqual(['fail A3.reckoned']);
  });

  it('[GT2] any exact sum passes, and any that is off by a tenth or more does not', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 110, max: 900 }), (bases, percent) => {
        const list = bases.map((base, at) =>
          quantity({ id: `A${at + 1}`, lower: base, base, upper: base }),
        );
        const total = bases.reduce((sum, base) => sum + base, 0);
        const of = list.map(({ id }) => id);
        const sum = (base: number) =>
          deals({
            id: 'A9',
            lower: base,
            base,
            upper: base,
            unit: 'days',
            reckoned: { by: 'sum', of },
          });
        expect(gateOf(...list, sum(total)).status).toBe('pass');
        expect(gateOf(...list, sum((total * percent) / 100)).status).toBe('fail');
      }),
    );
  });
});

describe('the Fermi gate on totals', () => {
  const cost = quantity({ lower: 8000, base: 10_000, upper: 15_000, unit: 'EUR', total: 'cost' });
  const days = quantity({ lower: 60, base: 80, upper: 100, unit: 'days', total: 'days' });
  const withTotals = (one: FermiQuantity, base: number, currency = 'EUR', working = 70) => {
    const totals = {
      cost: { base, currency },
      days: { working, calendar: (working * 7) / 5 },
    };
    return fermiGate({ quantities: [one], totals }).findings.map(
      ({ field, level }) => `${level} ${field}`,
    );
  };

  it('[GT3] says when the tasks come to another sum than was estimated', () => {
    expect(withTotals(cost, 12_000)).toEqual([]);
    expect(withTotals(cost, 16_000)).toEqual([]);
    expect(withTotals(cost, 40_000)).toEqual(['fail A1.total']);
    expect(withTotals(cost, 2_000)).toEqual(['fail A1.total']);
  });

  it('[GT3] does not compare two currencies', () => {
    expect(withTotals(cost, 40_000, 'USD')).toEqual(['warn A1.unit']);
  });

  it('[GT3] days are those of the calendar', () => {
    expect(withTotals(days, 0, 'EUR', 50)).toEqual([]);
    expect(withTotals(days, 0, 'EUR', 95)).toEqual(['fail A1.total']);
    expect(withTotals(days, 0, 'EUR', 300)).toEqual(['fail A1.total']);
  });

  it('[GT46] warns where the base holds and the likely total does not', () => {
    const found = (one: FermiQuantity, p80: number) => {
      const totals = {
        cost: { base: 10_000, currency: 'EUR', p80 },
        days: {
          ...{ working: 57, calendar: 80 },
          p80: { working: Math.round((p80 * 5) / 7), calendar: p80 },
        },
      };
      const { findings } = fermiGate({ quantities: [one], totals });
      return findings.map(({ field, level }) => `${level} ${field}`);
    };
    expect(found(cost, 15_500)).toEqual([]);
    expect(found(cost, 17_000)).toEqual(['warn A1.total']);
    expect(found(days, 105)).toEqual([]);
    expect(found(days, 130)).toEqual(['warn A1.total']);
  });

  it('[GT3] without totals there is nothing to compare', () => {
    expect(gateOf(cost, { ...days, id: 'A2' }).status).toBe('pass');
  });
});

describe('an assumption of plan.json', () => {
  it('[GT1] is read as a quantity, with what it follows from', () => {
    const one = quantityOfPlan({
      ...{
        assumption_id: 'assumption_1',
        claim: 'It costs so much.',
        lower: 1,
        base: 2,
        upper: 300,
      },
      ...{ unit: 'EUR', confidence: 'low', status: 'assumed', source: 'a shop like it' },
      ...{ reckoned: { by: 'sum', of: ['assumption_2', 'assumption_3'] }, total: 'cost' },
    });
    expect(one).toMatchObject({ id: 'assumption_1', evidence: 'a shop like it', total: 'cost' });
    expect(fieldsOf(one)).toEqual(['fail assumption_1.bounds', 'fail assumption_1.reckoned']);
  });

  it('[GT1] that has no source is a quantity without evidence', () => {
    const one = quantityOfPlan({
      ...{ assumption_id: 'assumption_1', claim: 'It is so.', lower: 1, base: 2, upper: 3 },
      ...{ unit: 'EUR', confidence: 'low', status: 'assumed', source: 'no evidence yet' },
    });
    expect(fieldsOf(one)).toEqual(['fail assumption_1.evidence']);
  });
});
