// Small projects for the tests of money and forecasts, and a plain scheduler for them: round the
// clock, the first way, one task after the other as links and roles allow.
import type { Link, Placed, Project, Role, Task, Way } from '../../src/schedule/project.ts';
import { Leveller } from '../../src/schedule/simulate/leveller.ts';
import { compilePolicy } from '../../src/schedule/simulate/policy.ts';
import { alwaysAxis } from '../../src/schedule/time/axis.ts';
import { roundTheClockCalendar, weekdayCalendar } from '../../src/schedule/time/calendar.ts';

/** Monday 2026-03-02, midnight UTC. */
export const monday = Date.UTC(2026, 2, 2) / 60_000;
export const hours = (count: number): number => count * 60;
export const days = (count: number): number => count * 1440;

export function role(id: string, more: Partial<Role> = {}): Role {
  return { id, kind: 'person', capacity: 1, calendar: 'always', skills: [], ...more };
}

/** An estimate of 80% to 150% around the given hours. */
export function way(id: string, workHours: number, more: Partial<Way> = {}): Way {
  const minutes = hours(workHours);
  const estimate = { low: minutes * 0.8, likely: minutes, high: minutes * 1.5 };
  return { id, estimate, uses: [], ...more };
}

/** A way that takes exactly this long. */
export function exactWay(id: string, workHours: number, more: Partial<Way> = {}): Way {
  const minutes = hours(workHours);
  return { id, estimate: { low: minutes, likely: minutes, high: minutes }, uses: [], ...more };
}

export function task(id: string, ways: readonly Way[], more: Partial<Task> = {}): Task {
  return { id, name: id, kind: 'task', ways, ...more };
}

export const follows = (from: string, to: string, more: Partial<Link> = {}): Link => ({
  from,
  to,
  type: 'FS',
  lagMinutes: 0,
  lagIn: 'working',
  ...more,
});

export function project(more: Partial<Project>): Project {
  return {
    start: monday,
    zone: 'UTC',
    tasks: [],
    links: [],
    roles: [],
    calendars: [roundTheClockCalendar('always'), weekdayCalendar('office', 'UTC')],
    defaultCalendar: 'always',
    ...more,
  };
}

export function scheduleRoundTheClock(given: Project): {
  readonly placed: readonly Placed[];
  readonly makespan: number;
} {
  const leaves = given.tasks.filter(({ kind }) => kind !== 'summary');
  const indexOf = new Map(leaves.map(({ id }, index) => [id, index]));
  const roleOf = new Map(given.roles.map(({ id }, index) => [id, index]));
  const policy = compilePolicy({
    problem: {
      tasks: leaves.map((leaf) => ({
        ways: leaf.ways.slice(0, 1).map(({ estimate, uses }) => ({
          duration: estimate.likely,
          uses: uses.map((use) => ['role' in use ? (roleOf.get(use.role) ?? -1) : -1, use.units]),
          axis: 0,
          cost: 0,
        })),
        notBefore: Math.max(0, (leaf.notBefore ?? leaf.fixedStart ?? 0) - given.start),
        fixedStart: null,
        deadline: null,
      })),
      links: given.links.map(({ from, to, type, lagMinutes }) => ({
        from: indexOf.get(from) ?? -1,
        to: indexOf.get(to) ?? -1,
        type,
        lag: lagMinutes,
        axis: 0,
      })),
      capacity: given.roles.map(({ capacity }) => capacity),
      axes: [alwaysAxis],
    },
    answer: { ways: leaves.map(() => 0), starts: leaves.map((_, index) => index) },
    tasks: [],
    risks: [],
    costs: [],
    groupRho: [],
    deadline: null,
    budget: null,
  });
  const leveller = new Leveller(policy);
  const durationOf = (index: number) => {
    const [first] = leaves[index]?.ways ?? [];
    return first?.estimate.likely ?? 0;
  };
  const last = leveller.place(Float64Array.from(policy.order, durationOf));
  const placed = leaves.map((leaf, index): Placed => {
    const at = policy.position[index] ?? 0;
    const start = given.start + (leveller.starts[at] ?? 0);
    const finish = given.start + (leveller.finishes[at] ?? 0);
    return { id: leaf.id, way: leaf.ways[0]?.id ?? null, start, finish };
  });
  return { placed, makespan: leveller.finishes[last] ?? 0 };
}
