import { describe, expect, it } from 'vitest';
import { readGoal } from './facts.ts';

const read = (goal: string) => readGoal({ planId: 'plan_r1', goal, startDate: '2026-11-16' });

describe('money where it is spent', () => {
  it.each([
    ['Abrir un café por 80 millones de pesos en Bogotá', 80_000_000, 'COP'],
    ['Open a café with 5 million pesos in Buenos Aires', 5_000_000, 'ARS'],
    ['Open a café with 5 million pesos in Chile', 5_000_000, 'CLP'],
    ['Open a café with 900,000 pesos in Manila', 900_000, 'PHP'],
    ['Open a café with 900,000 pesos in Mexico', 900_000, 'MXN'],
    ['Open a café with 900,000 pesos', 900_000, 'MXN'],
    ['Open a café with 5 million Philippine pesos', 5_000_000, 'PHP'],
    ['Open a café with 900,000 Mexican pesos in Bogotá', 900_000, 'MXN'],
    ['Abrir un café en Bogotá con 900.000 pesos mexicanos', 900_000, 'MXN'],
    ['Abrir un café con 80 millones de pesos chilenos', 80_000_000, 'CLP'],
    ['Abrir un café con 80 millones de pesos colombianos', 80_000_000, 'COP'],
  ])('[PL1] %s', (goal, amount, currency) => {
    expect(read(goal).budget).toMatchObject({ amount, currency });
  });
});

describe('a date that can be read two ways', () => {
  it('[PL1] is told as a guess, and is month first in the United States', () => {
    const deadline = read('Open a taqueria in Austin, Texas by 5/6/2027').deadline;
    expect(deadline).toMatchObject({ date: '2027-05-06', certain: true });
    expect(deadline?.rule).toContain('month first');
    expect(read('Open a taqueria in Leeds by 5/6/2027').deadline).toMatchObject({
      date: '2027-06-05',
      rule: expect.stringContaining('day first'),
    });
  });

  it('[PL1] is no guess where only one way leads to a day', () => {
    expect(read('Open a taqueria by 4/15/2027').deadline?.rule).toBeNull();
    expect(read('Open a taqueria by 4/4/2027').deadline?.rule).toBeNull();
  });
});
