// When things happen: how much the hours of the draft are stretched or shortened so that they fill the
// time that the goal gives, and which tasks belong to a day.
import { pertMean } from '../../../estimates.ts';
import { FULL_WEEK_HOURS } from '../../../network/part-time.ts';
import { addCalendarDays, addWorkingDays, dayNumber, weekday } from '../../../working-days.ts';
import type { Draft } from '../draft.ts';
import { heldDay, tasksOf, type WorkTask } from './work-plan.ts';
import { type Crew, crewsOf } from './work-team.ts';
import { weekOf } from './work-week.ts';

const OFFICE_HOURS = 8;
const FRIDAY = 4;
/** An agent works day and night, so that its hours are fewer of an office. */
const AGENT_SHARE = FULL_WEEK_HOURS / 168;
/** Part of the time that is planned with: estimates are wide, and risks strike. */
const USED = 0.65;
/** What schedules are reckoned for in all, with some to spare. */
const MOST_HOURS = 150_000;
/** Longer by more than this nobody would call the same work. */
const MOST_STRETCH = 1_000;
/** What goes before the work that lasts is longer, too, but not by more. */
const MOST_BEFORE = 3;
/** Waits for others are not longer because the work is, but for a while. */
const MOST_WAIT_STRETCH = 4;

const crews = new WeakMap<Draft, ReadonlyMap<WorkTask, Crew>>();

/** Who does what: an agent's task is done in a person's hours where its role is a person. */
function crewsByTask(draft: Draft): ReadonlyMap<WorkTask, Crew> {
  const known = crews.get(draft);
  if (known) return known;
  const found = new Map(crewsOf(draft).flatMap((crew) => crew.tasks.map((task) => [task, crew])));
  crews.set(draft, found);
  return found;
}

const officeHours = ({ estimate }: WorkTask, kind: Crew['kind'], week: number): number =>
  pertMean(estimate) * (kind === 'agent' ? AGENT_SHARE : FULL_WEEK_HOURS / week);

/** More is not one task's: its hours are checked, whoever thought of them. */
export const MOST_TASK_HOURS = 10_000;

const most = ({ estimate }: WorkTask): number => Math.max(1, MOST_TASK_HOURS / estimate.likely);

/** What lasts takes up the time, as far as one task can; where nothing does, all is longer by as much. */
export function stretchFor(task: WorkTask, stretch: number, draft: Draft): number {
  const lasting = tasksOf(draft).filter(({ lasts }) => lasts);
  if (lasting.length === 0) return stretch;
  if (task.lasts) return Math.min(most(task), stretch);
  const beyond = stretch / Math.max(...lasting.map(most));
  return Math.min(MOST_BEFORE, stretch) * Math.max(1, beyond);
}

/** How long it takes if each role does one thing at a time, in hours of an office. */
export function naturalHours(draft: Draft, stretch: number): number {
  const tasks = tasksOf(draft);
  const week = weekOf(draft) ?? FULL_WEEK_HOURS;
  const doers = crewsByTask(draft);
  const done = new Map<string, number>();
  const free = new Map<string, number>();
  const wait = waitStretch(stretch);
  const waits = new Map(tasks.map(({ ref, wait_hours }) => [ref, wait_hours * wait]));
  const left = new Set(tasks);
  while (left.size > 0) {
    const ready = [...left].filter(({ after }) => after.every((ref) => done.has(ref)));
    // There are no rings; were there one, its length would be nobody's.
    if (ready.length === 0) break;
    for (const task of ready) {
      const { name, kind } = doers.get(task) ?? { name: task.assignee_role, kind: 'person' };
      const start = Math.max(
        free.get(name) ?? 0,
        ...task.after.map((ref) => (done.get(ref) ?? 0) + (waits.get(ref) ?? 0)),
      );
      const end = start + officeHours(task, kind, week) * stretchFor(task, stretch, draft);
      done.set(task.ref, end);
      free.set(name, end);
      left.delete(task);
    }
  }
  return Math.max(0, ...done.values());
}

function workingDaysBetween(start: string, end: string): number {
  const [from, to] = [dayNumber(start), dayNumber(end)];
  const weeks = Math.floor((to - from + 1) / 7);
  const rest = Array.from({ length: (to - from + 1) % 7 }, (_, at) => from + weeks * 7 + at);
  return weeks * 5 + rest.filter((day) => weekday(day) <= FRIDAY).length;
}

/** A span is filled, and so is a deadline by work that goes on until then; in an undertaking of no known
 * kind, only where there is money for it. Anything else may be ready early. */
function isFilled({ facts, choice, assumed }: Draft, tasks: readonly WorkTask[]): boolean {
  if (facts.deadline?.span) return true;
  return tasks.some(({ lasts }) => lasts) && (choice.fit !== 'none' || assumed.hours_factor > 1);
}

/** What hours are multiplied by so that the time given is filled; what is too long is made shorter by as
 * much as the size of the undertaking had made it longer, not more. */
export function stretchOf(draft: Draft, start: string): number {
  const { deadline } = draft.facts;
  if (deadline === null || deadline.date <= start) return 1;
  const given = workingDaysBetween(start, deadline.date) * OFFICE_HOURS * USED;
  if (naturalHours(draft, 1) > given) {
    return largestWithin(draft, given, 1 / draft.assumed.hours_factor, 1);
  }
  const tasks = tasksOf(draft);
  return isFilled(draft, tasks) ? largestWithin(draft, given, 1, MOST_STRETCH) : 1;
}

/** All that is reckoned with, in hours of those who do it. */
const allHours = (draft: Draft, stretch: number): number =>
  tasksOf(draft).reduce(
    (sum, task) => sum + task.estimate.high * stretchFor(task, stretch, draft),
    0,
  );

/** To a tenth of a percent; the least where nothing fits. */
function largestWithin(draft: Draft, given: number, least: number, most: number): number {
  let [low, high] = [least, most];
  while (high - low > low / 1000) {
    const middle = (low + high) / 2;
    const isWithin = allHours(draft, middle) <= MOST_HOURS && naturalHours(draft, middle) <= given;
    if (isWithin) low = middle;
    else high = middle;
  }
  return Math.floor(low * 1000) / 1000;
}

export const waitStretch = (stretch: number): number => Math.min(MOST_WAIT_STRETCH, stretch);

export interface Days {
  readonly fixed_start: string | null;
  readonly not_before: string | null;
}

const noDay: Days = { fixed_start: null, not_before: null };

/** The day itself, or the latest on which it can begin to be ready so many working days before it. */
export function daysOf(task: WorkTask, draft: Draft, start: string, hours: number): Days {
  const day = heldDay(draft);
  if (day === null || task.days_before === null || day < start) return noDay;
  if (task.days_before === 0) return { fixed_start: day, not_before: null };
  const friday = addCalendarDays(day, -Math.max(0, weekday(dayNumber(day)) - FRIDAY));
  const last = addWorkingDays(friday, -task.days_before);
  const length = Math.max(1, Math.ceil(hours / OFFICE_HOURS));
  const first = addWorkingDays(last, 1 - length);
  return first < start ? noDay : { fixed_start: null, not_before: first };
}
