import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  days,
  exactWay,
  follows,
  hours,
  monday,
  project,
  role,
  scheduleRoundTheClock,
  task,
  way,
} from '../../../test/support/small-projects.ts';
import type { Placed, Project } from '../project.ts';
import { assignmentsOf } from './assignments.ts';
import { checkBudget, contingencyFrom } from './budget.ts';
import { cashFlow } from './cash-flow.ts';
import { costBreakdown, type StatedCost, sumLines } from './cost-lines.ts';
import { converter, roundedParts, roundHalfUp } from './currency.ts';
import { periodsBetween } from './periods.ts';

const euros = converter({
  project: 'EUR',
  rates: [{ currency: 'USD', rate: 0.9, source: 'bank, 2026-03-01' }],
});

const bought = (id: string, likely: number, more: Partial<StatedCost> = {}): StatedCost => ({
  id,
  name: id,
  amount: { low: likely / 2, likely, high: likely * 2 },
  currency: 'EUR',
  source: 'a guess',
  ...more,
});

const shop: Project = project({
  roles: [
    role('cook', { ratePerHour: 30 }),
    role('robot', { kind: 'agent', ratePerHour: 2.5, capacity: 2 }),
  ],
  tasks: [
    task('phase', [], { kind: 'summary' }),
    task('menu', [way('by hand', 10, { uses: [{ role: 'cook', units: 1 }] })], { parent: 'phase' }),
    task('site', [
      exactWay('by robot', 6, {
        uses: [{ role: 'robot', units: 2 }],
        fixedCost: { low: 10, likely: 20, high: 50 },
      }),
    ]),
  ],
  links: [follows('menu', 'site')],
});

const costsOf = (
  given: Project,
  stated: readonly StatedCost[] = [],
  placed?: readonly Placed[],
) => {
  const rows = placed ?? scheduleRoundTheClock(given).placed;
  const assignments = assignmentsOf(given, rows);
  const input = { project: given, assignments, stated, risks: [], converter: euros };
  return { assignments, breakdown: costBreakdown(input), input };
};

describe('currencies', () => {
  it('[SC70] another currency is converted by its stated rate, and the line keeps it', () => {
    const { breakdown } = costsOf(shop, [bought('oven', 1000, { currency: 'USD' })]);
    expect(breakdown.lines.at(-1)).toMatchObject({ base: 90_000, currency: 'USD', rate: 0.9 });
  });

  it('[SC70] a currency without a rate is an error that names the line, never 1:1', () => {
    const ask = () => costsOf(shop, [bought('oven', 1000, { currency: 'JPY' })]);
    expect(ask).toThrow(/cost line “oven”: there is no rate from JPY to EUR/);
  });

  it('[SC70] a wrong rate, one stated twice and a monstrous amount are refused', () => {
    const rate = { currency: 'USD', rate: 0, source: '' };
    expect(() => converter({ project: 'EUR', rates: [rate] })).toThrow(/rate of USD/);
    const own = { currency: 'EUR', rate: 2, source: '' };
    expect(() => converter({ project: 'EUR', rates: [own] })).toThrow(/twice/);
    expect(() => euros.toCents(1e18, 'EUR', 'here')).toThrow(
      /here: the amount is too large; at most 11,258,999,068,426 /,
    );
    expect(() => euros.toCents(Number.NaN, 'EUR', 'here')).toThrow(/here: the amount is not a n/);
  });

  it('[SC128] amounts that are too large together are refused as their sum', () => {
    const stated = ['a', 'b'].map((id) =>
      bought(id, 0, { amount: { low: 0, likely: 0, high: 9e12 } }),
    );
    expect(() => costsOf(shop, stated)).toThrow(/the sum of all costs: the amount is too large/);
    expect(() => costsOf(shop, stated.slice(1))).not.toThrow();
  });

  it('[SC70] halves of a cent go up, and some currencies have no cents', () => {
    expect(euros.toCents(1.005, 'EUR', '')).toBe(101);
    expect(euros.toCents(-1.005, 'EUR', '')).toBe(-101);
    expect(roundHalfUp(-0.2)).toBe(0);
    expect(converter({ project: 'JPY', digits: 0, rates: [] }).toCents(1234.4, 'JPY', '')).toBe(
      1234,
    );
  });
});

describe('the cost breakdown', () => {
  it('[SC71] hours × rates by the way that was placed, with fixed costs', () => {
    const { breakdown } = costsOf(shop);
    expect(breakdown.lines.map(({ id, base }) => [id, base])).toEqual([
      ['menu:cook', 30_000],
      ['site:robot', 6 * 2 * 250],
      ['site:fixed', 2000],
    ]);
    expect(breakdown.lines[0]).toMatchObject({ low: 24_000, high: 45_000, phase: 'phase' });
  });

  it('[SC71] a risk costs its probability times its mean, delays by the rates of its tasks', () => {
    const { input } = costsOf(shop);
    const risk = {
      id: 'strike',
      probability: 0.5,
      cost: { low: 100, likely: 100, high: 100 },
      delayMinutes: { low: 60, likely: 60, high: 60 },
      tasks: ['menu'],
    };
    const { lines } = costBreakdown({ ...input, risks: [risk] });
    expect(lines.at(-1)).toMatchObject({ category: 'risk', low: 0, base: 6500, high: 13_000 });
    const above = costBreakdown({ ...input, risks: [{ ...risk, tasks: ['phase'] }] }).lines.at(-1);
    expect(above).toMatchObject({ base: 6500 });
  });

  it('[SC71] a line or a risk of an unknown task is an error that names both', () => {
    expect(() => costsOf(shop, [bought('oven', 1, { task: 'nowhere' })])).toThrow(
      /cost line “oven”: there is no task “nowhere”/,
    );
    const amount = { low: 3, likely: 2, high: 4 };
    expect(() => costsOf(shop, [bought('oven', 1, { amount })])).toThrow(/“oven”.*in this order/);
  });

  it('[SC122] lines are summed before they are rounded, and parts add up to the total', () => {
    const third = { amount: { low: 0.004, likely: 0.004, high: 0.004 } };
    const stated = Array.from({ length: 1000 }, (_, index) =>
      bought(`screw ${index}`, 0, { ...third, ...(index % 2 === 0 ? { task: 'menu' } : {}) }),
    );
    const { assignments, breakdown } = costsOf(shop, stated);
    expect(breakdown.total.base).toBe(35_000 + 400);
    expect(breakdown.byCategory.purchase.base).toBe(400);
    const flow = cashFlow(shop, assignments, breakdown, 'week');
    expect(flow.reduce((sum, { cents }) => sum + cents, 0)).toBe(breakdown.total.base);
  });

  it('[SC122] whole parts sum to the rounded sum, none is off by a cent or more', () => {
    expect(roundedParts([33.3333, 33.3333, 33.3334])).toEqual([33, 33, 34]);
    expect(roundedParts([0.5, 0.5])).toEqual([1, 0]);
    expect(roundedParts([-0.5, 2.25])).toEqual([0, 2]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true })), (parts) => {
        const whole = roundedParts(parts);
        const sum = parts.reduce((total, part) => total + part, 0);
        expect(whole.reduce((total, part) => total + part, 0)).toBe(roundHalfUp(sum));
        for (const [index, part] of parts.entries()) {
          expect(Math.abs((whole[index] ?? 0) - part)).toBeLessThan(1.001);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('[SC123] a risk that names a phase and a task of it, or one twice, pays once', () => {
    const { input } = costsOf(shop);
    const costOf = (tasks: string[]) => {
      const delayMinutes = { low: 60, likely: 60, high: 60 };
      const risks = [{ id: 'strike', probability: 0.5, delayMinutes, tasks }];
      return costBreakdown({ ...input, risks }).lines.at(-1)?.base;
    };
    expect(costOf(['phase', 'menu'])).toBe(1500);
    expect(costOf(['menu', 'menu'])).toBe(1500);
    expect(costOf(['menu', 'site'])).toBe(1500 + 250);
  });

  it('[SC175] a risk that strikes one of its tasks costs one delay: the mean, at worst the dearest', () => {
    const { input } = costsOf(shop);
    const delayMinutes = { low: 60, likely: 60, high: 60 };
    const lineOf = (tasks: string[], strikes: 'each' | 'one', probability = 0.5) =>
      costBreakdown({
        ...input,
        risks: [{ id: 'x', probability, delayMinutes, tasks, strikes }],
      }).lines.at(-1);
    expect(lineOf(['menu', 'site'], 'each')?.base).toBe(1500 + 250);
    expect(lineOf(['menu', 'site'], 'one')).toMatchObject({ low: 0, base: 875, high: 3000 });
    expect(lineOf(['menu', 'site'], 'one', 1)?.low).toBe(500);
  });

  it('[SC177] a delay that costs nothing adds no hours of anybody, only what is stated', () => {
    const { input } = costsOf(shop);
    const delayMinutes = { low: 60, likely: 60, high: 60 };
    const risk = { id: 'x', probability: 0.5, delayMinutes, tasks: ['menu'] };
    const lineOf = (more: object) =>
      costBreakdown({ ...input, risks: [{ ...risk, delayCosts: 'nothing', ...more }] }).lines.find(
        ({ category }) => category === 'risk',
      );
    expect(lineOf({})).toBeUndefined();
    expect(lineOf({ delayCosts: 'hours' })?.base).toBe(1500);
    const cost = { low: 10, likely: 10, high: 10 };
    expect(lineOf({ cost })).toMatchObject({ base: 500, high: 1000 });
  });

  it('[SC71] every way of summing gives the total, to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ max: 10 ** 9, min: 0 }), fc.boolean())),
        (items) => {
          const stated = items.map(([thousandths, abroad], index) =>
            bought(`line ${index}`, thousandths / 1000, {
              currency: abroad ? 'USD' : 'EUR',
              ...(index % 3 === 0 ? { task: 'menu' } : {}),
            }),
          );
          const { lines, total, byCategory, byPhase } = costsOf(shop, stated).breakdown;
          const add = (sums: Iterable<{ base: number }>) =>
            [...sums].reduce((sum, { base }) => sum + base, 0);
          expect(sumLines(lines)).toEqual(total);
          expect(add(Object.values(byCategory))).toBe(total.base);
          expect(add(byPhase.values())).toBe(total.base);
          expect(lines.every(({ low, base, high }) => low <= base && base <= high)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('cash flow', () => {
  const office = project({
    roles: [role('cook', { ratePerHour: 60, calendar: 'office' })],
    tasks: [task('cook all week', [exactWay('w', 80, { uses: [{ role: 'cook', units: 1 }] })])],
  });
  const twoWeeks: Placed[] = [
    {
      id: 'cook all week',
      way: 'w',
      start: monday + hours(9),
      finish: monday + days(11) + hours(17),
    },
  ];

  it('[SC72] labor is spread over the working time, a purchase is paid when its task starts', () => {
    const stated = [
      bought('pan', 10, { task: 'cook all week' }),
      bought('party', 5, { at: monday + days(30) }),
      bought('deposit', 0, {
        amount: { low: -20, likely: -20, high: -20 },
        at: monday + days(20),
      }),
    ];
    const { assignments, breakdown } = costsOf(office, stated, twoWeeks);
    const flow = cashFlow(office, assignments, breakdown, 'week');
    expect(flow.map(({ date, cents }) => [date, cents])).toEqual([
      ['2026-03-02', 240_000 + 1000],
      ['2026-03-09', 240_000],
      ['2026-03-16', -2000],
      ['2026-03-23', 0],
      ['2026-03-30', 500],
    ]);
    expect(flow.at(-1)?.cumulative).toBe(breakdown.total.base);
  });

  it('[SC72] months are those of the zone, also when the clocks change', () => {
    const periods = periodsBetween('Europe/Berlin', 'month', monday, monday + days(60));
    expect(periods.map(({ date }) => date)).toEqual(['2026-03-01', '2026-04-01', '2026-05-01']);
    expect((periods[0]?.to ?? 0) - (periods[0]?.from ?? 0)).toBe(days(31) - hours(1));
    const newYear = periodsBetween('UTC', 'month', monday + days(305), monday + days(340));
    expect(newYear.map(({ date }) => date)).toEqual(['2027-01-01', '2027-02-01']);
  });

  it('[SC72] the periods sum to the total to the cent, whatever the lines are', () => {
    const anyLine = fc.record({ cents: fc.integer({ min: 0, max: 10 ** 8 }), place: fc.nat(3) });
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 20 }),
        fc.constantFrom('week', 'month'),
        (all, kind) => {
          const stated = all.map(({ cents, place }, index) =>
            bought(`line ${index}`, cents / 100, {
              ...(place === 0 ? { task: 'cook all week' } : {}),
              ...(place === 1 ? { at: monday + days(index * 9) } : {}),
            }),
          );
          const { assignments, breakdown } = costsOf(office, stated, twoWeeks);
          const flow = cashFlow(office, assignments, breakdown, kind as 'week' | 'month');
          expect(flow.reduce((sum, { cents }) => sum + cents, 0)).toBe(breakdown.total.base);
          expect(flow.every(({ cents }) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('[SC72] a plan longer than a century is refused', () => {
    expect(() => periodsBetween('UTC', 'week', monday, monday + days(40_000))).toThrow(
      /more than 5300 weeks/,
    );
  });
});

describe('contingency and budget', () => {
  const { breakdown } = costsOf(shop);

  it('[SC71] two uses of one skill are paid as the two roles that fill them', () => {
    const soup = { skill: 'soup', units: 1 };
    const pair = project({
      roles: [
        role('ann', { ratePerHour: 10, skills: ['soup'] }),
        role('bob', { ratePerHour: 30, skills: ['soup'] }),
      ],
      tasks: [task('cook', [exactWay('w', 1, { uses: [soup, soup] })])],
    });
    const placed = [{ id: 'cook', way: 'w', start: monday, finish: monday + hours(1) }];
    const [assignment] = assignmentsOf(pair, placed);
    expect(assignment?.roles.map((each) => each.role.id)).toEqual(['ann', 'bob']);
  });

  it('[SC73] contingency is the asked percentile minus the base, and says which', () => {
    const costs = Float64Array.from({ length: 101 }, (_, i) => 300 + i);
    const { base } = breakdown.total;
    expect(contingencyFrom(breakdown, { costs }, euros)).toEqual({
      confidence: 0.8,
      base,
      atConfidence: 38_000,
      contingency: 38_000 - base,
    });
    expect(contingencyFrom(breakdown, { costs }, euros, 0.95).atConfidence).toBe(39_500);
    expect(contingencyFrom(breakdown, { costs: Float64Array.of(1) }, euros).contingency).toBe(0);
  });

  it('[SC73] the verdict compares the budget with the lines and with the contingency', () => {
    const { base } = breakdown.total;
    const verdict = (budget: number | null) => checkBudget(breakdown, 1000, budget).verdict;
    expect(verdict(null)).toBe('no_budget_given');
    expect(verdict(base + 1000)).toBe('within_budget');
    expect(verdict(base + 999)).toBe('tight');
    expect(verdict(base - 1)).toBe('over_budget');
  });

  it('[SC73] shares are those of the lines, beside the ones planned from the top', () => {
    const { shares, left } = checkBudget(breakdown, 0, breakdown.total.base + 5, { labor: 0.7 });
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(shares[0]).toMatchObject({ category: 'labor', planned: 0.7 });
    expect(shares[1]).toMatchObject({ category: 'fixed', cents: 2000, planned: null });
    expect(left).toBe(5);
  });
});
