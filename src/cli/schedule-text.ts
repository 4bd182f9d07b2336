// A schedule for people: when it ends, what decides that, the tasks, and a small chart where the
// terminal has room for one.

import type { Minute } from '../schedule/project.ts';
import type {
  OutcomeTask,
  ProposalOutcome,
  ScheduleOutcome,
  SimulationOutcome,
} from '../schedule/run/outcome.ts';
import { safeText } from './safe-text.ts';
import type { AnswerInput } from './schedule-answer.ts';
import { daysOf, daysText, moneyText, progressLines, timeText } from './schedule-progress.ts';

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
  const shown = path.length > 30 ? [...path.slice(0, 29), '…', path.at(-1)] : path;
  return [
    `${end}${outcome.optimal ? '; nothing shorter exists' : ''}`,
    ...deadlineLines(input),
    ...costLines(input),
    ...(outcome.simulation === null ? [] : simulationLines(outcome.simulation, input)),
    `  critical path: ${shown.join(' → ')}`,
  ];
}

/** Where the plan keeps it, but not often enough. */
function doubt({ verdict }: ScheduleOutcome, isKept: boolean | null | undefined): string {
  if (isKept !== false || !verdict || verdict.confidence === null) return '';
  return ` as planned, but not at the asked odds of ${Math.round(verdict.confidence * 100)} %`;
}

function deadlineLines({ outcome, file }: AnswerInput): string[] {
  const { deadline, zone } = file.project;
  if (deadline === undefined) return [];
  const date = timeText(zone, deadline - 1).slice(0, 10);
  if (outcome.finish <= deadline) {
    return [`  deadline ${date}: kept${doubt(outcome, outcome.verdict?.deadline)}`];
  }
  const late = Math.ceil(daysOf(outcome.finish - deadline));
  return [`  DEADLINE MISSED: ${date} was asked for, the work ends ${daysText(late)} later`];
}

function costLines({ outcome, file }: AnswerInput): string[] {
  const { total, spent, verdict, note } = outcome.cost;
  const { currency, budget } = file;
  if (total === 0) return [];
  const unit = currency === null ? '' : ` ${currency}`;
  const paid = spent === 0 ? '' : `, of which ${moneyText(spent)} is spent`;
  const cost = `cost ${moneyText(total)}${unit}${paid}`;
  if (budget === null) return [`  ${cost}`];
  const tight = verdict === 'tight' ? `. ${note}` : '';
  if (total <= budget)
    return [
      `  ${cost}; budget ${moneyText(budget)}: kept${tight}${doubt(outcome, outcome.verdict?.budget)}`,
    ];
  return [`  BUDGET MISSED: ${moneyText(budget)}${unit} was given; ${cost}`];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function simulationLines(simulation: SimulationOutcome, { file }: AnswerInput): string[] {
  const { finish, cost, deadlineOdds, budgetOdds, runs } = simulation;
  const { zone } = file.project;
  const ends =
    file.kind === 'psplib'
      ? `P50 ${daysOf(finish.p50 - file.project.start)}, P80 ${daysOf(finish.p80 - file.project.start)}`
      : `P50 ${timeText(zone, finish.p50)}, P80 ${timeText(zone, finish.p80)}`;
  return [
    `  finish ${ends} (${runs.toLocaleString('en-US')} runs)`,
    ...(file.currency === null || cost.p95 === 0
      ? []
      : [`  cost P50 ${moneyText(cost.p50)}, P80 ${moneyText(cost.p80)} ${file.currency}`]),
    ...(deadlineOdds === null ? [] : [`  odds of the deadline ${percent(deadlineOdds)}`]),
    ...(budgetOdds === null ? [] : [`  odds of the budget ${percent(budgetOdds)}`]),
  ];
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

/** What to do when the deadline or the budget is missed. */
function proposalLines({ outcome, file }: AnswerInput): string[] {
  if (outcome.proposals.length === 0) return [];
  const lines = outcome.proposals.map((proposal) => proposalText(proposal, file.currency));
  const hint = outcome.closed === null ? ' (--close-gap takes them)' : '';
  return ['', `What would help${hint}:`, ...lines];
}

function proposalText(proposal: ProposalOutcome, currency: string | null): string {
  const { text, gainMinutes, price, meetsDeadline, meetsBudget, late } = proposal;
  const days = Math.round(daysOf(Math.abs(gainMinutes)) * 10) / 10;
  const of = late === null ? '' : `“${safeText(late, 60)}” `;
  const gain = `${of}${daysText(days)} ${gainMinutes < 0 ? 'later' : 'earlier'}`;
  const unit = currency === null ? '' : ` ${currency}`;
  const money = `${price < 0 ? 'saves' : 'costs'} ${moneyText(Math.abs(price))}${unit}`;
  const parts = [
    ...(gainMinutes === 0 ? [] : [gain]),
    ...(price === 0 ? [] : [money]),
    ...(meetsDeadline === true ? ['keeps the deadline'] : []),
    ...(meetsBudget === true ? ['keeps the budget'] : []),
  ];
  return `  ${safeText(text, 200).replace(/\.$/, '')}: ${parts.join(', ')}`;
}

function closedLines({ outcome, file }: AnswerInput): string[] {
  const { closed } = outcome;
  if (closed === null) return [];
  if (closed.taken.length === 0) {
    return ['', closed.met ? 'There was no gap to close.' : 'Nothing helps to close the gap.'];
  }
  const end = closed.met ? 'deadline and budget are met' : 'it is not enough';
  const lines = closed.taken.map((proposal) => proposalText(proposal, file.currency));
  return ['', `Changed to close the gap; ${end}:`, ...lines];
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
  return [
    '',
    `${why} after ${seconds.toFixed(1)} s: this is the best of ${schedules} ${outcome.schedules === 1 ? 'schedule' : 'schedules'}.`,
  ];
}
