// planwright schedule FILE: dates, critical path and odds of a plan, without a server or data.
import { resolve } from 'node:path';
import type { PlanLint } from '../contract/plan-schedule.ts';
import { runSchedule } from '../plan/run-schedule.ts';
import type { TimedOutcome } from '../plan/timed-schedule.ts';
import { nowOf } from '../schedule/read/instants.ts';
import { defaultSchedules } from '../schedule/run/effort.ts';
import type { ScheduleJob } from '../schedule/run/outcome.ts';
import { slipOutcome } from '../schedule/run/slip.ts';
import { changedPlan } from '../schedule/write/changed-plan.ts';
import type { Arguments } from './arguments.ts';
import { type Io, printJson } from './io.ts';
import { type AnswerInput, scheduleAnswer } from './schedule-answer.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { type ScheduleOptions, scheduleOptions } from './schedule-options.ts';
import { formatted, saidCost } from './schedule-output.ts';
import { hinted, prepare } from './schedule-prepare.ts';
import { scheduleText } from './schedule-text.ts';
import { watched } from './schedule-watch.ts';
import { writeNew } from './write-new.ts';

/** Only a cap against surprises; the effort is a number of schedules. */
const DEFAULT_LIMIT_MS = 60_000;
const DEFAULT_SEED = 1;
const UNLIMITED_SCHEDULES = 1e9;

export async function runScheduleCommand(args: Arguments, io: Io): Promise<number> {
  const options = scheduleOptions(args);
  const answer = await answerTo(options, io).catch((error: unknown) => {
    throw options.repair ? error : hinted(error);
  });
  const written = options.format === null ? null : formatted(options.format, answer);
  if (written !== null && options.out !== null) writeNew(resolve(options.out), written);
  if (options.json) printJson(io, scheduleAnswer(answer));
  else if (written !== null && options.out === null) io.stdout.write(written);
  else io.stdout.write(scheduleText(answer, io.stdout.columns ?? 80));
  if (written !== null && options.out !== null && !options.json) {
    io.stdout.write(`\nWritten to ${resolve(options.out)}.\n`);
  }
  return answer.outcome.violations.length === 0 ? 0 : 1;
}

async function answerTo(options: ScheduleOptions, io: Io): Promise<AnswerInput> {
  const { file, repairs, calibration } = prepare(options);
  const job = jobOf(file, options);
  const timeLimitMs = options.timeLimitMs ?? DEFAULT_LIMIT_MS;
  const timed = await watched(io, (signal) => runSchedule(job, { timeLimitMs, signal }));
  const effort = { seed: job.effort.seed, schedules: effortMade(file, job, timed) };
  const told = notesOn(file, timed, options);
  const outcome = { ...timed.outcome, lint: [...file.lint, ...timed.outcome.lint, ...told] };
  const scheduled = afterClosing(file, timed);
  const answer = { file: scheduled, ...timed, outcome, effort, repairs, calibration };
  const { slips: wishes } = options;
  if (wishes.length === 0) return answer;
  const slipped = slipOutcome(scheduled.project, outcome, wishes, job.now);
  return { ...answer, slip: { wishes, outcome: slipped } };
}

/** What the plan says of itself and what was computed: where they part, it is told. */
function notesOn(
  file: ScheduleFile,
  { outcome }: TimedOutcome,
  { simulate }: ScheduleOptions,
): PlanLint[] {
  const said = saidCost(file, outcome.cost);
  const { schedule } = (file.plan ?? {}) as { schedule?: { simulation?: { runs?: unknown } } };
  const runs = schedule?.simulation?.runs;
  const notes: PlanLint[] = [];
  if (said !== null) {
    const message = `the plan says that it costs ${said} ${file.currency}; its lines come to ${outcome.cost.total}, which is what a written plan says`;
    notes.push({ code: 'costs_differ', severity: 'hint', ids: [], message });
  }
  if (typeof runs === 'number' && simulate === null) {
    const message = `the plan carries odds of an earlier simulation (${runs} runs); they are not of this schedule, so they are neither shown nor written; --simulate ${runs} computes them again`;
    notes.push({ code: 'odds_left_out', severity: 'hint', ids: [], message });
  }
  return notes;
}

/** The effort that gives this answer again: what was asked for, unless a time limit alone asked. */
function effortMade(file: ScheduleFile, { effort }: ScheduleJob, timed: TimedOutcome): number {
  const made = Math.max(1, timed.outcome.schedules);
  if (timed.stopped !== null) return made;
  if (effort.schedules < UNLIMITED_SCHEDULES) return effort.schedules;
  return Math.max(made, usualSchedules(file));
}

const usualSchedules = ({ effort, project }: ScheduleFile): number =>
  effort?.schedules ?? defaultSchedules(project);

/** The plan with the changes that were taken to meet deadline and budget. */
function afterClosing(file: ScheduleFile, { outcome }: TimedOutcome): ScheduleFile {
  const { closed } = outcome;
  if (closed === null) return file;
  const { plan, project: before, currency } = file;
  const { project: after, addedRisks, addedCosts } = closed;
  const change = { before, after, currency, addedRisks, addedCosts };
  return { ...file, project: after, plan: plan === null ? null : changedPlan(plan, change) };
}

function jobOf(file: ScheduleFile, options: ScheduleOptions): ScheduleJob {
  const { project, effort, budget, risks, confidence, stated, baseline } = file;
  const seed = options.seed ?? effort?.seed ?? DEFAULT_SEED;
  // A time limit alone means: as much as fits.
  const schedules =
    options.schedules ??
    (options.timeLimitMs === null ? usualSchedules(file) : UNLIMITED_SCHEDULES);
  const { simulate: runs, now, closeGap } = options;
  return {
    project,
    effort: { seed, schedules },
    risks,
    stated,
    budget,
    confidence,
    propose: true,
    closeGap,
    ...(baseline === null ? {} : { baseline }),
    ...(now === null ? {} : { now: nowOf(now, project, '--now') }),
    ...(runs === null ? {} : { simulation: { runs, seed } }),
  };
}
