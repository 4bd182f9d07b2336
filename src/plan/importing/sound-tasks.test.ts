import { describe, expect, it } from 'vitest';
import type { ImportedTask } from './imported-plan.ts';
import { freeNames, soundTasks } from './sound-tasks.ts';

class CountingSet extends Set<string> {
  asked = 0;
  override has(name: string): boolean {
    this.asked += 1;
    return super.has(name);
  }
}

const row = (id: string): ImportedTask => ({
  ...{ id, title: id, kind: 'task', parent: null, hours: null },
});

describe('tasks with one id each', () => {
  it('[IM5] names for twins are found without asking for the same ones again', () => {
    const taken = new CountingSet(['a', 'a_2', 'a_4']);
    const free = freeNames(taken);
    const count = 5_000;
    const names = Array.from({ length: count }, () => free('a'));
    expect(names.slice(0, 3)).toEqual(['a_3', 'a_5', 'a_6']);
    expect(new Set(names).size).toBe(count);
    expect(taken.asked).toBeLessThanOrEqual(3 * count);
  });

  it('[IM5] twins get names that no other row has', () => {
    const { tasks, defects } = soundTasks(['a', 'a', 'a_2', 'a', 'a_2'].map(row));
    expect(tasks.map(({ id }) => id)).toEqual(['a', 'a_3', 'a_2', 'a_4', 'a_2_2']);
    expect(defects.map(({ kind }) => kind)).toEqual(Array(3).fill('duplicate_id'));
  });
});
