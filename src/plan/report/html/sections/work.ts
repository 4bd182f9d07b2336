// Phases, tasks and steps: what is done, by whom, and when it counts as done.
import type { PlanPhase, PlanTask } from '../../../../contract/plan.ts';
import { beforesOf } from '../../reading/after.ts';
import { shortName } from '../../reading/names.ts';
import type { Once } from '../../reading/once.ts';
import { slackOf } from '../../reading/slack.ts';
import { counted, type Words } from '../../reading/words.ts';
import { effectsOf, effortOf, risksOf, taskTexts } from '../../reading/work-text.ts';
import { html, isEmpty, joined, type Markup, nothing, type Part } from '../markup.ts';
import { badge, type Context, linked, linksTo, linkTo, type Section } from '../parts.ts';

/** What each task says that no earlier one has said. */
type Working = Context & { readonly texts: ReturnType<typeof taskTexts> };

export function workSection(context: Context): Section {
  const { phases } = context.plan;
  const texts = taskTexts(context.plan);
  const tasks = phases.reduce((count, phase) => count + phase.tasks.length, 0);
  return {
    id: 'work',
    title: 'Phases and tasks',
    digest: `${counted(phases.length, 'phase')}, ${counted(tasks, 'task')}`,
    body: html`${phases.map((phase, index) => phaseMarkup({ ...context, texts }, phase, index + 1))}`,
    inside: phases.map(({ phase_id, name }, index) => ({
      id: phase_id,
      title: `${index + 1}. ${name}`,
    })),
  };
}

const phaseMarkup = (context: Working, phase: PlanPhase, number: number): Markup =>
  html`<h3 id="${phase.phase_id}">${number}. ${phase.name} <span class="muted">${context.words.span(phase.start_date, phase.finish_date)}</span></h3>
${phase.tasks.map((task) => taskMarkup(context, task))}`;

function taskMarkup(context: Working, task: PlanTask): Markup {
  const isCritical = context.plan.schedule.critical_path.includes(task.task_id);
  const { description, steps, done } = context.texts(task);
  return html`<details class="task">
<summary><span class="number">${shortName(task.task_id)}</span><span class="task-title">${task.title}${task.milestone && html` ${badge('open', 'milestone')}`}${isCritical && html` ${badge('critical', 'critical')}`}</span><span class="muted">${task.milestone !== true && `${task.assignee_role}, `}${when(task, context.words)}</span></summary>
<div id="${task.task_id}">
${description !== '' && html`<p>${linked(context, description)}</p>`}
<div class="pair">${stepsMarkup(context, task, steps)}${doneMarkup(context, done)}</div>
${taskLine(context, task)}
</div>
</details>
`;
}

const when = ({ start_date: start, finish_date: finish }: PlanTask, words: Words): string =>
  start === finish
    ? words.shortDay(start)
    : `${words.shortDay(start)} ${words.labels.to} ${words.shortDay(finish)}`;

const asIn = (context: Context, { own, asIn: numbers }: Once): Markup =>
  numbers.length === 0
    ? nothing
    : html`<li>${own.length > 0 && 'the rest '}as in ${linksTo(context, numbers)}</li>`;

/** The name of an action is for agents; people read the words. */
function stepsMarkup(context: Context, { subtasks, performer }: PlanTask, said: Once): Markup {
  const own = subtasks.filter(({ description }) => said.own.includes(description));
  if (own.length + said.asIn.length === 0) return nothing;
  return html`<div><h4>Steps</h4>
<ol class="steps">${own.map(({ subtask_id, action, description }) => html`<li id="${subtask_id}">${description}${performer === 'agent' && html` <code>${action}</code>`}</li>`)}${asIn(context, said)}</ol></div>`;
}

const doneMarkup = (context: Context, said: Once): Markup =>
  said.own.length + said.asIn.length === 0
    ? nothing
    : html`<div><h4>Done when</h4>
<ul>${said.own.map((one) => html`<li>${linked(context, one)}</li>`)}${asIn(context, said)}</ul></div>`;

/** One line of what is short: numbers and links, each with its word only where it needs one. */
function taskLine(context: Context, task: PlanTask): Markup {
  const { plan, words } = context;
  const effort = effortOf(task, words);
  const slack = slackOf(plan, task);
  const about: readonly (readonly [string, Part])[] = [
    ['', effort],
    ['', costs(context, task)],
    ['starts after', after(context, task)],
    ['result by', task.result_date && words.day(task.result_date)],
    ['slack', slack !== null && slack.calendarDays > 0 && slack.text],
    ['', named(context, [...risksOf(plan, task), ...(task.assumption_ids ?? [])])],
    ['delivers', named(context, task.delivers ?? [])],
    ['due', task.deadline && words.day(task.deadline)],
    ['', effectsOf(task)],
    ['', task.optional && 'can be left out'],
  ];
  const said = about
    .filter(([, part]) => !isEmpty(html`${part}`))
    .map(
      ([label, part]) =>
        html`<span>${label !== '' && html`<span class="muted">${label}</span> `}${part}</span>`,
    );
  return said.length === 0 ? nothing : html`<p class="line">${said}</p>`;
}

/** Their letters tell what they are. */
const named = (context: Context, ids: readonly string[]): Markup =>
  joined(
    ids.map((id) => linkTo(context, id)),
    ' ',
  );

function costs(context: Context, task: PlanTask): Markup {
  const { cost_lines: lines = [], costs: totals } = context.plan;
  const own = lines
    .filter((line) => line.task === task.task_id && line.high > 0)
    .map((line) =>
      linkTo(
        context,
        line.cost_id,
        context.words.amount(line.base, line.currency ?? totals.currency),
      ),
    );
  const stated =
    task.cost === null || task.cost.high === 0
      ? []
      : [html`<a href="#costs">${context.words.amount(task.cost.base, task.cost.currency)}</a>`];
  return joined([...stated, ...own], ', ');
}

/** With the wait between the two, so that a gap in the dates is clear. */
function after(context: Context, task: PlanTask): Markup {
  return joined(
    beforesOf(context.plan, task).map(({ from, words }) => html`${words}${linkTo(context, from)}`),
    ', ',
  );
}
