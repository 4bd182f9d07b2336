// From a project to its schedule: lint, solve, check, critical chain, costs and odds, in one pure
// function. Lengths are the means of the estimates; odds come from their whole spread.
import type { PlanLint } from '../../contract/plan-schedule.ts';
import { criticalChain } from '../graph/critical-chain.ts';
import { requireFinish } from '../graph/limits.ts';
import type { TaskDates } from '../graph/task-dates.ts';
import type { Placed, Task } from '../project.ts';
import { checkAnswer } from '../solve/check.ts';
import { compile } from '../solve/compile.ts';
import { toPlaced } from '../solve/placed.ts';
import { solve } from '../solve/solve.ts';
import { closedJob } from './closed.ts';
import { costByTask, costOutcome, costsOf } from './costs.ts';
import { dueOf } from './due.ts';
import { lintFindings, missedFindings, violationText } from './findings.ts';
import { oddsOf } from './odds.ts';
import type { OutcomeTask, ScheduleJob, ScheduleOutcome, VerdictOutcome } from './outcome.ts';
import { jobLeft, joinPast, type Past, pastOf } from './past.ts';
import { progressOf } from './progress.ts';
import { proposalsOf, TRY_SCHEDULES } from './proposals.ts';
import { riskFindings, withoutEmptyDelays } from './risks.ts';
import { expectedMinutes, type Settled, settle } from './settle.ts';
import { atRiskFindings, isMissed, verdictOf, withMargins } from './verdict.ts';

/** Asked now and then; true takes what is there so far. */
export interface Stops {
  readonly solve?: () => boolean;
  readonly simulate?: () => boolean;
}

export function scheduleProject(job: ScheduleJob, stops: Stops = {}): ScheduleOutcome {
  const { project, risks = [] } = job;
  const lint = [...lintFindings(project), ...riskFindings(project, risks)];
  if (job.closeGap !== true) return withLint(scheduleAll(job, stops), lint);
  const aimed = (left: ScheduleJob): ScheduleJob => {
    if (left.simulation === undefined) return left;
    const effort = { ...left.effort, schedules: Math.min(TRY_SCHEDULES, left.effort.schedules) };
    const outcome = schedulePlanned({ ...left, effort, propose: false }, stops);
    return withMargins(left, { ...outcome, total: outcome.cost.total });
  };
  const { job: changed, closed } = closedJob(job, aimed, stops.simulate);
  const outcome = scheduleAll(changed, stops);
  const met = outcome.verdict === undefined ? closed.met : !isMissed(outcome.verdict);
  return withLint({ ...outcome, closed: { ...closed, met } }, lint);
}

function scheduleAll(job: ScheduleJob, stops: Stops): ScheduleOutcome {
  const past = pastOf(job);
  if (past === null) return schedulePlanned(job, stops);
  const outcome = past.isOver ? null : schedulePlanned(jobLeft(job, past), stops);
  const joined = joinPast(job, past, outcome);
  const verdict = joined.verdict ?? verdictOf(job, { ...joined, total: joined.cost.total });
  return {
    ...joined,
    verdict: withDone(verdict, job, past, joined),
    progress: progressOf(job, past, joined),
  };
}

/** What was due and is finished is certain. */
function withDone(
  verdict: VerdictOutcome,
  { project }: ScheduleJob,
  { remaining }: Past,
  { tasks }: ScheduleOutcome,
): VerdictOutcome {
  const due = dueOf(project, tasks);
  if (due === null || due.task === null || !remaining.finished.has(due.task)) return verdict;
  return { ...verdict, deadline: due.finish <= due.deadline };
}

const withLint = (outcome: ScheduleOutcome, lint: readonly PlanLint[]): ScheduleOutcome => ({
  ...outcome,
  lint: [...outcome.lint, ...lint],
});

/** A project in which nothing has happened yet. */
function schedulePlanned(given: ScheduleJob, stops: Stops): ScheduleOutcome {
  const risks = withoutEmptyDelays(given.project, given.risks ?? []);
  const job = { ...given, risks };
  const { project, effort, stated = [] } = job;
  const compiled = compile(project, { minutesOf: (_, way) => expectedMinutes(way.estimate) });
  const stop = stops.solve === undefined ? {} : { stop: stops.solve };
  const answer = solve(compiled.problem, { ...effort, ...stop });
  requireFinish(project.start + answer.makespan * compiled.tickMinutes);
  const placed = toPlaced(compiled, answer);
  const settled = settle(compiled, answer);
  const minutesOf = (task: Task): number => settled.minutes.get(task.id) ?? 0;
  const chain = criticalChain(settled.project, placed, { minutesOf });
  const finish = project.start + answer.makespan * compiled.tickMinutes;
  const costs = costsOf(settled.project, placed, risks, stated);
  const simulation = oddsOf(compiled, answer, job, costs.breakdown, stops.simulate);
  const cost = costOutcome(costs, job.budget ?? null, simulation);
  const { tickMinutes } = compiled;
  const judged = { tasks: placed, tickMinutes, total: cost.total, simulation };
  const verdict = verdictOf(job, judged);
  const asks = job.propose === true && isMissed(verdict);
  return {
    tasks: outcomeTasks(placed, chain.all(), settled, costByTask(costs)),
    criticalPath: chain.path().map(({ id }) => id),
    finish,
    tickMinutes,
    schedules: answer.schedules,
    optimal: answer.optimal,
    violations: checkAnswer(compiled.problem, answer).map((one) => violationText(one, compiled)),
    lint: [...missedFindings(compiled, placed), ...atRiskFindings(job, judged)],
    cost,
    simulation,
    verdict,
    proposals: asks ? proposalsOf(withMargins(job, judged), stops.simulate) : [],
    progress: null,
    closed: null,
  };
}

function outcomeTasks(
  placed: readonly Placed[],
  dates: readonly TaskDates[],
  { project, minutes }: Settled,
  costs: ReadonlyMap<string, number>,
): OutcomeTask[] {
  const floats = new Map(dates.map((row) => [row.id, row]));
  const tasks = new Map(project.tasks.map((task) => [task.id, task]));
  return placed.map(({ id, way, start, finish }) => {
    const row = floats.get(id);
    const uses = tasks.get(id)?.ways[0]?.uses ?? [];
    return {
      id,
      way,
      uses: uses.flatMap((use) => ('role' in use ? [use] : [])),
      start,
      finish,
      workMinutes: minutes.get(id) ?? 0,
      cost: costs.get(id) ?? 0,
      totalFloatMinutes: row?.totalFloatMinutes ?? 0,
      freeFloatMinutes: row?.freeFloatMinutes ?? 0,
      critical: row?.critical ?? false,
    };
  });
}
