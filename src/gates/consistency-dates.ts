// The dates of a plan stand in several places: they are the same everywhere.
import type { Plan, PlanPhase } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import { daysBetween, earliest, latest, tasksOf } from './plan-parts.ts';

const said = (artifact: string, field: string, value: string, rule: string): GateFinding =>
  findingOf('fail', {
    ...{ artifact, field, value, rule },
    remedy: 'Compute the schedule again, so that all dates come from it.',
  });

function wholeFindings(plan: Plan): GateFinding[] {
  const { start_date, finish_date, schedule } = plan;
  const last = latest(tasksOf(plan).map((task) => task.finish_date));
  const first = earliest(tasksOf(plan).map((task) => task.start_date));
  return [
    ...(schedule.finish_date === finish_date
      ? []
      : [
          said(
            'schedule',
            'finish_date',
            schedule.finish_date,
            `The plan as a whole ends on ${finish_date}.`,
          ),
        ]),
    ...(last === finish_date
      ? []
      : [said('plan', 'finish_date', finish_date, `The last task ends on ${last}.`)]),
    ...(first >= start_date
      ? []
      : [said('plan', 'start_date', start_date, `A task starts before it, on ${first}.`)]),
  ];
}

const WEEKS_OFF = 0.25;

function phaseFindings(phase: PlanPhase): GateFinding[] {
  const { phase_id: id, start_date, finish_date, duration_weeks, tasks } = phase;
  const from = earliest(tasks.map((task) => task.start_date));
  // A result that one waits for after the work belongs to it.
  const to = latest(tasks.map((task) => task.result_date ?? task.finish_date));
  const days = daysBetween(start_date, finish_date);
  const isLong = days !== null && Math.abs((days + 1) / 7 - duration_weeks) > WEEKS_OFF;
  const isGiven = duration_weeks > 0;
  return [
    ...(start_date === from && finish_date === to
      ? []
      : [
          said(
            'phases',
            id,
            `${start_date} to ${finish_date}`,
            `Its tasks lie from ${from} to ${to}.`,
          ),
        ]),
    ...(isLong && isGiven
      ? [
          said(
            'phases',
            `${id}.duration_weeks`,
            String(duration_weeks),
            `From ${start_date} to ${finish_date} it is ${Math.round(((days + 1) / 7) * 10) / 10} weeks.`,
          ),
        ]
      : []),
    ...tasks
      .filter((task) => task.finish_date < task.start_date)
      .map(({ task_id, finish_date: end, start_date: begin }) =>
        said('phases', `${task_id}.finish_date`, end, `It starts later, on ${begin}.`),
      ),
  ];
}

/** Where there is one: the same in the plan, the schedule and the goal's own words. */
function deadlineFindings({
  deadline,
  schedule,
  finish_date,
  directives = [],
}: Plan): GateFinding[] {
  const { deadline: due, meets_deadline: meets } = schedule;
  const day = deadline?.slice(0, 10);
  const limits = directives.flatMap(({ id, limit }) =>
    limit?.of === 'finish' ? [{ id, latest: limit.latest }] : [],
  );
  const strictest = limits.toSorted((a, b) => (a.latest < b.latest ? -1 : 1))[0];
  return [
    ...(day !== undefined && due !== null && day !== due
      ? [said('schedule', 'deadline', due, `The plan's own deadline is ${day}.`)]
      : []),
    ...(strictest !== undefined && due !== null && strictest.latest < due
      ? [
          said(
            'schedule',
            'deadline',
            due,
            `${strictest.id} says ${strictest.latest} at the latest.`,
          ),
        ]
      : []),
    ...(due !== null && meets === false && finish_date <= due
      ? [said('schedule', 'meets_deadline', 'false', `The end ${finish_date} is within ${due}.`)]
      : []),
    // Where only one task has the deadline, what follows it may end later.
    ...(due !== null && day !== undefined && meets === true && finish_date > due
      ? [said('schedule', 'meets_deadline', 'true', `The end ${finish_date} is after ${due}.`)]
      : []),
  ];
}

export const dateFindings = (plan: Plan): GateFinding[] => [
  ...wholeFindings(plan),
  ...plan.phases.flatMap(phaseFindings),
  ...deadlineFindings(plan),
];
