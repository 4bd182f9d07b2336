import { describe, expect, it } from 'vitest';
import { budgetOf, readAmounts } from './amounts.ts';

const first = (goal: string) => {
  const amount = readAmounts(goal)[0];
  return amount ? [amount.low, amount.high, amount.currency] : null;
};

describe('amounts of money', () => {
  it.each([
    ['with $5k', 5_000, 'USD'],
    ['EUR 80,000 in total', 80_000, 'EUR'],
    ['about 1.2 million DKK', 1_200_000, 'DKK'],
    ['€80.000', 80_000, 'EUR'],
    ['5.000,50 € im Monat', 5_000.5, 'EUR'],
    ['£1,234.50', 1_234.5, 'GBP'],
    ['100 000 kr. til rådighed', 100_000, 'DKK'],
    ['Rs 5 lakh', 500_000, 'INR'],
    ['₹12,000 crore', 120_000_000_000, 'INR'],
    ['1.250 million euros', 1_250_000, 'EUR'],
    ['预算500万円', 5_000_000, 'JPY'],
    ['$90M USD', 90_000_000, 'USD'],
    ['two hundred fifty thousand dollars', 250_000, 'USD'],
    ['two hundred and fifty thousand dollars', 250_000, 'USD'],
    ['one million two hundred thousand dollars', 1_200_000, 'USD'],
    ['a hundred and twenty-five thousand euros', 125_000, 'EUR'],
    ['5 hundred dollars', 500, 'USD'],
    ['fifty thousand euros', 50_000, 'EUR'],
    ['between ten and twenty thousand dollars', 20_000, 'USD'],
    ['con ciento cincuenta mil euros para el taller', 150_000, 'EUR'],
    ['con treinta y cinco mil euros para el taller', 35_000, 'EUR'],
    ['avec quatre-vingt mille euros pour la librairie', 80_000, 'EUR'],
    ['to hundrede og halvtreds tusind kroner til en skole', 250_000, 'DKK'],
    ['two dozen thousand euros', 24_000, 'EUR'],
    ['10 million dollars and two hundred guests', 10_000_000, 'USD'],
  ])('[PL1] reads %s', (goal, value, currency) => {
    expect(first(goal)).toEqual([value, value, currency]);
  });

  it('[PL1] a range keeps both ends, with the scale for both', () => {
    expect(first('€30-40 million')).toEqual([30_000_000, 40_000_000, 'EUR']);
    expect(first('$20–$40 thousand')).toEqual([20_000, 40_000, 'USD']);
  });

  it('[PL1] numbers without a currency are no money', () => {
    expect(readAmounts('144 floors, 10 leads and 5 m of rope in 2026')).toEqual([]);
  });

  it('[PL1] the budget is what is called so, never a price per day or income', () => {
    const goal = 'People on 2 USD per day; revenue of $900k hoped for; budget of 500 USD.';
    expect(budgetOf(readAmounts(goal))).toMatchObject({ certain: true, amount: { high: 500 } });
    expect(budgetOf(readAmounts('Earn $900k'))).toBeNull();
    expect(budgetOf(readAmounts('A hostel in Rome that charges $100-a-night'))).toBeNull();
    expect(budgetOf(readAmounts('A hostel in Rome that charges $100 a night'))).toBeNull();
    expect(budgetOf(readAmounts('Do it with $700'))).toMatchObject({ certain: false });
  });
});
