import { describe, expect, it } from 'vitest';
import { type DueGround, dueHits } from './due-hits.ts';

const start = '2026-03-02';
const end = '2026-06-30';

/** A plan that costs up to 60,000 in four of five runs, and a measure of what the whole may cost. */
const ground = (target: number, goal: string): DueGround =>
  ({
    goal,
    direction: { directives: [], deadline: null },
    charter: {
      measures: [
        {
          ...{ id: 'M3', measure: 'Money paid out', unit: 'EUR', target, aim: 'at_most' },
          ...{ by: null, how_measured: 'Receipts', source: 'A7' },
        },
      ],
    },
    network: {
      ...{ start_date: start, finish_date: end, phases: [], costs: { currency: 'EUR' } },
      assumptions: [{ assumption_id: 'assumption_7', total: 'cost' }],
      schedule: { simulation: { finish: { p80: `${end}T16:00` }, cost: { p80: 60_000 } } },
    },
  }) as unknown as DueGround;

describe('what the charter promises too early or too cheaply', () => {
  it('[GT50] a cost target that few runs keep goes back with what most of them cost', () => {
    expect(dueHits(ground(55_000, 'Open a bakery.'))).toMatchObject([
      {
        ...{ section: 'charter', item: 'M3' },
        says: expect.stringContaining('M3 wants at most 55000.'),
        remedy: expect.stringContaining('EUR 60,000'),
      },
    ]);
    expect(dueHits(ground(60_000, 'Open a bakery.'))).toEqual([]);
  });

  it('[GT50] an amount that the goal lays down stays', () => {
    expect(dueHits(ground(55_000, 'Open a bakery for 55,000 EUR.'))).toEqual([]);
  });
});
