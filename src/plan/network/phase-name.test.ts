import { expect, it } from 'vitest';
import { plainPhaseName } from './phase-name.ts';

it('[LV84] a phase does not say its number twice, in whichever language', () => {
  const two = (name: string): string => plainPhaseName(name, '2');
  expect(two('Phase 2: Build the oven')).toBe('Build the oven');
  expect(two('2. Build')).toBe('Build');
  expect(two('Fase 2 – Construir')).toBe('Construir');
  expect(two('第2阶段：建造')).toBe('建造');
  expect(two('Phase 2: 2. Build')).toBe('Build');
});

it('[LV84] another number, an amount or a bare label stays', () => {
  const two = (name: string): string => plainPhaseName(name, '2');
  for (const name of [
    'Phase 3: Build',
    '2 ovens',
    '2.5 tons of flour',
    'Phase 2',
    '2',
    'Build 2',
  ]) {
    expect(two(name)).toBe(name);
  }
});
