import { describe, expect, it } from 'vitest';
import { likeness, type Member, roleFinder } from './planexe-roles.ts';
import type { TreeNode } from './planexe-tree.ts';

const member = (name: string): Member => ({ name, capacity: 1, does: undefined });
const task = (id: string, resources: readonly string[]): TreeNode => ({
  ...{ id, title: `Task ${id}`, description: undefined, resources, children: [] },
});

describe('who does a task of a PlanExe plan', () => {
  it('[IM9] is whom its steps name most often, by words of the name', () => {
    const tasks = [task('a', ['the field scout', 'A pencil', 'Office lead', 'field scout'])];
    const find = roleFinder([member('Office Lead'), member('Field Scout')], tasks);
    expect(tasks.map(find)).toEqual(['Field Scout']);
  });

  it('[IM9] is found with a bounded number of comparisons', () => {
    let compared = 0;
    const counting: typeof likeness = (...given) => {
      compared += 1;
      return likeness(...given);
    };
    const team = Array.from({ length: 5_000 }, (_, at) => member(`Lead number${at}`));
    const tasks = Array.from({ length: 1_000 }, (_, at) =>
      task(`t${at}`, [
        'Lead number7',
        ...Array.from({ length: 5 }, (_, no) => `thing ${at} ${no}`),
      ]),
    );
    const roles = tasks.map(roleFinder(team, tasks, counting));
    expect(roles[0]).toBe('Lead number7');
    // What was compared once is known.
    expect(roles.at(-1)).toBe('Lead number7');
    expect(compared).toBeLessThanOrEqual(200_000);
  });
});
