// The critical path and the marks of its tasks say the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectArbitrary } from '../../../test/support/random-project.ts';
import {
  exactWay,
  follows,
  hours,
  monday,
  project,
  role,
  task,
} from '../../../test/support/small-projects.ts';
import { criticalPath } from './critical-path.ts';

const byOffice = { uses: [{ role: 'ann', units: 1 }] };

/** An agent is ready at night, a person goes on in the morning. */
const overNight = project({
  roles: [role('ann', { calendar: 'office' })],
  tasks: [
    task('draft', [exactWay('w', 20)]),
    task('note', [exactWay('w', 2)]),
    task('check', [exactWay('w', 4, byOffice)]),
  ],
  links: [follows('draft', 'check'), follows('note', 'check')],
});

describe('what is critical', () => {
  it('[SC115] is what decides the end, also where a pause leaves it float', () => {
    const path = criticalPath(overNight);
    expect(path.path().map(({ id }) => id)).toEqual(['draft', 'check']);
    expect(path.critical()).toEqual(['draft', 'check']);
    expect(path.dates('draft')).toMatchObject({ critical: true, totalFloatMinutes: hours(13) });
    expect(path.dates('note')).toMatchObject({ critical: false });
  });

  it('[SC115] is marked anew after each event', () => {
    const path = criticalPath(overNight);
    path.update('note', { workMinutes: hours(24) });
    expect(path.critical()).toEqual(['note', 'check']);
    path.update('note', { workMinutes: hours(1) });
    expect(path.critical()).toEqual(['draft', 'check']);
  });

  it('[SC115] holds for every task of the path of any project, and for all without float', () => {
    fc.assert(
      fc.property(projectArbitrary(), (given) => {
        const path = criticalPath(given);
        const critical = new Set(path.critical());
        for (const { id } of path.path()) expect(critical.has(id), id).toBe(true);
        const kinds = new Map(given.tasks.map(({ id, kind }) => [id, kind]));
        const leaves = path.all().filter(({ id }) => kinds.get(id) !== 'summary');
        for (const { id, ...dates } of leaves) expect(dates.critical).toBe(critical.has(id));
        const tight = leaves.filter(({ totalFloatMinutes }) => totalFloatMinutes <= 0);
        expect(tight.filter((dates) => !dates.critical)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('[SC113] a finish that a link puts into a pause is there, and has exact float', () => {
    const path = criticalPath(
      project({
        roles: [role('ann', { calendar: 'office' })],
        tasks: [task('wait', [exactWay('w', 20)]), task('watch', [exactWay('w', 4, byOffice)])],
        links: [follows('wait', 'watch', { type: 'FF' })],
      }),
    );
    expect(path.finish).toBe(monday + hours(20));
    expect(path.dates('watch')).toMatchObject({
      start: monday + hours(13),
      finish: monday + hours(20),
      lateFinish: monday + hours(20),
      totalFloatMinutes: 0,
    });
    expect(path.dates('wait')).toMatchObject({ totalFloatMinutes: 0, critical: true });
    expect(path.path().map(({ id }) => id)).toEqual(['wait', 'watch']);
  });

  it('[SC115] a task in progress has the float that it has', () => {
    const going = { fixedStart: monday, goesOn: true };
    const path = criticalPath(
      project({ tasks: [task('a', [exactWay('w', 4)], going), task('b', [exactWay('w', 9)])] }),
    );
    expect(path.dates('a')).toMatchObject({ totalFloatMinutes: hours(5), critical: false });
  });
});
