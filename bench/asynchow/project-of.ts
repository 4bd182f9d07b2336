// One AsyncHow instance as a project. START and END are milestones; a minute of the project stands
// for the greatest number of seconds that divides all times, so that sixty years fit beside a second.
import type { Link, Project, Task } from '../../src/schedule/project.ts';
import { roundTheClockCalendar } from '../../src/schedule/time/calendar.ts';

export interface AsyncHow {
  readonly title: string;
  readonly edges: readonly (readonly [string, string])[];
  /** Least and most of each step. */
  readonly seconds: Readonly<Record<string, readonly [number, number]>>;
  readonly shortest_seconds: readonly [number, number];
}

export function projectOf(
  instance: AsyncHow,
  bound: 0 | 1,
): { project: Project; unitSeconds: number } {
  const times = Object.entries(instance.seconds).map(([id, both]) => [id, both[bound]] as const);
  const unitSeconds = times.reduce((unit, [, seconds]) => commonDivisor(unit, seconds), 0) || 1;
  const steps = times.map(([id, seconds]) => stepOf(id, seconds / unitSeconds));
  const project: Project = {
    start: 0,
    zone: 'UTC',
    tasks: [stepOf('START', 0), ...steps, stepOf('END', 0)],
    links: instance.edges.map(
      ([from, to]): Link => ({ from, to, type: 'FS', lagMinutes: 0, lagIn: 'elapsed' }),
    ),
    roles: [],
    calendars: [roundTheClockCalendar('clock')],
    defaultCalendar: 'clock',
  };
  return { project, unitSeconds };
}

function stepOf(id: string, minutes: number): Task {
  if (minutes === 0) return { id, name: id, kind: 'milestone', ways: [] };
  const estimate = { low: minutes, likely: minutes, high: minutes };
  return { id, name: id, kind: 'task', ways: [{ id: 'way', estimate, uses: [] }] };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
