// What the dates show: odds, the task that moves the end, wide estimates, long waits.
import { stopped } from '../../../../../base/sentences.ts';
import type { PlanTask } from '../../../../../contract/plan.ts';
import { clip } from '../../text.ts';
import { byWeight, dayText, type Ground, percent, refOf, taskOfId, told } from './ground.ts';
import type { Look, Sighting } from './sighting.ts';

const HOURS_PER_DAY = 24;
const WORKING_HOURS = 8;
/** Of a wait that somebody else decides about. */
const LONG_WAIT_HOURS = 40;
const WIDE = 3;

const named = (task: PlanTask): string => `“${clip(task.title, 90)}”`;
const short = (task: PlanTask): string => `“${clip(task.title, 50)}”`;

/** What moves the end most; null where nothing was simulated. */
export function driverTask(ground: Ground): { task: PlanTask; days: number } | null {
  const drivers = ground.network.schedule.simulation?.drivers ?? [];
  for (const { id, kind, swing_hours } of drivers) {
    const task = kind === 'task' ? taskOfId(ground, id) : undefined;
    if (task && swing_hours > 0) {
      return { task, days: Math.max(1, Math.round(swing_hours / HOURS_PER_DAY)) };
    }
  }
  return null;
}

/** The last task that everything waits for, where no run shows a driver. */
export function mostCritical(ground: Ground): PlanTask | null {
  const { critical_path } = ground.network.schedule;
  const tasks = ground.tasks.filter(
    ({ task_id, milestone, fixed_start }) =>
      // What is held on its day takes that day.
      critical_path.includes(task_id) && milestone !== true && fixed_start === undefined,
  );
  return byWeight(tasks, ({ estimate }) => estimate.high - estimate.low)[0] ?? null;
}

const deadlineOdds: Look = (ground) => {
  const { deadline, schedule, finish_date } = ground.network;
  const { odds, finish, runs, confidence } = schedule.simulation ?? {};
  const share = odds?.deadline ?? null;
  if (deadline === null || share === null || !finish || share >= (confidence ?? 0.8)) return [];
  const task = driverTask(ground)?.task ?? mostCritical(ground) ?? ground.tasks.at(-1);
  if (!task) return [];
  const isMissed = schedule.meets_deadline === false;
  const end = isMissed ? ` The planned end, ${dayText(finish_date)}, is already later.` : '';
  return [
    {
      ...{ topic: 'time', lens: 'arithmetic', section: 'phase', item: refOf(task) },
      severity: isMissed ? 'fatal' : share < 0.5 ? 'major' : 'minor',
      says: `The date ${dayText(deadline)} holds in ${percent(share)} of ${told(runs ?? 0)} simulated runs; four of five end by ${dayText(finish.p80)}.${end}`,
      remedy: `Move the date to ${dayText(finish.p80)}, or shorten ${named(task)}, which weighs most in the end.`,
      ask: `Can ${named(task)} be done in less time?`,
    },
  ];
};

const driver: Look = (ground) => {
  const found = driverTask(ground);
  if (!found) return [];
  const { task, days } = found;
  const { low, likely, high } = task.estimate;
  return [
    {
      ...{ topic: 'time', lens: null, section: 'phase', item: refOf(task) },
      severity: 'minor',
      says: `No task moves the end more than ${named(task)}: between its good and its bad case lie ${told(days)} days of the end. Its estimate runs from ${told(low)} to ${told(high)} hours.`,
      remedy: `Have somebody who has done the like estimate ${short(task)} before ${dayText(task.start_date)}, and put that in place of ${told(likely)} hours.`,
      ask: `How long does ${named(task)} really take?`,
    },
  ];
};

const widest: Look = (ground) => {
  const own = driverTask(ground)?.task;
  const wide = ground.tasks.filter(
    ({ task_id, milestone, estimate: { low, high } }) =>
      task_id !== own?.task_id && milestone !== true && low > 0 && high / low >= WIDE,
  );
  const [task] = byWeight(wide, ({ estimate: { low, high } }) => high - low);
  if (!task) return [];
  const { low, high } = task.estimate;
  return [
    {
      ...{ topic: 'time', lens: null, section: 'phase', item: refOf(task) },
      severity: 'minor',
      says: `${named(task)} has the widest estimate: ${told(low)} to ${told(high)} hours, so its cost and date say little yet.`,
      remedy: `Split ${short(task)} where it becomes uncertain, or narrow its ${told(low)} to ${told(high)} hours by a comparable case.`,
      ask: `What makes ${named(task)} take long?`,
    },
  ];
};

function waitSighting(task: PlanTask, ground: Ground): Sighting {
  const days = Math.round((task.wait_hours ?? 0) / WORKING_HOURS);
  const after = ground.network.dependencies.filter(({ from }) => from === task.task_id).length;
  const held = after === 1 ? 'One task waits' : `${told(after)} tasks wait`;
  return {
    ...{ topic: 'time', lens: 'dependence', section: 'phase', item: refOf(task) },
    ...{ severity: 'minor', isStep: true },
    says: stopped(
      `After ${named(task)} the plan waits ${told(days)} working days for somebody else${after > 0 ? `. ${held} for it` : ''}`,
    ),
    remedy: `Ask for a date when ${short(task)} is sent, by ${dayText(task.finish_date)}: each day that it is sent later is a day more.`,
    ask: `Is ${told(days)} working days a usual wait after ${named(task)}?`,
  };
}

/** For others, the longest first. */
export const longestWaits = ({ tasks }: Ground): PlanTask[] =>
  byWeight(
    tasks.filter(({ wait_hours = 0 }) => wait_hours >= LONG_WAIT_HOURS),
    ({ wait_hours = 0 }) => wait_hours,
  );

const longestWait: Look = (ground) => {
  const [task] = longestWaits(ground);
  return task ? [waitSighting(task, ground)] : [];
};

export const timeLooks: readonly Look[] = [deadlineOdds, longestWait, driver, widest];
