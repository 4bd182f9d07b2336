// Dates, computed: the draft is scheduled as any plan.json is, so that scheduling the finished plan
// again gives the same dates. A fixed effort and seed keep it so.
import type { SchedulablePlan } from '../../../../contract/plan-schedulable.ts';
import { type PlanReading, readPlan } from '../../../../schedule/read/plan.ts';
import type { ScheduleOutcome } from '../../../../schedule/run/outcome.ts';
import { calendarNote } from '../../../../schedule/write/calendar-note.ts';
import { daysOfTask, planSchedule } from '../../../../schedule/write/plan.ts';
import { scaleEstimate } from '../../../estimates.ts';
import type { FactsOutput } from '../../../outputs/facts.ts';
import { type ScheduleOutput, scheduleOutput } from '../../../outputs/schedule.ts';
import type { DraftTask, TasksOutput } from '../../../outputs/tasks.ts';
import { lastDay, pinnedDay, pinsOf } from '../../../pins.ts';
import { runSchedule } from '../../../run-schedule.ts';
import { outputOf, type Stage, type StageInput } from '../../../stage.ts';
import { factsStage } from '../../../stages/facts.ts';
import { addCalendarDays, dayNumber, nextWorkingDay } from '../../../working-days.ts';
import { stretchFactor } from '../size.ts';
import { assumptionsStage } from './assumptions.ts';
import { tasksStage } from './tasks.ts';

const EFFORT = { seed: 1, schedules: 200 };
const SIMULATION = { seed: 1, runs: 1000 };
/** Working hours on the clock: five days of eight are a week. */
const ELAPSED_PER_WORKING_HOUR = (7 * 24) / (5 * 8);
const MINUTES_PER_DAY = 1440;
/** Above this an amount is no longer exact in cents, so the schedule leaves costs out. */
const MOST_MONEY = 1e12;

export const scheduleStage: Stage<ScheduleOutput> = {
  name: 'schedule',
  version: 3,
  needs: ['facts', 'assumptions', 'tasks'],
  output: scheduleOutput,
  offline: plan,
  render: (out) =>
    `Finish ${out.summary.finish_date}; critical path ${out.summary.critical_path.join(' → ')}`,
};

type Phases = TasksOutput['phases'];
type Deadline = NonNullable<FactsOutput['deadline']>;

interface Draft {
  readonly reading: PlanReading;
  readonly outcome: ScheduleOutcome;
}

async function plan(input: StageInput): Promise<ScheduleOutput> {
  const { deadline } = outputOf(input, factsStage);
  const { phases } = outputOf(input, tasksStage);
  const start = nextWorkingDay(input.intake.startDate);
  const plain = withoutCosts({ start_date: start, ...draftOf(phases, 1, {}) });
  const natural = await scheduled(plain, false);
  const { hours_factor, costs } = outputOf(input, assumptionsStage);
  const stretch = deadline ? stretchTo(natural, start, deadline, hours_factor) : 1;
  const tasks = phases.flatMap((phase) => phase.tasks);
  const day = pinnedDay(deadline, start);
  const pins = pinsOf(tasks, { start, day, stretch, deadline: deadline?.date ?? null });
  const wholeBy = deadlineOfWhole(tasks, deadline, start);
  const draft = { start_date: start, ...draftOf(phases, stretch, pins), ...wholeBy };
  const final = await scheduled(costs.high > MOST_MONEY ? withoutCosts(draft) : draft, true);
  const dates = datesOf(final);
  const summary = planSchedule({
    project: final.reading.project,
    outcome: final.outcome,
    effort: EFFORT,
    // One set of numbers: the lines of the schedule are those of the plan, or are left out.
    currency: final.outcome.cost.total === costs.base ? costs.currency : null,
    calendar: calendarNote(final.reading.project),
  });
  const due = dates[tasks.find((task) => task.is_due)?.task_id ?? '']?.finish;
  return {
    start_date: start,
    held_on: heldOn(tasks, dates, day),
    stretch,
    dates,
    pins,
    ...wholeBy,
    dependencies: dependenciesOf(tasks, stretch),
    summary: {
      ...summary,
      deadline: deadline?.date ?? null,
      meets_deadline: deadline === null ? null : (due ?? summary.finish_date) <= deadline.date,
    },
  };
}

async function scheduled(draft: SchedulablePlan, withOdds: boolean): Promise<Draft> {
  const reading = readPlan(draft);
  const odds = withOdds ? { simulation: SIMULATION } : {};
  const { outcome } = await runSchedule({ project: reading.project, effort: EFFORT, ...odds });
  return { reading, outcome };
}

const withoutCosts = (draft: SchedulablePlan): SchedulablePlan => ({
  ...draft,
  phases: draft.phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({ ...task, cost: null })),
  })),
});

/** Where one task is what is due, the deadline is that task's; what follows it may end later. */
function deadlineOfWhole(
  tasks: readonly DraftTask[],
  deadline: Deadline | null,
  start: string,
): { deadline?: string } {
  const isTasks = tasks.some((task) => task.is_due);
  if (deadline === null || isTasks || deadline.date > lastDay(start)) return {};
  return { deadline: deadline.date };
}

/** The part of plan.json that decides the dates, in the order in which plan.json has it. */
function draftOf(
  phases: Phases,
  stretch: number,
  pins: ScheduleOutput['pins'],
): Pick<SchedulablePlan, 'phases' | 'dependencies'> {
  return {
    phases: phases.map(({ phase_id, tasks }) => ({
      phase_id,
      tasks: tasks.map((task) => ({
        task_id: task.task_id,
        assignee_role: task.assignee_role,
        performer: task.performer,
        estimate: scaleEstimate(task.estimate, stretch),
        cost: task.cost,
        ...pins[task.task_id],
      })),
    })),
    dependencies: dependenciesOf(
      phases.flatMap((phase) => phase.tasks),
      stretch,
    ),
  };
}

/** The wait of a task (an answer, a delivery) follows it: those that need its result wait that long.
 * It is an office that one waits for, so an agent, who works at night too, waits by the clock. */
function dependenciesOf(
  tasks: readonly DraftTask[],
  stretch: number,
): ScheduleOutput['dependencies'] {
  const wait = new Map(
    tasks.map((task) => [task.task_id, Math.round(task.wait_hours * Math.min(stretch, 4))]),
  );
  return tasks.flatMap((task) =>
    task.prerequisites.map((from) => {
      const hours = wait.get(from) ?? 0;
      const link = { from, to: task.task_id, type: 'finish_to_start' as const };
      if (hours === 0 || task.performer === 'human') return { ...link, lag: hours };
      const lag = Math.round(hours * ELAPSED_PER_WORKING_HOUR);
      return { ...link, lag, lag_in: 'elapsed' as const };
    }),
  );
}

function datesOf({ reading, outcome }: Draft): ScheduleOutput['dates'] {
  const { project } = reading;
  return Object.fromEntries(outcome.tasks.map((row) => [row.id, daysOfTask(row, project)]));
}

/** The day of what is held on a day, if the work before it is done by then. */
function heldOn(
  tasks: readonly DraftTask[],
  dates: ScheduleOutput['dates'],
  day: string | null,
): string | null {
  const held = dates[tasks.find((task) => task.days_before === 0)?.task_id ?? ''];
  return day !== null && held !== undefined && held.finish <= day ? day : null;
}

function stretchTo(
  { outcome, reading }: Draft,
  start: string,
  deadline: Deadline,
  sizeFactor: number,
): number {
  const end = deadline.date < lastDay(start) ? deadline.date : lastDay(start);
  const givenDays = dayNumber(addCalendarDays(end, 1)) - dayNumber(start);
  const naturalDays = (outcome.finish - reading.project.start) / MINUTES_PER_DAY;
  const factor = Math.min(1000, stretchFactor(naturalDays, givenDays, sizeFactor));
  return deadline.span ? factor : Math.min(1, factor);
}
