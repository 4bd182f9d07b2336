// A schedule for people: when it ends, what decides that, the tasks, and a small chart where the
// terminal has room for one.

import type { Minute } from '../schedule/project.ts';
import { dueOf } from '../schedule/run/due.ts';
import type { OutcomeTask, ScheduleOutcome, SimulationOutcome } from '../schedule/run/outcome.ts';
import { dueOdds } from '../schedule/run/verdict.ts';
import { safeText } from './safe-text.ts';
import type { AnswerInput } from './schedule-answer.ts';
import { daysOf, daysText, moneyText, progressLines, timeText } from './schedule-progress.ts';
import { closedLines, proposalLines } from './schedule-proposals.ts';
import { slipLines } from './schedule-slip.ts';

const CHART_FROM_COLUMNS = 100;
const MAX_ROWS = 400;
const MAX_FINDINGS = 20;

export function scheduleText(input: AnswerInput, columns: number): string {
  const lines = [
    safeText(input.file.title, 200),
    ...headLines(input),
    '',
    ...taskLines(input, columns),
    ...repairLines(input),
    ...calibrationLines(input),
    ...findingLines(input),
    ...progressPart(input),
    ...slipLines(input.slip, input.file),
    ...closedLines(input),
    ...proposalLines(input),
    ...stopLines(input),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines(input: AnswerInput): string[] {
  const { outcome, file } = input;
  const { project } = file;
  const days = daysOf(outcome.finish - project.start);
  const end =
    file.kind === 'psplib'
      ? `  makespan ${days}`
      : `  finish ${timeText(project.zone, outcome.finish)} (${project.zone}), ${Math.round(days * 10) / 10} days after the start`;
  const path = outcome.criticalPath.map((id) => safeText(id, 60));
  const isOver = path.length === 0;
  const optimal = outcome.optimal ? '; nothing shorter exists' : '';
  const shown = path.length > 30 ? [...path.slice(0, 29), '…', path.at(-1)] : path;
  return [
    `${end}${isOver ? '; all of it is done' : optimal}`,
    ...costLines(input),
    ...(outcome.simulation === null ? [] : simulationLines(outcome.simulation, input)),
    ...deadlineLines(input),
    ...budgetLines(input),
    ...(isOver ? [] : [`  critical path: ${shown.join(' → ')}`]),
  ];
}

/** Null when it is missed. With odds, these decide; where the plan says otherwise, that is told. */
function keptText(
  { verdict }: ScheduleOutcome,
  isPlanned: boolean,
  isKept: boolean | null | undefined,
): string | null {
  const asked = `at the asked odds of ${percent(verdict?.confidence ?? 0)}`;
  if (!verdict || verdict.confidence === null || isKept === isPlanned || isKept === null) {
    return isPlanned ? 'kept' : null;
  }
  return isPlanned ? `kept as planned, but not ${asked}` : `kept ${asked}, but not as planned`;
}

const oddsText = (odds: number | null | undefined): string =>
  odds === null || odds === undefined ? '' : ` (odds ${percent(odds)})`;

function deadlineLines({ outcome, file }: AnswerInput): string[] {
  const { project } = file;
  const due = dueOf(project, outcome.tasks);
  if (due === null) return [];
  const date = timeText(project.zone, due.deadline - 1).slice(0, 10);
  const name = due.task === null ? null : `“${safeText(due.task, 60)}”`;
  const odds = oddsText(outcome.simulation && dueOdds(due, outcome.simulation));
  const kept = keptText(outcome, due.finish <= due.deadline, outcome.verdict?.deadline);
  const of = name === null ? '' : ` of ${name}`;
  if (kept !== null) return [`  deadline ${date}${of}: ${kept}${odds}`];
  const late = daysText(Math.ceil(daysOf(due.finish - due.deadline)));
  const end = name === null ? 'was asked for, the work ends' : `was asked for ${name}, which ends`;
  return [`  DEADLINE MISSED: ${date} ${end} ${late} later${odds}`];
}

const unitOf = ({ currency }: AnswerInput['file']): string =>
  currency === null ? '' : ` ${currency}`;

/** The one figure that the plan is about; what the odds ask for comes beside it. */
function costLines({ outcome, file }: AnswerInput): string[] {
  const { total, spent, spentEstimated } = outcome.cost;
  if (total === 0) return [];
  const guessed = spentEstimated === 0 ? '' : ` (${moneyText(spentEstimated)} of it estimated)`;
  const paid = spent === 0 ? '' : `, of which ${moneyText(spent)} is spent${guessed}`;
  return [`  planned cost ${moneyText(total)}${unitOf(file)}${paid}`];
}

function budgetLines({ outcome, file }: AnswerInput): string[] {
  const { budget } = file;
  const { total } = outcome.cost;
  if (budget === null || total === 0) return [];
  const given = `${moneyText(budget)}${unitOf(file)}`;
  const odds = oddsText(outcome.simulation?.budgetOdds);
  const kept = keptText(outcome, total <= budget, outcome.verdict?.budget);
  if (kept !== null) return [`  budget ${given}: ${kept}${odds}`];
  const above = moneyText(total - budget);
  return [`  BUDGET MISSED: ${given} was given, the planned cost is ${above} more${odds}`];
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

function simulationLines(simulation: SimulationOutcome, { file, outcome }: AnswerInput): string[] {
  const { confidence, finishAtConfidence: finish, costAtConfidence, runs } = simulation;
  const { zone, start } = file.project;
  const end = file.kind === 'psplib' ? daysOf(finish - start) : timeText(zone, finish);
  const isFree = outcome.cost.total === 0 && costAtConfidence === 0;
  const cost = isFree ? '' : `, cost ${moneyText(costAtConfidence)}${unitOf(file)}`;
  const count = runs.toLocaleString('en-US');
  return [`  at ${percent(confidence)} confidence: finish ${end}${cost} (${count} runs)`];
}

function taskLines(input: AnswerInput, columns: number): string[] {
  const { outcome, file } = input;
  const { project } = file;
  const tasks = new Map(project.tasks.map((task) => [task.id, task]));
  const rows = outcome.tasks.slice(0, MAX_ROWS).map((row) => ({
    row,
    cells: cellsOf(
      row,
      tasks.get(row.id)?.kind === 'summary',
      tasks.get(row.id)?.name ?? '',
      input,
    ),
  }));
  const head = ['task', 'start', 'finish', file.kind === 'psplib' ? 'float' : 'float h'];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  const used = widths.reduce((sum, width) => sum + width + 2, 0);
  const room = columns >= CHART_FROM_COLUMNS ? Math.min(60, columns - used - 1) : 0;
  const chart = (row: OutcomeTask): string =>
    room < 10 ? '' : `  ${barOf(row, project.start, outcome.finish, room)}`;
  const hidden = outcome.tasks.length - rows.length;
  return [
    line(head).trimEnd(),
    ...rows.map(({ row, cells }) => `${line(cells)}${chart(row)}`.trimEnd()),
    ...(hidden > 0 ? [`… and ${hidden} more; --json or --format csv has them all`] : []),
  ];
}

function cellsOf(
  row: OutcomeTask,
  isSummary: boolean,
  name: string,
  { file }: AnswerInput,
): string[] {
  const { project, kind } = file;
  const at = (minute: Minute): string =>
    kind === 'psplib' ? String(daysOf(minute - project.start)) : timeText(project.zone, minute);
  const mark = row.critical && !isSummary ? '*' : ' ';
  const label = isSummary ? safeText(name, 40) : `${mark} ${safeText(`${row.id} ${name}`, 44)}`;
  const float = isSummary ? '' : floatText(row.totalFloatMinutes, kind);
  return [label, at(row.start), at(row.finish), float];
}

const floatText = (minutes: number, kind: AnswerInput['file']['kind']): string =>
  String(kind === 'psplib' ? daysOf(minutes) : Math.round(minutes / 6) / 10);

/** Critical work is solid, the rest lighter; a milestone is a diamond. */
function barOf(row: OutcomeTask, start: Minute, finish: Minute, room: number): string {
  const span = Math.max(1, finish - start);
  const from = Math.min(room - 1, Math.floor(((row.start - start) / span) * room));
  const to = Math.max(from + 1, Math.round(((row.finish - start) / span) * room));
  if (row.start === row.finish) return `${' '.repeat(from)}◆`;
  return ' '.repeat(from) + (row.critical ? '█' : '▒').repeat(Math.min(room, to) - from);
}

function findingLines({ outcome }: AnswerInput): string[] {
  const { lint, violations } = outcome;
  if (lint.length === 0 && violations.length === 0) return [];
  const more = lint.length - MAX_FINDINGS;
  return [
    '',
    ...violations.slice(0, MAX_FINDINGS).map((text) => `INVALID: ${safeText(text, 300)}`),
    ...lint
      .slice(0, MAX_FINDINGS)
      .map(({ severity, message }) => `${severity}: ${safeText(message, 300)}`),
    ...(more > 0 ? [`… and ${more} more ${more === 1 ? 'finding' : 'findings'}`] : []),
  ];
}

function progressPart({ outcome, file }: AnswerInput): string[] {
  const { project, currency } = file;
  if (outcome.progress !== null) return progressLines(outcome.progress, project.zone, currency);
  const hasBegun = project.tasks.some(({ actual }) => actual !== undefined);
  if (!hasBegun) return [];
  return ['', 'Progress is not measured: the plan carries no schedule from before the work began.'];
}

function repairLines({ repairs }: AnswerInput): string[] {
  if (repairs === null) return [];
  if (repairs.length === 0) return ['', 'Nothing had to be repaired.'];
  return ['', 'Repaired:', ...repairs.map(({ message }) => `  ${safeText(message, 300)}`)];
}

function calibrationLines({ calibration }: AnswerInput): string[] {
  if (calibration === null) return [];
  const { samples, corrections } = calibration;
  const shown = corrections.slice(0, MAX_FINDINGS);
  const more = corrections.length - shown.length;
  return [
    '',
    `Estimates corrected by ${samples} past ${samples === 1 ? 'task' : 'tasks'}:`,
    ...shown.map(({ task, text }) => `  ${safeText(task, 60)}: ${text}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function stopLines({ stopped, outcome, seconds }: AnswerInput): string[] {
  if (stopped === null) return [];
  const why = stopped === 'interrupted' ? 'Stopped' : 'The time limit came';
  const schedules = outcome.schedules.toLocaleString('en-US');
  const { simulation } = outcome;
  const odds =
    simulation === null
      ? ''
      : `, the odds are those of ${simulation.runs.toLocaleString('en-US')} runs`;
  return [
    '',
    `${why} after ${seconds.toFixed(1)} s: this is the best of ${schedules} ${outcome.schedules === 1 ? 'schedule' : 'schedules'}${odds}.`,
  ];
}
