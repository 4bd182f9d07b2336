import { describe, expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

const change = (path: string, before: string, after: string) => ({ path, before, after });
const placesOf = (...changes: ReturnType<typeof change>[]) =>
  differencesOf({ item: '3', changes }).map(({ where }) => where);

describe('what a revision changed', () => {
  it('[RH36] tasks keep their number, and names their points', () => {
    expect(
      placesOf(
        change('3.5.costs.Rent to opening, 2.5 months', 'Rent, 3500', ''),
        change('2.1.acceptance', 'one', 'two'),
        change('deliverables.V2.acceptance', 'one', 'two'),
        change('A13', '', 'A13, Paid jobs'),
        change('bodies.Board.meets', 'weekly', 'daily'),
      ),
    ).toEqual([
      '3.5 costs Rent to opening, 2.5 months',
      '2.1 acceptance',
      'V2 acceptance',
      'A13',
      '3 meets',
    ]);
  });

  it('[RH36] the bounds of one estimate are one line', () => {
    const bounds = [
      change('1.1.estimate.low', '6', '8'),
      change('1.1.estimate.likely', '10', '13'),
      change('A6.base', '2500', '1900'),
    ];
    expect(differencesOf({ item: '1', changes: bounds })).toEqual([
      { where: '1.1 estimate', before: '6, 10', after: '8, 13' },
      { where: 'A6', before: '2500', after: '1900' },
    ]);
  });

  it('[RH36] what only machines read is left to plan.json', () => {
    expect(
      placesOf(
        change('1.1.subtasks.count.params.days.value', '2', '3'),
        change('1.1.model_tier', 'small', 'large'),
        change('1.1.title', 'Count', 'Count twice'),
      ),
    ).toEqual(['1.1 title']);
  });
});
