import { describe, expect, it } from 'vitest';
import { CycleError, criticalPath } from './critical-path.ts';
import { topologicalOrder } from './graph.ts';

const link = (from: string, to: string) => ({ from, to, lagHours: 0 });

describe('the order of tasks', () => {
  it('[SC2] a cycle is named, and nothing else with it', () => {
    const order = topologicalOrder(
      ['a', 'b', 'c', 'd', 'e'],
      [link('a', 'b'), link('b', 'c'), link('c', 'd'), link('d', 'b'), link('d', 'e')],
    );
    expect(order.kind).toBe('cycle');
    expect([...order.ids].sort()).toEqual(['b', 'c', 'd']);
  });

  it('[SC2] a task that needs itself is a cycle of one', () => {
    const works = [{ id: 'a', hours: 1 }];
    expect(() => criticalPath(works, [link('a', 'a')])).toThrow(CycleError);
    expect(() => criticalPath(works, [link('a', 'a')])).toThrow('a → a');
  });

  it('[SC2] a link to an unknown task is refused by name', () => {
    expect(() => criticalPath([{ id: 'a', hours: 1 }], [link('a', 'ghost')])).toThrow('ghost');
  });
});
