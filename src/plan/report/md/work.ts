// Phases, the schedule and costs as Markdown.
import type { Plan, PlanTask } from '../../../contract/plan.ts';
import { beforesOf } from '../reading/after.ts';
import { calendarText } from '../reading/calendar.ts';
import { moneyOf } from '../reading/money.ts';
import type { Once } from '../reading/once.ts';
import { ended } from '../reading/sentences.ts';
import { amount, english, figure, oddsOf } from '../reading/words.ts';
import { effectsOf, effortOf, risksOf, taskTexts } from '../reading/work-text.ts';
import { bullets, labeled, listed, safe, section, table, together, under } from './pieces.ts';

type Texts = ReturnType<typeof taskTexts>;

export function phaseSections(plan: Plan): string[] {
  const texts = taskTexts(plan);
  return plan.phases.map((phase, index) =>
    section(
      `Phase ${index + 1}: ${safe(phase.name)}`,
      `${phase.start_date} to ${phase.finish_date}.`,
      table(
        head,
        phase.tasks.map((task) => taskCells(plan, task)),
      ),
      bullets(
        phase.tasks.map((task) => taskDetails(plan, task, texts)).filter((text) => text !== ''),
      ),
    ),
  );
}

const head = ['Id', 'Task', 'Who', 'Start', 'Finish', 'Effort', 'Cost', 'Starts after'];

/** What was reckoned of it, or what it says itself. */
function costText({ total_cost, cost }: PlanTask): string {
  const own = total_cost ?? cost;
  return own && own.high > 0 ? amount(own.base, own.currency) : '';
}

const taskCells = (plan: Plan, task: PlanTask): string[] => [
  `${task.task_id}${plan.schedule.critical_path.includes(task.task_id) ? ' (critical)' : ''}`,
  task.title,
  task.assignee_role,
  task.start_date,
  task.finish_date,
  effortOf(task, english),
  costText(task),
  beforesOf(plan, task)
    .map(({ from, words }) => `${words}${from}`)
    .join(', '),
];

/** Title and dates stand in the table. The name of an action is for agents. */
function taskDetails(plan: Plan, task: PlanTask, texts: Texts): string {
  const { description, steps, done } = texts(task);
  const refs = [...risksOf(plan, task), ...(task.assumption_ids ?? []), ...(task.delivers ?? [])];
  const said = [
    safe(description),
    task.result_date !== undefined && `Result by ${task.result_date}.`,
    onceText('Steps', steps, task.performer === 'agent' ? actionsOf(task) : undefined),
    onceText('Done when', done),
  ];
  const more = together([effectsOf(task), refs.map(safe).join(', ')], '; ');
  const text = together([...said, more !== '' && `(${more})`]);
  return text === '' ? '' : `**${safe(task.task_id)}** ${text}`;
}

const actionsOf = ({ subtasks }: PlanTask): ReadonlyMap<string, string> =>
  new Map(subtasks.map(({ description, action }) => [description, action]));

function onceText(
  label: string,
  { own, asIn }: Once,
  actions: ReadonlyMap<string, string> = new Map(),
): string {
  const said = own.map((text) =>
    together([actions.has(text) && `\`${actions.get(text)}\``, listed([text])]),
  );
  const rest = said.length === 0 ? 'as in' : 'the rest as in';
  const all = [...said, ...(asIn.length === 0 ? [] : [`${rest} ${asIn.join(', ')}`])];
  return all.length === 0 ? '' : `${label}: ${all.join('; ')}.`;
}

export function scheduleSection(plan: Plan): string {
  const path = plan.schedule.critical_path.map(safe).join(' → ');
  return section(
    'Schedule',
    together([
      `Working time: ${safe(ended(calendarText(plan)))}`,
      oddsText(plan),
      path !== '' && `The critical path, on which a delay of a task delays the end: ${path}.`,
    ]),
    under('What moves the end most', drivers(plan)),
    under('Money by month', cashText(plan)),
  );
}

/** What the spread of the estimates makes of the one date. */
function oddsText({ schedule }: Plan): string {
  const { simulation } = schedule;
  if (simulation === undefined) return '';
  const { finish, odds, milestones, runs } = simulation;
  const due = odds.deadline ?? milestones.find((one) => one.odds !== null)?.odds ?? null;
  const deadline = due === null ? '' : ` The deadline holds in ${oddsOf(due)}.`;
  return `Of ${runs} simulated runs half end by ${finish.p50.slice(0, 10)}, four of five by ${finish.p80.slice(0, 10)}.${deadline}`;
}

function drivers({ schedule, risks, phases, costs }: Plan): string {
  const all = (schedule.simulation?.drivers ?? [])
    .filter((one) => Math.round(one.swing_hours / 24) > 0)
    .slice(0, 8);
  if (all.length === 0) return '';
  const titles = new Map([
    ...phases.flatMap((phase) => phase.tasks.map((task) => [task.task_id, task.title] as const)),
    ...risks.map((risk) => [risk.risk_id, risk.title ?? risk.description] as const),
  ]);
  const rows = all.map((one) => [
    together([one.id, titles.get(one.id)]),
    `${Math.round(one.swing_hours / 24)} days`,
    one.cost_swing <= 0 ? '' : amount(one.cost_swing, costs.currency),
  ]);
  return table(['Risk or task', 'Swing of the end', 'Of the cost'], rows);
}

function cashText({ schedule, costs }: Plan): string {
  const flow = schedule.cash_flow ?? [];
  if (flow.length < 2) return '';
  const currency = schedule.cost?.currency ?? costs.currency;
  return `${flow.map((one) => `${safe(one.period)}: ${amount(one.amount, currency)}`).join('; ')}.`;
}

export function costsSection(plan: Plan): string {
  const { costs } = plan;
  const { lines, work, risks, phases } = moneyOf(plan);
  if (lines.length + work.length === 0) return '';
  const said = (value: number): string => amount(value, costs.currency);
  const range = (low: number, high: number): string =>
    low === high ? '' : `${figure(Math.round(low))} to ${figure(Math.round(high))}`;
  const rows = [
    ...lines.map((line) => [
      ...[line.id ?? '', line.name, line.task ?? '', said(line.base), range(line.low, line.high)],
      together([line.status, line.source], ': '),
    ]),
    ...work.map(({ role, hours, rate, amount: paid }) => [
      ...['', `Work of ${role}`, '', said(paid), ''],
      `derived: ${figure(hours)} h at ${said(rate)}`,
    ]),
    ...(risks === 0
      ? []
      : [['', 'Expected cost of risks', '', said(risks), '', 'derived: by their odds']]),
    ['', 'Total', '', said(costs.base), '', 'derived'],
  ];
  const byPhase = phases.map(({ base }, index) => `phase ${index + 1} ${said(base)}`);
  return section(
    'Costs',
    table(['Id', 'What', 'Task', 'Base', 'Low to high', 'Status and source'], rows),
    labeled('By phase, without risks', `${byPhase.join('; ')}.`),
    spreadText(plan),
  );
}

/** What the runs came to; the total itself stands on top. */
function spreadText({ schedule, costs }: Plan): string {
  const { simulation } = schedule;
  if (!simulation?.cost) return '';
  const { cost, contingency } = simulation;
  const reserve =
    contingency !== null && contingency > 0
      ? ` Hold ${amount(contingency, costs.currency)} in reserve; the base already contains the expected cost of risks.`
      : '';
  return `Of the simulated runs half cost at most ${amount(cost.p50, costs.currency)}, four of five ${amount(cost.p80, costs.currency)}.${reserve}`;
}
