import { describe, expect, it } from 'vitest';
import type { Project, Task } from '../schedule/project.ts';
import { scheduleProject } from '../schedule/run/schedule-project.ts';
import { roundTheClockCalendar } from '../schedule/time/calendar.ts';
import { runSchedule } from './run-schedule.ts';

/** Two roles and no best order at hand, so that a search has something to do. */
function crowded(count: number): Project {
  const tasks = Array.from({ length: count }, (_, index): Task => {
    const minutes = 60 * (1 + ((index * 7) % 11));
    const estimate = { low: minutes, likely: minutes, high: minutes };
    const uses = [
      { role: 'A', units: 1 + ((index * 5) % 3) },
      { role: 'B', units: 1 + ((index * 3) % 4) },
    ];
    return { id: `t${index}`, name: 't', kind: 'task', ways: [{ id: 'w', estimate, uses }] };
  });
  const role = { kind: 'person', capacity: 4, calendar: 'always', skills: [] } as const;
  const links = tasks.slice(3).map(({ id }, index) => ({
    from: `t${Math.floor((index * 2) / 3)}`,
    to: id,
    type: 'FS' as const,
    lagMinutes: 0,
    lagIn: 'working' as const,
  }));
  return {
    start: 0,
    zone: 'UTC',
    tasks,
    links,
    roles: [
      { ...role, id: 'A' },
      { ...role, id: 'B' },
    ],
    calendars: [roundTheClockCalendar('always')],
    defaultCalendar: 'always',
  };
}

describe('scheduling beside other work', () => {
  const project = crowded(40);

  it('[SC95] in a thread it gives the answer of the pure function', async () => {
    const effort = { seed: 2, schedules: 5_000 };
    const { outcome, stopped } = await runSchedule({ project, effort });
    expect(stopped).toBeNull();
    expect(outcome).toEqual(scheduleProject({ project, effort }));
  });

  it('[SC95] the main thread goes on meanwhile, and a wish to stop gives the best so far', async () => {
    const wish = new AbortController();
    const effort = { seed: 2, schedules: 1e9 };
    const running = runSchedule({ project, effort }, { signal: wish.signal });
    await new Promise((resolve) => setImmediate(resolve));
    wish.abort();
    const { outcome, stopped } = await running;
    expect(stopped).toBe('interrupted');
    expect(outcome.violations).toEqual([]);
    expect(outcome.tasks).toHaveLength(40);
  });

  it('[SC95] a time limit ends the search, and the answer says so', async () => {
    const effort = { seed: 2, schedules: 1e9 };
    const { outcome, stopped } = await runSchedule({ project, effort }, { timeLimitMs: 1 });
    expect(stopped).toBe('time_limit');
    expect(outcome.violations).toEqual([]);
  });

  it('[SC130] a time limit ends the simulation too, and the answer says how many runs it has', async () => {
    const job = { project, effort: { seed: 2, schedules: 1 }, simulation: { runs: 1e6, seed: 1 } };
    const { outcome, stopped } = await runSchedule(job, { timeLimitMs: 1 });
    expect(stopped).toBe('time_limit');
    const runs = outcome.simulation?.runs ?? 0;
    expect(runs).toBeGreaterThanOrEqual(100);
    expect(runs).toBeLessThan(1e6);
    const again = scheduleProject({ ...job, simulation: { runs, seed: 1 } });
    expect(outcome.simulation).toEqual(again.simulation);
  });

  it('[SC95] a mistake in the thread comes out as the same typed error', async () => {
    const ring = { ...project.links[0], from: 't3', to: 't0' } as Project['links'][number];
    const broken = { ...project, links: [...project.links, ring] };
    const running = runSchedule({ project: broken, effort: { seed: 1, schedules: 1e6 } });
    await expect(running).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });
});
