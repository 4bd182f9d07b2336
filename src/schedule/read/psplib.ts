// Projects of the library PSPLIB (`.sm`, `.mm`): jobs with modes, successors, renewable resources.
// The reader is strict: what it does not know is an error with its line, not a guess. A period of
// the file is a day of a round-the-clock calendar, or one tick of the solver.
import type { Calendar, Link, Minute, Project, Role, Task, Way } from '../project.ts';
import type { Problem, ProblemTask } from '../solve/problem.ts';
import { alwaysAxis } from '../time/axis.ts';
import { LineReader } from './psplib-lines.ts';

export interface PsplibFile {
  /** Units of each renewable resource. */
  readonly capacity: readonly number[];
  /** In the order of the file, the first and last are the source and the sink. */
  readonly jobs: readonly PsplibJob[];
}

export interface PsplibJob {
  readonly modes: readonly PsplibMode[];
  /** Indices of jobs, from 0. */
  readonly successors: readonly number[];
}

export interface PsplibMode {
  readonly duration: number;
  /** Units of each resource. */
  readonly units: readonly number[];
}

export const psplibLimits = { bytes: 64 * 2 ** 20, jobs: 100_000, modes: 100, resources: 1_000 };
export const psplibPeriodMinutes = 1440;

export function readPsplib(text: string): PsplibFile {
  const lines = new LineReader(text, psplibLimits.bytes);
  const count = lines.count('jobs (incl. supersource/sink )', 1, psplibLimits.jobs);
  const resources = lines.count('- renewable', 0, psplibLimits.resources);
  lines.zero('- nonrenewable', 'Nonrenewable resources');
  lines.zero('- doubly constrained', 'Doubly constrained resources');
  lines.find('PRECEDENCE RELATIONS');
  lines.find('jobnr.');
  const rows = Array.from({ length: count }, (_, index) => readSuccessors(lines, index, count));
  lines.find('REQUESTS/DURATIONS');
  lines.find('jobnr.');
  lines.skipRule();
  const jobs = rows.map(({ modes, successors }, index) => ({
    successors,
    modes: Array.from({ length: modes }, (_, mode) => readMode(lines, index, mode, resources)),
  }));
  lines.find('RESOURCEAVAILABILITIES');
  if (resources > 0) lines.find('R');
  const capacity = resources === 0 ? [] : lines.numbers(resources, 'the capacities');
  return { capacity, jobs };
}

function readSuccessors(
  lines: LineReader,
  index: number,
  count: number,
): { modes: number; successors: number[] } {
  const row = lines.numbers(undefined, `the successors of job ${index + 1}`);
  const [job, modes, wanted, ...successors] = row;
  if (job !== index + 1) throw lines.error(`expected job ${index + 1}`);
  if (modes === undefined || modes < 1 || modes > psplibLimits.modes) {
    throw lines.error(`job ${job} must have 1 to ${psplibLimits.modes} modes`);
  }
  if (wanted !== successors.length) {
    throw lines.error(`job ${job} says ${wanted} successors and lists ${successors.length}`);
  }
  const stranger = successors.find((next) => next < 1 || next > count || next === job);
  if (stranger !== undefined) throw lines.error(`job ${job} has the unknown successor ${stranger}`);
  return { modes, successors: successors.map((next) => next - 1) };
}

/** The first mode of a job begins with its number; the others do not. */
function readMode(lines: LineReader, index: number, mode: number, resources: number): PsplibMode {
  const what = `mode ${mode + 1} of job ${index + 1}`;
  const row = lines.numbers(mode === 0 ? resources + 3 : resources + 2, what);
  if (mode === 0 && row.shift() !== index + 1) throw lines.error(`expected job ${index + 1}`);
  const [number, duration, ...units] = row;
  if (number !== mode + 1) throw lines.error(`expected ${what}`);
  return { duration: duration as number, units };
}

const isMilestone = (job: PsplibJob): boolean =>
  job.modes.every((mode) => mode.duration === 0 && mode.units.every((units) => units === 0));

/** Straight to the solver, one tick a period. */
export function psplibProblem(file: PsplibFile): Problem {
  return {
    capacity: file.capacity,
    axes: [alwaysAxis],
    tasks: file.jobs.map(toProblemTask),
    links: file.jobs.flatMap(({ successors }, from) =>
      successors.map((to) => ({ from, to, type: 'FS' as const, lag: 0, axis: 0 })),
    ),
  };
}

function toProblemTask(job: PsplibJob): ProblemTask {
  const ways = job.modes.map(({ duration, units }) => ({
    duration,
    uses: units.flatMap((count, role) => (count > 0 ? [[role, count] as const] : [])),
    axis: 0,
    cost: 0,
  }));
  return {
    ways: isMilestone(job) ? [] : ways,
    notBefore: 0,
    fixedStart: null,
    deadline: null,
  };
}

const wholeDay = [{ from: 0, to: 1440 }];
const roundTheClock: Calendar = {
  id: 'round-the-clock',
  zone: 'UTC',
  week: Array.from({ length: 7 }, () => wholeDay),
  exceptions: [],
};

/** As a project that begins at `start`; jobs keep their numbers as ids. */
export function psplibProject(
  file: PsplibFile,
  start: Minute = 0,
  calendar: Calendar = roundTheClock,
): Project {
  return {
    start,
    zone: 'UTC',
    tasks: file.jobs.map((job, index) => toTask(job, String(index + 1))),
    links: file.jobs.flatMap(toLinks),
    roles: file.capacity.map((capacity, index) => toRole(capacity, index, calendar)),
    calendars: [calendar],
    defaultCalendar: calendar.id,
  };
}

function toTask(job: PsplibJob, id: string): Task {
  const milestone = isMilestone(job);
  return {
    id,
    name: `Job ${id}`,
    kind: milestone ? 'milestone' : 'task',
    ways: milestone ? [] : job.modes.map((mode, index) => toWay(mode, String(index + 1))),
  };
}

function toWay(mode: PsplibMode, id: string): Way {
  const minutes = mode.duration * psplibPeriodMinutes;
  return {
    id,
    estimate: { low: minutes, likely: minutes, high: minutes },
    uses: mode.units.flatMap((units, role) => (units > 0 ? [{ role: roleId(role), units }] : [])),
  };
}

const roleId = (index: number): string => `R${index + 1}`;

const toRole = (capacity: number, index: number, calendar: Calendar): Role => ({
  id: roleId(index),
  kind: 'equipment',
  capacity,
  calendar: calendar.id,
  skills: [],
});

const toLinks = (job: PsplibJob, index: number): Link[] =>
  job.successors.map((to) => ({
    from: String(index + 1),
    to: String(to + 1),
    type: 'FS',
    lagMinutes: 0,
    lagIn: 'working',
  }));
