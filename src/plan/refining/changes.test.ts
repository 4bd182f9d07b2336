import { describe, expect, it } from 'vitest';
import { changesBetween, touches } from './changes.ts';

describe('what a revision changed', () => {
  it('[LV53] items are told apart by their names, whatever their order', () => {
    const before = [
      { id: 'A1', base: 5, unit: 'EUR' },
      { id: 'A2', base: 7, unit: 'days' },
    ];
    const after = [
      { id: 'A2', base: 8, unit: 'days' },
      { id: 'A1', base: 5, unit: 'EUR' },
    ];
    expect(changesBetween(before, after)).toEqual([{ path: 'A2.base', before: '7', after: '8' }]);
  });

  it('[LV53] what is new or gone is told in its own words, and long texts are cut', () => {
    expect(changesBetween([], [{ id: 'R2', title: 'Rain' }])).toEqual([
      { path: 'R2', before: '', after: 'R2, Rain' },
    ]);
    const [change] = changesBetween({ goal: 'a' }, { goal: 'b'.repeat(900) });
    expect(change?.after).toHaveLength(400);
  });

  it('[LV53] a name such as constructor is a name like any other', () => {
    const after = [
      { name: 'constructor', count: 2 },
      { name: '__proto__', count: 1 },
    ];
    expect(changesBetween([], after)).toEqual([
      { path: 'constructor', before: '', after: 'constructor, 2' },
      { path: '__proto__', before: '', after: '__proto__, 1' },
    ]);
  });

  it('[LV53] lists of words are one value', () => {
    expect(changesBetween({ acceptance: ['a'] }, { acceptance: ['a', 'b'] })).toEqual([
      { path: 'acceptance', before: 'a', after: 'a; b' },
    ]);
  });

  it('[LV54] a change touches what its path names and nothing that looks like it', () => {
    const changes = [{ path: '2.1.estimate.likely', before: '1', after: '2' }];
    expect(touches(changes, '2.1', true)).toBe(true);
    expect(touches(changes, '2.10', true)).toBe(false);
    expect(touches(changes, '2', false)).toBe(true);
    expect(touches([], '', true)).toBe(false);
  });
});
