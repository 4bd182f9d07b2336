import { expect, it } from 'vitest';
import { formatTable } from './table.ts';

it('prints nested figures one a line, with null in words', () => {
  const figures = { sqlite: { single_vs_bare: 0.87654, acks: null }, runs: 3 };
  expect(formatTable(figures)).toBe(
    [
      'sqlite.single_vs_bare  0.8765',
      'sqlite.acks            not measured here',
      'runs                   3',
      '',
    ].join('\n'),
  );
});
