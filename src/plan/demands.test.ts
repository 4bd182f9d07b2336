import { describe, expect, it } from 'vitest';
import type { Directive } from '../contract/plan-direction.ts';
import { demandsOf } from './demands.ts';

const directive = (id: string, more: Partial<Directive> = {}): Directive => ({
  ...{ id, kind: 'requirement', text: 'Bread is sold.', quote: 'bread', importance: 4 },
  limit: null,
  ...more,
});

const idsOf = (...directives: Directive[]): string[] =>
  demandsOf(directives, 'brief').map(({ id }) => id);

describe('what the goal asks the plan to answer', () => {
  it('[LV74] demands for content come first, then the most important, as many as there is room for', () => {
    expect(
      idsOf(
        directive('D1', { importance: 5 }),
        directive('D2', { text: 'Der Plan nennt eine Preisstrategie.', importance: 3 }),
        directive('D3', { kind: 'intent' }),
        directive('D4', { kind: 'constraint', text: 'The plan deals with its ethics.' }),
        ...['D5', 'D6', 'D7'].map((id) => directive(id)),
      ),
    ).toEqual(['D4', 'D2', 'D1', 'D3', 'D5']);
  });

  it('[LV74] limits, facts, bans and mere wishes are none', () => {
    expect(
      idsOf(
        directive('D1', { limit: { of: 'finish', latest: '2027-01-01' } }),
        directive('D2', { kind: 'stated_fact' }),
        directive('D3', { kind: 'banned' }),
        directive('D4', { kind: 'constraint' }),
        directive('D5', { importance: 2 }),
      ),
    ).toEqual([]);
  });
});
