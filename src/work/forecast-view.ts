// A forecast as callers see it.
import { isoTime } from '../base/clock.ts';
import type {
  ExecutionForecastView,
  ForecastSlip,
  ForecastSummary,
  ForecastTask,
} from '../contract/forecast.ts';
import type { CriticalPath } from '../schedule/graph/critical-path.ts';
import type { TaskDates } from '../schedule/graph/task-dates.ts';
import type { Minute, Task } from '../schedule/project.ts';
import { dueOf } from '../schedule/run/due.ts';
import type { ExecutionForecast } from './execution-forecast.ts';

const MOST_TASKS = 1_000;
const MOST_LATE = 20;
const MOST_MOVED = 20;

/** Means are no finer than that. */
const LATE_FROM_MINUTES = 6;

const timeOf = (minute: Minute): string => isoTime(minute * 60_000);
const timeOrNull = (minute: Minute | undefined): string | null =>
  minute === undefined ? null : timeOf(minute);
const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10;
const money = (amount: number): number => Math.round(amount * 100) / 100;

export function summaryOf(forecast: ExecutionForecast, nowMs: number): ForecastSummary {
  const { finish } = forecast.live(nowMs);
  const { currency, baseline } = forecast.plan;
  const odds = forecast.odds();
  const planned = baseline.reduce(
    (last, row) => Math.max(last, row.finish),
    baseline[0]?.finish ?? 0,
  );
  const hasCost = odds !== null && currency !== null;
  return {
    finish: timeOf(finish),
    planned_finish: timeOf(planned),
    finish_p50: odds && timeOf(odds.value.finishP50),
    finish_p80: odds && timeOf(odds.value.finishP80),
    cost: hasCost ? money(odds.value.cost + forecast.used) : null,
    cost_p80: hasCost ? money(odds.value.costP80 + forecast.used) : null,
    currency,
    as_of: timeOf(forecast.now),
    seq: forecast.seq,
    computed_at: odds && timeOf(odds.computedAt),
    is_stale: forecast.hasOldOdds,
  };
}

interface Asked {
  readonly taskId?: string | undefined;
  readonly slipHours: number;
}

type Details = Omit<ExecutionForecastView, 'execution_id' | 'forecast' | 'why_none'>;

export const noDetails: Details = {
  deadline: null,
  deadline_of: null,
  deadline_odds: null,
  spent: null,
  runs: null,
  age_ms: null,
  critical_path: [],
  tasks: [],
  tasks_left_off: 0,
  late: [],
};

interface Open {
  readonly task: Task;
  readonly row: TaskDates;
  readonly lateMinutes: number;
}

export function detailsOf(forecast: ExecutionForecast, nowMs: number, asked: Asked): Details {
  const live = forecast.live(nowMs);
  const { currency } = forecast.plan;
  const odds = forecast.odds();
  const rows = live.dates.all();
  const due = dueOf(
    live.project,
    rows.map((row) => ({ ...row, way: null })),
  );
  const open = openTasks(forecast, live, rows);
  return {
    deadline: timeOrNull(due?.deadline),
    deadline_of: due?.task ?? null,
    deadline_odds: odds?.value.deadlineOdds ?? null,
    spent: odds === null || currency === null ? null : money(odds.value.spent + forecast.used),
    runs: odds?.value.runs ?? null,
    age_ms: odds && odds.age.ageMinutes * 60_000,
    critical_path: open.length === 0 ? [] : live.dates.path().map(({ id }) => id),
    tasks: open.slice(0, MOST_TASKS).map((each) => taskView(forecast, each)),
    tasks_left_off: Math.max(0, open.length - MOST_TASKS),
    late: slipsOf(live.dates, open, asked),
  };
}

type Live = ReturnType<ExecutionForecast['live']>;

/** What is not finished, in the order in which it begins. */
function openTasks(
  forecast: ExecutionForecast,
  { project }: Live,
  dates: readonly TaskDates[],
): Open[] {
  const rows = new Map(dates.map((row) => [row.id, row]));
  return project.tasks
    .flatMap((task): Open[] => {
      const row = rows.get(task.id);
      const isOver = task.actual?.finished !== undefined || task.kind === 'summary';
      if (row === undefined || isOver) return [];
      const planned = forecast.planned.get(task.id)?.finish ?? row.finish;
      return [{ task, row, lateMinutes: row.finish - planned }];
    })
    .sort((a, b) => a.row.start - b.row.start || a.row.finish - b.row.finish);
}

function taskView(forecast: ExecutionForecast, { task, row, lateMinutes }: Open): ForecastTask {
  const planned = forecast.planned.get(task.id);
  return {
    task_id: task.id,
    title: task.name,
    state: task.actual?.started === undefined ? 'waiting' : 'running',
    start: timeOf(row.start),
    finish: timeOf(row.finish),
    planned_start: timeOrNull(planned?.start),
    planned_finish: timeOrNull(planned?.finish),
    late_hours: hoursOf(lateMinutes),
    float_hours: hoursOf(row.totalFloatMinutes),
    critical: row.critical,
    deadline: timeOrNull(task.deadline),
  };
}

/** Late ones, and the one that was asked for. */
function slipsOf(dates: CriticalPath, open: readonly Open[], asked: Asked): ForecastSlip[] {
  const isLate = ({ task, row, lateMinutes }: Open): boolean =>
    lateMinutes >= LATE_FROM_MINUTES || row.finish > (task.deadline ?? Infinity);
  const late = open
    .filter(isLate)
    .sort((a, b) => b.lateMinutes - a.lateMinutes)
    .slice(0, MOST_LATE);
  const wanted = open.filter((each) => each.task.id === asked.taskId && !late.includes(each));
  return [...wanted, ...late].map((each) => slipOf(dates, each, asked.slipHours));
}

function slipOf(
  dates: CriticalPath,
  { task, row, lateMinutes }: Open,
  hours: number,
): ForecastSlip {
  const { moved, finishByMinutes } = dates.slips(task.id, Math.round(hours * 60));
  const most = moved.toSorted((a, b) => b.byMinutes - a.byMinutes).slice(0, MOST_MOVED);
  return {
    task_id: task.id,
    title: task.name,
    late_hours: hoursOf(lateMinutes),
    misses_deadline: task.deadline === undefined ? null : row.finish > task.deadline,
    slip_hours: hours,
    end_moves_hours: hoursOf(finishByMinutes),
    moves_count: moved.length,
    moves: most.map(({ id, byMinutes }) => ({ task_id: id, by_hours: hoursOf(byMinutes) })),
  };
}
