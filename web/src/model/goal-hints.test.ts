import { describe, expect, it } from 'vitest';
import { goalHints, timeWords } from './goal-hints.ts';

const words = timeWords(['en', 'de', 'es']);
const named = (goal: string) =>
  goalHints(goal, words)
    .filter(({ isNamed }) => isNamed)
    .map(({ about }) => about);

describe('hints about a goal', () => {
  it.each([
    ['Open a small coffee shop in Copenhagen by October with a budget of DKK 600,000.'],
    ['Eröffne ein kleines Café in Wien innerhalb von acht Wochen für 80.000 EUR.'],
    ['Abrir una cafetería pequeña en Sevilla en 8 semanas con $20000.'],
  ])('[UI17] see what is named: %s', (goal) => {
    expect(named(goal)).toEqual(['words', 'place', 'date', 'money']);
  });

  it('[UI17] see what is left open', () => {
    expect(named('Open a shop')).toEqual([]);
    expect(named('Write a good book about bread and butter')).toEqual(['words']);
    expect(named('Sell all the old books and records by October')).toEqual(['words', 'date']);
    expect(named('Sell the old car for EUR 4000 to somebody')).toEqual(['words', 'money']);
  });

  it('[UI17] ask no capitals of a writing that has none', () => {
    expect(named('在台北開一家小咖啡館')).toContain('place');
  });
});
