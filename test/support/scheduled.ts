// A small schedule with everything an output must show, and titles that try to break out of it.
import type { Link, Minute, Project, Task, Way } from '../../src/schedule/project.ts';
import type { Scheduled, ScheduledRow } from '../../src/schedule/scheduled.ts';
import { roundTheClockCalendar, weekdayCalendar } from '../../src/schedule/time/calendar.ts';

/** In Copenhagen, where it is one hour later than in UTC. */
export const minuteAt = (text: string): Minute => Date.parse(`${text}:00+01:00`) / 60_000;

export const nastyTitles = [
  '=HYPERLINK("http://x","y")',
  'section: evil; #1 <b>&amp;</b> "quoted", \u0007 %% {x}',
  'Zeile 1\r\nEND:VEVENT\u2028\u202e\uD800 – näht 🧵'.repeat(6),
];

const way = (hours: number, role: string, units = 1): Way => ({
  id: 'human',
  estimate: { low: hours * 60, likely: hours * 60, high: hours * 60 },
  uses: [{ role, units }],
});

const tasks: readonly Task[] = [
  { id: 'phase_1', name: 'Prepare, all of it', kind: 'summary', ways: [] },
  {
    id: 'task_1',
    name: nastyTitles[0] ?? '',
    kind: 'task',
    parent: 'phase_1',
    ways: [way(4, 'Cook')],
  },
  {
    id: 'task_2',
    name: nastyTitles[1] ?? '',
    kind: 'task',
    parent: 'phase_1',
    ways: [{ ...way(16, 'Cook', 2), fixedCost: { low: 1, likely: 250.5, high: 400 } }],
    deadline: minuteAt('2026-03-06T00:00'),
  },
  { id: 'phase_2', name: 'Hold', kind: 'summary', ways: [] },
  {
    id: 'task_3',
    name: nastyTitles[2] ?? '',
    kind: 'task',
    parent: 'phase_2',
    ways: [{ ...way(5, 'Robot'), calendar: 'always' }],
    fixedStart: minuteAt('2026-03-07T10:00'),
  },
  { id: 'task_4', name: 'Done', kind: 'milestone', parent: 'phase_2', ways: [] },
];

const links: readonly Link[] = [
  { from: 'task_1', to: 'task_2', type: 'FS', lagMinutes: 0, lagIn: 'working' },
  { from: 'task_2', to: 'task_3', type: 'SS', lagMinutes: -90, lagIn: 'elapsed' },
  { from: 'task_3', to: 'task_4', type: 'FF', lagMinutes: 60, lagIn: 'working' },
];

const zone = 'Europe/Copenhagen';
const project: Project = {
  start: minuteAt('2026-03-02T00:00'),
  zone,
  tasks,
  links,
  roles: [
    { id: 'Cook', kind: 'person', capacity: 2, calendar: 'office', skills: [], ratePerHour: 40 },
    { id: 'Robot', kind: 'agent', capacity: 1, calendar: 'always', skills: [] },
  ],
  calendars: [
    weekdayCalendar('office', zone, ['2026-03-05']),
    roundTheClockCalendar('always', zone),
  ],
  defaultCalendar: 'office',
};

const times: Readonly<Record<string, readonly [string, string, number]>> = {
  phase_1: ['2026-03-02T09:00', '2026-03-04T13:00', 0],
  task_1: ['2026-03-02T09:00', '2026-03-02T13:00', 4],
  task_2: ['2026-03-02T13:00', '2026-03-04T13:00', 16],
  phase_2: ['2026-03-07T10:00', '2026-03-07T16:00', 0],
  task_3: ['2026-03-07T10:00', '2026-03-07T15:00', 5],
  task_4: ['2026-03-07T16:00', '2026-03-07T16:00', 0],
};

function rowOf(task: Task): ScheduledRow {
  const [start = '', finish = '', hours = 0] = times[task.id] ?? [];
  const uses = task.ways[0]?.uses ?? [];
  return {
    id: task.id,
    task,
    way: task.ways[0]?.id ?? null,
    uses: uses.flatMap((use) => ('role' in use ? [use] : [])),
    start: minuteAt(start),
    finish: minuteAt(finish),
    workMinutes: hours * 60,
    cost: task.id === 'task_2' ? 1530.5 : 0,
    totalFloatMinutes: task.id === 'task_1' ? -90 : 0,
    freeFloatMinutes: 0,
    critical: task.id !== 'task_1' && task.kind !== 'summary',
  };
}

export const sampleSchedule: Scheduled = {
  planId: 'plan_sample',
  title: 'A title; with: <everything> & more',
  project,
  rows: tasks.map(rowOf),
  finish: minuteAt('2026-03-07T16:00'),
  currency: 'DKK',
};
