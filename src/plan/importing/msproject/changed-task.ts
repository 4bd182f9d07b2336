// A task of ours that somebody changed in MS Project: what was changed there is taken over, everything
// else stays as the plan had it.
import type { Estimate, PlanTask } from '../../../contract/plan.ts';
import type { ImportedTask } from '../imported-plan.ts';
import type { TaskRecord } from './records.ts';
import type { Use } from './resources.ts';
import { minutesIn } from './values.ts';

export interface Change {
  readonly names: ReadonlySet<string>;
  /** The task as any other file would have it. */
  readonly read: ImportedTask;
  readonly uses: readonly Use[];
  /** As it is written in the file. */
  readonly duration: string;
}

const rounded = (hours: number): number => Math.min(1e6, Math.round(hours * 1e4) / 1e4);

const scaled = ({ low, likely, high }: Estimate, by: number): Estimate => ({
  ...{ low: rounded(low * by), likely: rounded(likely * by), high: rounded(high * by) },
});

/** The spread of an estimate grows and shrinks with its length. */
function withLength(task: PlanTask, before: string, now: string): PlanTask {
  const [old = 0, length = 0] = [minutesIn(before), minutesIn(now)];
  const hours = rounded(length / 60);
  if (old <= 0) {
    const estimate = { low: hours, likely: hours, high: hours };
    return { ...task, estimate, estimated_hours: hours };
  }
  const by = length / old;
  return {
    ...task,
    estimate: scaled(task.estimate, by),
    estimated_hours: rounded(task.estimated_hours * by),
    ...(task.ways === undefined
      ? {}
      : { ways: task.ways.map((way) => ({ ...way, estimate: scaled(way.estimate, by) })) }),
  };
}

function withUses(task: PlanTask, uses: readonly Use[]): PlanTask {
  const { ways: _ways, uses: _uses, ...rest } = task;
  const [first] = uses;
  if (first === undefined) return task;
  return {
    ...rest,
    assignee_role: first.role,
    ...(uses.length === 1 && first.units === 1 ? {} : { uses: uses.map((use) => ({ ...use })) }),
  };
}

const dates = ['Deadline', 'ConstraintType', 'ConstraintDate'];
const actuals = ['PercentComplete', 'ActualStart', 'ActualFinish'];

function withDates(task: PlanTask, { names, read }: Change): PlanTask {
  const { deadline, not_before, fixed_start, ...rest } = task;
  const { kept = {} } = read;
  const isDue = names.has('Deadline');
  const isHeld = names.has('ConstraintType') || names.has('ConstraintDate');
  const due = isDue ? kept.deadline : deadline;
  const start = isHeld ? kept : { not_before, fixed_start };
  return {
    ...rest,
    ...(due === undefined ? {} : { deadline: due }),
    ...(start.not_before === undefined ? {} : { not_before: start.not_before }),
    ...(start.fixed_start === undefined ? {} : { fixed_start: start.fixed_start }),
  };
}

function withActual(task: PlanTask, { kept = {} }: ImportedTask): PlanTask {
  const { actual: before, ...rest } = task;
  if (kept.actual === undefined) return rest;
  return { ...rest, actual: { ...before, ...kept.actual } };
}

export function changedTask({ task, as }: TaskRecord, change: Change): PlanTask {
  const { names, read, uses, duration } = change;
  const has = (some: readonly string[]): boolean => some.some((name) => names.has(name));
  let result = task;
  if (names.has('Name')) result = { ...result, title: read.title };
  if (names.has('Duration')) result = withLength(result, as.Duration ?? '', duration);
  if (names.has('estimate') && read.hours !== null) result = { ...result, estimate: read.hours };
  if (names.has('uses')) result = withUses(result, uses);
  if (has(dates)) result = withDates(result, change);
  if (has(actuals)) result = withActual(result, read);
  return result;
}
