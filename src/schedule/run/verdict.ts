// Whether deadlines and the budget hold. With a simulation the asked odds decide; without one the
// planned dates and costs do, and the answer says so.
import type { PlanLint } from '../../contract/plan-schedule.ts';
import { finishOf } from '../finish.ts';
import type { Minute, Project, Task } from '../project.ts';
import { type Due, dueOf, taskDeadlines } from './due.ts';
import type { OutcomeTask, ScheduleJob, SimulationOutcome, VerdictOutcome } from './outcome.ts';

/** What a verdict is about. */
export interface Judged {
  readonly tasks: readonly Pick<OutcomeTask, 'id' | 'way' | 'start' | 'finish'>[];
  readonly tickMinutes: number;
  readonly total: number;
  readonly simulation: SimulationOutcome | null;
}

export function verdictOf(job: ScheduleJob, judged: Judged): VerdictOutcome {
  const { simulation } = judged;
  return simulation === null
    ? plannedVerdict(job, judged)
    : oddsVerdict(job.project, judged, simulation);
}

export const isMissed = ({ deadline, taskDeadlines: own, budget }: VerdictOutcome): boolean =>
  deadline === false || own === false || budget === false;

function plannedVerdict(job: ScheduleJob, judged: Judged): VerdictOutcome {
  const { project, budget = null } = job;
  const due = dueOf(project, judged.tasks);
  const own = taskDeadlines(project, judged.tasks);
  return {
    confidence: null,
    deadline: due === null ? null : due.finish <= due.deadline,
    taskDeadlines: all(own.map(({ finish, deadline }) => finish <= deadline)),
    budget: budget === null ? null : judged.total <= budget,
    note: 'Of the planned dates and costs; nothing was simulated.',
  };
}

function oddsVerdict(
  project: Project,
  { tasks }: Judged,
  simulation: SimulationOutcome,
): VerdictOutcome {
  const { confidence, budgetOdds, milestones } = simulation;
  const ofDue = dueOdds(dueOf(project, tasks), simulation);
  const own = milestones.flatMap(({ odds }) => (odds === null ? [] : odds));
  return {
    confidence,
    deadline: ofDue === null ? null : ofDue >= confidence,
    taskDeadlines: all(own.map((share) => share >= confidence)),
    budget: budgetOdds === null ? null : budgetOdds >= confidence,
    note: `Kept means kept in at least ${percent(confidence)} of the simulated runs.`,
  };
}

/** The odds of what is due; null when nothing is, or when it is finished. */
export function dueOdds(
  due: Due | null,
  { deadlineOdds, milestones }: SimulationOutcome,
): number | null {
  if (due === null || due.task === null) return deadlineOdds;
  return milestones.find(({ id }) => id === due.task)?.odds ?? null;
}

const all = (kept: readonly boolean[]): boolean | null =>
  kept.length === 0 ? null : kept.every(Boolean);

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** Dates and a budget that are planned to be kept, but not at the asked odds. */
export function atRiskFindings(job: ScheduleJob, judged: Judged): PlanLint[] {
  const { simulation } = judged;
  if (simulation === null) return [];
  return [
    ...wholeAtRisk(job, judged, simulation),
    ...budgetAtRisk(job, judged, simulation),
    ...tasksAtRisk(judged, simulation),
  ];
}

const oddsText = (odds: number, confidence: number): string =>
  `is kept in ${percent(odds)} of the runs, ${percent(confidence)} is asked for`;

function wholeAtRisk(
  { project }: ScheduleJob,
  { tasks }: Judged,
  { confidence, deadlineOdds: odds, finishAtConfidence }: SimulationOutcome,
): PlanLint[] {
  const { deadline } = project;
  if (deadline === undefined || odds === null || odds >= confidence) return [];
  if (finishOf(project, tasks) > deadline) return [];
  const late = lateText(finishAtConfidence - deadline, confidence);
  return [warning('deadline_at_risk', [], `the deadline ${oddsText(odds, confidence)}${late}`)];
}

function budgetAtRisk(
  { budget = null }: ScheduleJob,
  { total }: Judged,
  { confidence, budgetOdds: odds }: SimulationOutcome,
): PlanLint[] {
  if (budget === null || odds === null || odds >= confidence || total > budget) return [];
  return [warning('budget_at_risk', [], `the budget ${oddsText(odds, confidence)}`)];
}

function tasksAtRisk({ tasks }: Judged, { confidence, milestones }: SimulationOutcome): PlanLint[] {
  const rows = new Map(tasks.map(({ id, finish }) => [id, finish]));
  return milestones.flatMap(({ id, odds, deadline, slackMinutes }) => {
    if (odds === null || deadline === null || odds >= confidence) return [];
    if ((rows.get(id) ?? deadline) > deadline) return [];
    const late = lateText(-(slackMinutes ?? 0), confidence);
    const text = `the deadline of task "${id}" ${oddsText(odds, confidence)}${late}`;
    return [warning('deadline_at_risk', [id], text)];
  });
}

const warning = (code: string, ids: string[], message: string): PlanLint => ({
  code,
  severity: 'warning',
  ids,
  message: message.slice(0, 1000),
});

function lateText(minutes: number, confidence: number): string {
  if (minutes <= 0) return '';
  const late = minutes < 1440 ? `${Math.ceil(minutes / 60)} h` : `${Math.ceil(minutes / 1440)} d`;
  return `; at ${percent(confidence)} it is missed by ${late}`;
}

/** The same job with dates and a budget that leave the margin which the odds ask for, so that a
 * plan that keeps them is likely to keep the real ones. */
export function withMargins(job: ScheduleJob, judged: Judged): ScheduleJob {
  const { simulation, tasks, tickMinutes } = judged;
  if (simulation === null) return job;
  const { project, budget = null } = job;
  const rows = new Map(tasks.map(({ id, finish }) => [id, finish]));
  const odds = new Map(simulation.milestones.map((each) => [each.id, each]));
  const earlier = (deadline: Minute, margin: number): Minute =>
    Math.max(project.start, deadline - Math.ceil(margin / tickMinutes) * tickMinutes);
  const dated = (task: Task): Task => {
    const { deadline } = task;
    const slack = odds.get(task.id)?.slackMinutes ?? null;
    const finish = rows.get(task.id);
    if (deadline === undefined || slack === null || finish === undefined) return task;
    return { ...task, deadline: earlier(deadline, deadline - slack - finish) };
  };
  const { deadline } = project;
  const margin = simulation.finishAtConfidence - finishOf(project, tasks);
  return {
    ...job,
    project: {
      ...project,
      tasks: project.tasks.map(dated),
      ...(deadline === undefined ? {} : { deadline: earlier(deadline, margin) }),
    },
    ...(budget === null ? {} : { budget: Math.max(0, budget - simulation.contingency) }),
  };
}
