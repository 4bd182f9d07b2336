// Dates, computed: PERT durations, real dependencies, one task at a time per role.
import {
  CALENDAR_NOTE,
  dateOfFinish,
  dateOfStart,
  dayNumber,
  HOURS_PER_DAY,
  nextWorkingDay,
  workingHoursUntil,
} from '../../schedule/calendar.ts';
import type { Timeline } from '../../schedule/critical-path.ts';
import { pertMean, scaleEstimate } from '../../schedule/estimate.ts';
import type { Link } from '../../schedule/graph.ts';
import { levelled } from '../../schedule/level.ts';
import { stretchFactor } from '../brains/offline/size.ts';
import type { FactsOutput } from '../outputs/facts.ts';
import { type ScheduleOutput, scheduleOutput } from '../outputs/schedule.ts';
import type { DraftTask } from '../outputs/tasks.ts';
import { outputOf, type Stage, type StageInput } from '../stage.ts';
import { assumptionsStage } from './assumptions.ts';
import { factsStage } from './facts.ts';
import { tasksStage } from './tasks.ts';

const MAX_PROJECT_HOURS = 2_000_000;

export const scheduleStage: Stage<ScheduleOutput> = {
  name: 'schedule',
  version: 1,
  needs: ['facts', 'assumptions', 'tasks'],
  output: scheduleOutput,
  offline: plan,
  render: (out) =>
    `Finish ${out.summary.finish_date}; critical path ${out.summary.critical_path.join(' → ')}`,
};

function plan(input: StageInput): ScheduleOutput {
  const { deadline } = outputOf(input, factsStage);
  const tasks = outputOf(input, tasksStage).phases.flatMap((phase) => phase.tasks);
  const start = nextWorkingDay(input.intake.startDate);
  const day = pinnedDay(deadline, start);
  const pinHour = day === null ? null : workingHoursUntil(start, day);
  const natural = timelineOf(tasks, 1, null);
  const sizeFactor = outputOf(input, assumptionsStage).hours_factor;
  const stretch = deadline ? stretchTo(natural.finish, start, deadline, sizeFactor) : 1;
  const timeline = timelineOf(tasks, stretch, pinHour);
  const dates = datesOf(timeline, start);
  const heldId = tasks.find((task) => task.days_before === 0)?.task_id;
  const heldOn = heldId === undefined ? null : holdOn(dates, heldId, day);
  const held = heldId === undefined ? undefined : dates[heldId]?.finish;
  const end = dateOfFinish(start, timeline.finish);
  const finish = held !== undefined && held > end ? held : end;
  const dueId = tasks.find((task) => task.is_due)?.task_id;
  const due = (dueId === undefined ? undefined : dates[dueId]?.finish) ?? finish;
  return {
    start_date: start,
    held_on: heldOn,
    stretch,
    dates,
    dependencies: linksOf(tasks, stretch).map(({ from, to, lagHours }) => ({
      from,
      to,
      type: 'finish_to_start',
      lag: lagHours,
    })),
    summary: {
      finish_date: finish,
      critical_path: [...timeline.criticalPath],
      deadline: deadline?.date ?? null,
      meets_deadline: deadline === null ? null : due <= deadline.date,
      calendar: `${CALENDAR_NOTE}; one task at a time per role`,
    },
  };
}

function datesOf(timeline: Timeline, start: string): ScheduleOutput['dates'] {
  const entries = timeline.slots.map((slot) => {
    const dates = {
      start: dateOfStart(start, slot.start),
      finish: dateOfFinish(start, slot.finish),
    };
    return [slot.id, { ...dates, start_hour: slot.start, finish_hour: slot.finish }] as const;
  });
  return Object.fromEntries(entries);
}

/** "By 2030" is no day to hold something on; "in 2030" is at least not before. */
const LONGEST_LIMIT_DAYS = 31;
const LONGEST_WINDOW_DAYS = 366;

/** The day that belongs to the goal: the one it names, or the first working day of its window. */
function pinnedDay(deadline: FactsOutput['deadline'], start: string): string | null {
  if (deadline === null || deadline.first < start || deadline.first === deadline.date)
    return deadline && deadline.first >= start ? deadline.date : null;
  const days = dayNumber(deadline.date) - dayNumber(deadline.first);
  const longest = deadline.certain ? LONGEST_LIMIT_DAYS : LONGEST_WINDOW_DAYS;
  return days > longest ? null : nextWorkingDay(deadline.first);
}

/** What is held on a day is held that day, be it a Saturday, if the work before it is done by then. */
function holdOn(dates: ScheduleOutput['dates'], id: string, day: string | null): string | null {
  const slot = dates[id];
  if (day === null || slot === undefined || slot.finish > day) return null;
  slot.start = day;
  slot.finish = day;
  return day;
}

function stretchTo(
  naturalHours: number,
  start: string,
  deadline: NonNullable<FactsOutput['deadline']>,
  sizeFactor: number,
): number {
  const given = Math.min(MAX_PROJECT_HOURS, workingHoursUntil(start, deadline.date));
  const factor = Math.min(1000, stretchFactor(naturalHours, given, sizeFactor));
  return deadline.span ? factor : Math.min(1, factor);
}

function timelineOf(
  tasks: readonly DraftTask[],
  stretch: number,
  pinHour: number | null,
): Timeline {
  const works = tasks.map((task) => {
    const hours = pertMean(scaleEstimate(task.estimate, stretch));
    const work = { id: task.task_id, hours, lane: task.assignee_role };
    if (task.days_before === null || pinHour === null) return work;
    return { ...work, earliest: Math.max(0, pinHour - task.days_before * HOURS_PER_DAY - hours) };
  });
  return levelled(works, linksOf(tasks, stretch));
}

/** The wait of a task (an answer, a delivery) follows it: those that need its result wait that long. */
function linksOf(tasks: readonly DraftTask[], stretch: number): Link[] {
  const wait = new Map(
    tasks.map((task) => [task.task_id, Math.round(task.wait_hours * Math.min(stretch, 4))]),
  );
  return tasks.flatMap((task) =>
    task.prerequisites.map((from) => ({ from, to: task.task_id, lagHours: wait.get(from) ?? 0 })),
  );
}
