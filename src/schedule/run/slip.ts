// What slips if this slips: a schedule in which some tasks come later than planned, each by working
// time of its own. Nothing is levelled again: who waits for whom, and for which role, stays.
import { PlanwrightError } from '../../base/errors.ts';
import { Workforce } from '../graph/chosen-way.ts';
import { criticalChain } from '../graph/critical-chain.ts';
import type { CriticalPath } from '../graph/critical-path.ts';
import type { TaskFacts } from '../graph/network.ts';
import type { TaskDates } from '../graph/task-dates.ts';
import { assignmentsOf, workedBetween } from '../money/assignments.ts';
import type { Calendar, Minute, Project, Task, TaskKind } from '../project.ts';
import type { OutcomeTask, ScheduleOutcome } from './outcome.ts';

export const slipUnits = ['m', 'h', 'd', 'w'] as const;
export type SlipUnit = (typeof slipUnits)[number];

/** A day and a week are those of the calendar that the task is done on. */
export interface SlipWish {
  readonly task: string;
  readonly amount: number;
  readonly unit: SlipUnit;
}

export interface SlipOutcome {
  readonly given: readonly { readonly task: string; readonly workMinutes: number }[];
  readonly finish: Minute;
  /** On the clock. */
  readonly finishByMinutes: number;
  /** Tasks and milestones in the order in which they then end, those that slip included. */
  readonly moved: readonly MovedTask[];
}

export interface MovedTask {
  readonly id: string;
  readonly name: string;
  readonly kind: TaskKind;
  readonly start: Minute;
  readonly finish: Minute;
  readonly byMinutes: number;
  /** By how much it then misses its own deadline; null when it has none or keeps it. */
  readonly lateMinutes: number | null;
}

/** All slips together, one after the other. `now` as it was given to the scheduler. */
export function slipOutcome(
  project: Project,
  outcome: Pick<ScheduleOutcome, 'tasks'>,
  wishes: readonly SlipWish[],
  now?: Minute,
): SlipOutcome {
  const rows = new Map(outcome.tasks.map((row) => [row.id, row]));
  const facts = pastFacts(project, outcome.tasks, now);
  const minutesOf = ({ id }: Task): number => rows.get(id)?.workMinutes ?? 0;
  const chain = criticalChain(project, outcome.tasks, { minutesOf, facts });
  const before = { rows: chain.all(), finish: chain.finish };
  const given = wishes.map((wish) => {
    const workMinutes = Math.round(wish.amount * unitMinutes(project, rows, wish));
    slip(chain, facts.get(wish.task) ?? {}, wish.task, workMinutes);
    return { task: wish.task, workMinutes };
  });
  return {
    given,
    finish: chain.finish,
    finishByMinutes: chain.finish - before.finish,
    moved: movedTasks(project, before.rows, chain.all()),
  };
}

/** What is done stays; what runs goes on from now. */
function pastFacts(
  project: Project,
  tasks: readonly OutcomeTask[],
  given: Minute | undefined,
): Map<string, TaskFacts> {
  const begun = project.tasks.filter(({ actual }) => actual !== undefined);
  if (begun.length === 0) return new Map();
  const dates = begun.flatMap(({ actual }) => [actual?.started ?? [], actual?.finished ?? []]);
  const last = dates.flat().reduce((latest, date) => Math.max(latest, date), project.start);
  const now = given ?? last;
  const works = new Map(assignmentsOf(project, tasks).map((work) => [work.task.id, work]));
  const rows = new Map(tasks.map((row) => [row.id, row]));
  const facts = new Map<string, TaskFacts>();
  for (const { id } of begun) {
    const row = rows.get(id);
    const work = works.get(id);
    if (row === undefined || row.start > now) continue;
    if (row.finish <= now) facts.set(id, { started: row.start, finished: row.finish });
    else if (work !== undefined) {
      const workMinutes = workedBetween(work, now, row.finish);
      facts.set(id, { started: row.start, resumeAt: now, workMinutes });
    }
  }
  return facts;
}

/** What has begun takes longer; what has not begins later. */
function slip(chain: CriticalPath, facts: TaskFacts, id: string, byMinutes: number): void {
  if (facts.finished !== undefined) {
    const message = `task “${id}” is finished; it cannot slip any more`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message, { task: id });
  }
  const own = chain.slips(id, byMinutes).moved.find((moved) => moved.id === id);
  if (own === undefined) return;
  const { workMinutes } = facts;
  if (workMinutes === undefined) chain.update(id, { notBefore: own.start });
  else chain.update(id, { ...facts, workMinutes: workMinutes + byMinutes });
}

function movedTasks(
  { tasks }: Project,
  before: readonly TaskDates[],
  after: readonly TaskDates[],
): MovedTask[] {
  const was = new Map(before.map(({ id, finish }) => [id, finish]));
  const known = new Map(tasks.map((task) => [task.id, task]));
  return after
    .flatMap(({ id, start, finish }): MovedTask[] => {
      const task = known.get(id);
      const byMinutes = finish - (was.get(id) ?? finish);
      if (task === undefined || task.kind === 'summary' || byMinutes === 0) return [];
      const late = finish - (task.deadline ?? finish);
      const lateMinutes = late > 0 ? late : null;
      return [{ id, name: task.name, kind: task.kind, start, finish, byMinutes, lateMinutes }];
    })
    .sort((a, b) => a.finish - b.finish || a.start - b.start);
}

function unitMinutes(
  project: Project,
  rows: ReadonlyMap<string, OutcomeTask>,
  { task: id, unit }: SlipWish,
): number {
  if (unit === 'm') return 1;
  if (unit === 'h') return 60;
  const task = project.tasks.find((each) => each.id === id);
  const row = rows.get(id);
  const workforce = new Workforce(project);
  const chosen = task === undefined ? null : workforce.choose(task, row?.way, row?.uses);
  const weeks = workforce.calendarIds(chosen).map((each) => weekOf(workforce.calendar(each)));
  return Math.min(...weeks.map(({ minutes, days }) => (unit === 'w' ? minutes : minutes / days)));
}

/** A usual day is the mean of those on which somebody works. */
function weekOf({ week }: Calendar): { readonly minutes: number; readonly days: number } {
  const days = week.map((spans) => spans.reduce((sum, { from, to }) => sum + to - from, 0));
  const worked = days.filter((minutes) => minutes > 0);
  return { minutes: worked.reduce((sum, each) => sum + each, 0), days: Math.max(1, worked.length) };
}
