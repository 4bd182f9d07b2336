import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/schedule/graph/critical-path.ts';
import { projectOf } from './project-of.ts';

const tea = {
  title: 'Make tea',
  edges: [
    ['START', '1'],
    ['START', '2'],
    ['1', '3'],
    ['2', '3'],
    ['3', 'END'],
  ],
  seconds: { '1': [240, 360], '2': [30, 30], '3': [120, 180] },
  shortest_seconds: [360, 540],
} as const;

describe('AsyncHow', () => {
  it('the critical path of the project ends at the shortest time', () => {
    for (const bound of [0, 1] as const) {
      const { project, unitSeconds } = projectOf(tea, bound);
      expect(unitSeconds).toBe(30);
      expect(criticalPath(project).finish * unitSeconds).toBe(tea.shortest_seconds[bound]);
    }
  });

  it('a century beside a day fits', () => {
    const century = 36_525 * 86_400;
    const long = { ...tea, seconds: { ...tea.seconds, '1': [century, century] } } as const;
    const { project, unitSeconds } = projectOf(long, 0);
    expect(criticalPath(project).finish * unitSeconds).toBe(century + 120);
  });
});
