// What `planwright schedule --json` prints. Lengths are days on the clock from the start of the
// project; a period of a PSPLIB file is one day, so its own unit comes out.
import type { StopReason } from '../plan/timed-schedule.ts';
import type { Minute, Project } from '../schedule/project.ts';
import { dueOf } from '../schedule/run/due.ts';
import type {
  OutcomeTask,
  ProposalOutcome,
  ScheduleOutcome,
  SimulationOutcome,
} from '../schedule/run/outcome.ts';
import { isoDateTimeIn } from '../schedule/time/local-time.ts';
import { hoursOf } from '../schedule/write/hours.ts';
import { planSimulation } from '../schedule/write/plan-simulation.ts';
import type { ScheduleFile } from './schedule-file.ts';
import type { Prepared } from './schedule-prepare.ts';
import { daysOf, progressAnswer } from './schedule-progress.ts';
import { type SlipAnswer, slipAnswer } from './schedule-slip.ts';

export interface AnswerInput extends Prepared {
  /** As it was scheduled: repaired, calibrated, with the changes that closed the gap. */
  readonly file: ScheduleFile;
  readonly outcome: ScheduleOutcome;
  readonly effort: { readonly seed: number; readonly schedules: number };
  readonly seconds: number;
  readonly stopped: StopReason | null;
  /** What was asked of slips. */
  readonly slip?: SlipAnswer;
}

export function scheduleAnswer(input: AnswerInput): object {
  const { file, outcome, effort, seconds, stopped } = input;
  const { project, currency, budget } = file;
  const { zone, start } = project;
  const { simulation, cost, violations, verdict } = outcome;
  const due = dueOf(project, outcome.tasks);
  // A PSPLIB file counts periods; it has no dates.
  const isDated = file.kind === 'plan';
  const kinds = new Map(project.tasks.map(({ id, kind }) => [id, kind]));
  const rows = outcome.tasks.map((task) => ({
    kind: kinds.get(task.id),
    row: rowOf(task, project, isDated),
  }));
  return {
    unit: 'days',
    makespan: daysOf(outcome.finish - start),
    ...(isDated
      ? { start: isoDateTimeIn(zone, start), finish: isoDateTimeIn(zone, outcome.finish) }
      : {}),
    critical: outcome.criticalPath,
    tasks: rows.filter(({ kind }) => kind !== 'summary').map(({ row }) => row),
    phases: rows.filter(({ kind }) => kind === 'summary').map(({ row }) => row),
    seconds: Math.round(seconds * 1e4) / 1e4,
    schedules: outcome.schedules,
    effort,
    optimal: outcome.optimal,
    stopped,
    valid: violations.length === 0,
    violations,
    deadline: due === null ? null : isoDateTimeIn(zone, due.deadline),
    deadline_of: due?.task ?? null,
    meets_deadline: verdict?.deadline ?? null,
    meets_task_deadlines: verdict?.taskDeadlines ?? null,
    ...(simulation === null
      ? {}
      : {
          at_confidence: atConfidence(simulation, input),
          simulation: planSimulation(simulation, zone, cost.total, due),
        }),
    ...(currency === null
      ? {}
      : {
          cost: {
            total: cost.total,
            low: cost.low,
            high: cost.high,
            spent: cost.spent,
            spent_estimated: cost.spentEstimated,
            currency,
            verdict: cost.verdict,
            shares: cost.shares,
          },
          cash_flow: cost.cashFlow,
        }),
    budget,
    meets_budget: verdict?.budget ?? null,
    lint: outcome.lint,
    proposals: outcome.proposals.map((proposal) => proposalRow(proposal, zone)),
    ...preparedAnswer(input),
    ...slipAnswer(input.slip, file),
    ...(outcome.progress === null ? {} : { progress: progressAnswer(outcome.progress, zone) }),
    ...(outcome.closed === null
      ? {}
      : {
          closed_gap: {
            met: outcome.closed.met,
            taken: outcome.closed.taken.map((proposal) => proposalRow(proposal, zone)),
          },
        }),
  };
}

/** What deadline and budget are held against: the finish and the cost that the asked share of the
 * runs keeps. */
function atConfidence(
  { confidence, finishAtConfidence, costAtConfidence }: SimulationOutcome,
  { file }: AnswerInput,
): object {
  const { zone, start } = file.project;
  return {
    confidence,
    makespan: daysOf(finishAtConfidence - start),
    ...(file.kind === 'plan' ? { finish: isoDateTimeIn(zone, finishAtConfidence) } : {}),
    ...(file.currency === null ? {} : { cost: costAtConfidence }),
  };
}

function preparedAnswer({ repairs, calibration }: Prepared): object {
  return {
    ...(repairs === null ? {} : { repairs }),
    ...(calibration === null
      ? {}
      : {
          calibration: {
            samples: calibration.samples,
            corrections: calibration.corrections.map(({ task, way, factor, samples, text }) => ({
              task,
              way,
              factor: Math.round(factor * 1e4) / 1e4,
              samples,
              text,
            })),
          },
        }),
  };
}

const proposalRow = (proposal: ProposalOutcome, zone: string) => ({
  text: proposal.text,
  assumption: proposal.assumption,
  gain_days: daysOf(proposal.gainMinutes),
  late: proposal.late,
  price: proposal.price,
  finish: isoDateTimeIn(zone, proposal.finish),
  meets_deadline: proposal.meetsDeadline,
  meets_budget: proposal.meetsBudget,
});

function rowOf(task: OutcomeTask, { zone, start }: Project, isDated: boolean) {
  const at = (minute: Minute): string => isoDateTimeIn(zone, minute);
  return {
    id: task.id,
    start: daysOf(task.start - start),
    finish: daysOf(task.finish - start),
    ...(isDated ? { start_at: at(task.start), finish_at: at(task.finish) } : {}),
    way: task.way,
    roles: task.uses.map(({ role }) => role),
    total_float_hours: hoursOf(task.totalFloatMinutes),
    free_float_hours: hoursOf(task.freeFloatMinutes),
    critical: task.critical,
  };
}
