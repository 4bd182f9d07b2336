// The work on a line of days: one row a task, with its slack, the critical path, milestones and the
// deadline. Every row is a small picture beside its title, so nothing is cut on a narrow screen.
import type { Plan, PlanPhase, PlanTask } from '../../../contract/plan.ts';
import { anchorOf, shortName } from '../reading/names.ts';
import { slackOf } from '../reading/slack.ts';
import type { Words } from '../reading/words.ts';
import { type Axis, axisOf } from './axis.ts';
import { html, type Markup } from './markup.ts';

const ROW_PX = 26;

interface Chart {
  readonly plan: Plan;
  readonly words: Words;
  readonly axis: Axis;
  readonly grid: Markup;
  readonly critical: ReadonlySet<string>;
}

export function gantt(plan: Plan, words: Words): Markup {
  const { deadline, critical_path, tasks = [] } = plan.schedule;
  const days = [plan.start_date, plan.finish_date, deadline ?? plan.finish_date];
  const ofPhases = plan.phases.flatMap((phase) => [phase.start_date, phase.finish_date]);
  const axis = axisOf([...days, ...ofPhases], words);
  const late = tasks.filter((task) => task.critical).map(({ id }) => id);
  const chart = {
    plan,
    words,
    axis,
    grid: grid(axis, deadline),
    critical: new Set([...critical_path, ...late]),
  };
  return html`<div class="gantt" role="group" aria-label="Gantt chart">
<div class="gantt-row axis" aria-hidden="true"><span></span><svg class="track" height="20">${axis.marks.map(
    ({ x, label }) =>
      html`<text x="${x}%" y="13" dx="4"${x > 92 && html` text-anchor="end"`}>${label}</text>`,
  )}</svg></div>
<ol>${plan.phases.map((phase, index) => phaseRows(chart, phase, index + 1))}</ol>
</div>
<p class="legend">${key('bar', 'Task')}${key('bar critical', 'Critical path')}${tasksOf(plan).some(isWaiting) && waitKey}${key('slack', 'Slack')}${key('phase', 'Phase')}${deadline !== null && key('due', `Deadline ${words.day(deadline)}`)}</p>`;
}

const tasksOf = ({ phases }: Plan): PlanTask[] => phases.flatMap((phase) => phase.tasks);

/** Somebody waits for its result after the work. */
const isWaiting = ({ result_date: result, finish_date }: PlanTask): boolean =>
  result !== undefined && result > finish_date;

const waitKey = html`<span class="key"><svg width="22" height="12" aria-hidden="true"><line class="wait" x1="1" x2="21" y1="6" y2="6"/></svg> Waiting for the result</span>`;

const key = (kind: string, label: string): Markup =>
  html`<span class="key"><svg width="22" height="12" aria-hidden="true"><rect class="${kind}" x="${kind === 'due' ? 10 : 1}" y="${kind === 'slack' || kind === 'phase' ? 4 : 1}" width="${kind === 'due' ? 2 : 20}" height="${kind === 'slack' || kind === 'phase' ? 4 : 10}" rx="2"/></svg> ${label}</span>`;

function grid({ marks, at }: Axis, deadline: string | null): Markup {
  const lines = marks.map(
    ({ x }) => html`<line class="grid" x1="${x}%" x2="${x}%" y1="0" y2="100%"/>`,
  );
  if (deadline === null) return html`${lines}`;
  // The end of its day: nothing that ends on it is late.
  const next = new Date(Date.parse(deadline) + 86_400_000).toISOString();
  const x = at(next);
  return html`${lines}<line class="due" x1="${x}%" x2="${x}%" y1="0" y2="100%"/>`;
}

function phaseRows(chart: Chart, phase: PlanPhase, number: number): Markup {
  const { x, width } = chart.axis.span(phase.start_date, phase.finish_date);
  return html`<li><div class="gantt-row is-phase"><a href="#${phase.phase_id}">${number}. ${phase.name}</a><svg class="track" height="${ROW_PX}" aria-hidden="true">${chart.grid}<rect class="phase" x="${x}%" width="${width}%" y="10" height="6" rx="2"/></svg></div>
<ol>${phase.tasks.map((task) => taskRow(chart, task))}</ol></li>`;
}

function taskRow(chart: Chart, task: PlanTask): Markup {
  const isCritical = chart.critical.has(task.task_id);
  const anchor = anchorOf(task.task_id);
  const span = chart.words.span(task.start_date, task.finish_date);
  const dates = isWaiting(task)
    ? `${span}, result by ${chart.words.day(task.result_date ?? '')}`
    : span;
  const words = `${task.title}: ${dates}${isCritical ? ', critical' : ''}`;
  return html`<li class="gantt-row" title="${words}"><a href="#${anchor}" aria-label="${shortName(task.task_id)} ${words}"><span class="number">${shortName(task.task_id)}</span> ${task.title}</a><svg class="track" height="${ROW_PX}" aria-hidden="true">${chart.grid}<a href="#${anchor}" tabindex="-1">${shape(chart, task, isCritical)}</a></svg></li>
`;
}

function shape(chart: Chart, task: PlanTask, isCritical: boolean): Markup {
  const { x, width } = chart.axis.span(task.start_date, task.finish_date);
  const kind = isCritical ? 'bar critical' : 'bar';
  if (task.milestone === true) {
    const end = Math.round((x + width) * 100) / 100;
    return html`<svg x="${end}%" y="13" overflow="visible"><path class="${kind}" d="M0-7 7 0 0 7-7 0z"/></svg>`;
  }
  const done = chart.axis.span(task.start_date, task.result_date ?? task.finish_date);
  const wait =
    isWaiting(task) &&
    html`<line class="wait" x1="${rounded(x + width)}%" x2="${rounded(done.x + done.width)}%" y1="13" y2="13"/>`;
  return html`${slackBar(chart, task, done.x + done.width)}${wait}<rect class="${kind}" x="${x}%" width="${width}%" y="6" height="14" rx="3"/>`;
}

const rounded = (share: number): number => Math.round(share * 100) / 100;

function slackBar({ plan, axis }: Chart, task: PlanTask, from: number): Markup {
  const days = slackOf(plan, task)?.calendarDays ?? 0;
  if (days < 1) return html``;
  const done = task.result_date ?? task.finish_date;
  const end = new Date(Date.parse(done) + (days + 1) * 86_400_000).toISOString();
  const width = Math.round(Math.min(100 - from, axis.at(end) - from) * 100) / 100;
  if (width <= 0) return html``;
  return html`<rect class="slack" x="${Math.round(from * 100) / 100}%" width="${width}%" y="11" height="4"/>`;
}
