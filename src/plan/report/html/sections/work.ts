// Phases, tasks and steps: what is done, by whom, and when it counts as done.
import type { Plan, PlanPhase, PlanTask } from '../../../../contract/plan.ts';
import { effortText, waitText } from '../../reading/durations.ts';
import { shortName } from '../../reading/names.ts';
import { slackOf } from '../../reading/slack.ts';
import { counted, plain, type Words } from '../../reading/words.ts';
import { html, joined, type Markup } from '../markup.ts';
import {
  badge,
  type Context,
  facts,
  linked,
  linksTo,
  linkTo,
  list,
  type Section,
} from '../parts.ts';

export function workSection(context: Context): Section {
  const { phases } = context.plan;
  const tasks = phases.reduce((count, phase) => count + phase.tasks.length, 0);
  return {
    id: 'work',
    title: 'Phases and tasks',
    digest: `${counted(phases.length, 'phase')}, ${counted(tasks, 'task')}`,
    body: html`${phases.map((phase, index) => phaseMarkup(context, phase, index + 1))}`,
    inside: phases.map(({ phase_id, name }, index) => ({
      id: phase_id,
      title: `${index + 1}. ${name}`,
    })),
  };
}

const phaseMarkup = (context: Context, phase: PlanPhase, number: number): Markup =>
  html`<h3 id="${phase.phase_id}">${number}. ${phase.name} <span class="muted">${context.words.span(phase.start_date, phase.finish_date)}</span></h3>
${phase.tasks.map((task) => taskMarkup(context, task))}`;

function taskMarkup(context: Context, task: PlanTask): Markup {
  const isCritical = context.plan.schedule.critical_path.includes(task.task_id);
  return html`<details class="task">
<summary><span class="number">${shortName(task.task_id)}</span><span class="task-title">${task.title}${task.milestone && html` ${badge('open', 'milestone')}`}${isCritical && html` ${badge('critical', 'critical')}`}</span><span class="muted">${task.milestone !== true && `${task.assignee_role}, `}${when(task, context.words)}</span></summary>
<div id="${task.task_id}">
<p>${linked(context, task.description)}</p>
<div class="pair">${task.subtasks.length > 0 && steps(task)}<div><h4>Done when</h4>
${list(task.acceptance_criteria.map((one) => linked(context, one)))}</div></div>
${taskFacts(context, task)}
</div>
</details>
`;
}

const when = ({ start_date: start, finish_date: finish }: PlanTask, words: Words): string =>
  start === finish
    ? words.shortDay(start)
    : `${words.shortDay(start)} ${words.labels.to} ${words.shortDay(finish)}`;

/** The name of an action is for agents; people read the words. */
const steps = ({ subtasks, performer }: PlanTask): Markup =>
  html`<div><h4>Steps</h4>
<ol class="steps">${subtasks.map(({ subtask_id, action, description }) => html`<li id="${subtask_id}">${description}${performer === 'agent' && html` <code>${action}</code>`}</li>`)}</ol></div>`;

/** What it does to others; what only reads and writes needs no word. */
const effects = {
  T1: '',
  T2: 'meets outsiders or spends',
  T3: 'binds by contract or law',
} as const satisfies Record<PlanTask['risk_tier'], string>;

function taskFacts(context: Context, task: PlanTask): Markup {
  const { estimate } = task;
  const { plan, words } = context;
  const effort = (hours: number): string => effortText(hours, words);
  return facts([
    [
      'Who',
      html`${linkTo(context, task.assignee_role)} (${task.performer === 'human' ? 'a person' : 'an agent'})`,
    ],
    [
      together(task) > 1 ? `Effort of each of ${together(task)}` : 'Effort (low, likely, high)',
      estimate.high > 0 &&
        html`${effort(task.estimated_hours)} <span class="muted">(${[estimate.low, estimate.likely, estimate.high].map(effort).join(', ')})</span>`,
    ],
    ['Cost', costs(context, task)],
    ['After', after(context, task)],
    ['Result by', task.result_date && words.day(task.result_date)],
    ['Slack', slackOf(plan, task)?.text],
    ['Risks', linksTo(context, risksOf(plan, task))],
    ['Rests on', linksTo(context, task.assumption_ids ?? [])],
    ['Delivers', linksTo(context, task.delivers ?? [])],
    ['Needs', joined(task.inputs ?? [], ', ')],
    ['Yields', joined(task.outputs ?? [], ', ')],
    ['Due', task.deadline && words.day(task.deadline)],
    ['Effects', [effects[task.risk_tier], undone(task)].filter(Boolean).join(', ')],
    ['Can be left out', task.optional && 'yes'],
  ]);
}

/** How many of its role work on it at once. */
const together = ({ uses = [], assignee_role }: PlanTask): number =>
  uses.find(({ role }) => role === assignee_role)?.units ?? 1;

/** Only said where it matters: what can be undone needs no word. */
const undone = ({ reversibility }: PlanTask): string =>
  reversibility === undefined || reversibility === 'reversible' ? '' : plain(reversibility);

function costs(context: Context, task: PlanTask): Markup {
  const { cost_lines: lines = [], costs: totals } = context.plan;
  const own = lines
    .filter((line) => line.task === task.task_id && line.high > 0)
    .map(
      (line) =>
        html`${linkTo(context, line.cost_id, context.words.amount(line.base, line.currency ?? totals.currency))} ${line.name}`,
    );
  const stated =
    task.cost === null || task.cost.high === 0
      ? []
      : [html`<a href="#costs">${context.words.amount(task.cost.base, task.cost.currency)}</a>`];
  return joined([...stated, ...own], ', ');
}

/** With the wait between the two, so that a gap in the dates is clear. */
function after(context: Context, task: PlanTask): Markup {
  const links = new Map(
    context.plan.dependencies
      .filter(({ to }) => to === task.task_id)
      .map((link) => [link.from, link]),
  );
  return joined(
    task.prerequisites.map((from) => {
      const link = links.get(from);
      return html`${linkTo(context, from)}${link && link.lag > 0 && html` <span class="muted">(waits ${waitText(link)})</span>`}`;
    }),
    ', ',
  );
}

const risksOf = ({ risks }: Plan, { task_id, risk_ids = [] }: PlanTask): string[] => [
  ...new Set([
    ...risk_ids,
    ...risks.filter(({ tasks = [] }) => tasks.includes(task_id)).map(({ risk_id }) => risk_id),
  ]),
];
