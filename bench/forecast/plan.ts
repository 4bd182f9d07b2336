// A made-up plan for the forecast benchmark: tasks in layers with two predecessors each, four roles
// that are short, one uncertain estimate per task. The same size is always the same plan.
import type { Link, Project, Task } from '../../src/schedule/project.ts';
import { roundTheClockCalendar, weekdayCalendar } from '../../src/schedule/time/calendar.ts';

const ROLES = 4;
const QUARTER_HOUR = 15;

/** Small and plain, so that the plan does not depend on a generator of ours. */
function numbers(): (below: number) => number {
  let state = 12_345;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

export function madeUpPlan(size: number, calendar: 'office' | 'always'): Project {
  const next = numbers();
  const tasks: Task[] = [];
  const links: Link[] = [];
  for (let index = 0; index < size; index += 1) {
    tasks.push(madeUpTask(index, next));
    for (let link = 0; link < 2 && index > ROLES; link += 1) {
      const from = `t${index - 1 - next(Math.min(index, 30))}`;
      if (links.at(-1)?.from === from && links.at(-1)?.to === `t${index}`) continue;
      links.push({ from, to: `t${index}`, type: 'FS', lagMinutes: 0, lagIn: 'working' });
    }
  }
  return {
    start: Date.UTC(2026, 0, 5) / 60_000,
    zone: 'Europe/Berlin',
    tasks,
    links,
    roles: Array.from({ length: ROLES }, (_, role) => ({
      id: `r${role}`,
      kind: 'person' as const,
      capacity: 6,
      calendar,
      skills: [],
      ratePerHour: 50,
    })),
    calendars: [weekdayCalendar('office', 'Europe/Berlin'), roundTheClockCalendar('always')],
    defaultCalendar: calendar,
  };
}

function madeUpTask(index: number, next: (below: number) => number): Task {
  const likely = QUARTER_HOUR * (4 + next(100));
  const high = likely + QUARTER_HOUR * (1 + next(200));
  const uses = Array.from({ length: ROLES }, (_, role) => ({
    role: `r${role}`,
    units: next(2) === 0 ? 0 : 1 + next(3),
  })).filter(({ units }) => units > 0);
  const estimate = { low: likely / 2, likely, high };
  return {
    id: `t${index}`,
    name: `Task ${index}`,
    kind: 'task',
    ways: [{ id: 'w', estimate, uses }],
    ...(index % 3 === 0 ? { group: `g${index % 5}` } : {}),
  };
}
