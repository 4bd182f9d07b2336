// Phases, the schedule and costs as Markdown.
import type { Plan, PlanPhase, PlanTask } from '../../../contract/plan.ts';
import { effortText, waitText } from '../reading/durations.ts';
import { moneyOf } from '../reading/money.ts';
import { amount, english, figure, oddsOf } from '../reading/words.ts';
import { bullets, listed, safe, section, table, together, under } from './pieces.ts';

type Lags = ReadonlyMap<string, string>;

export function phaseSections(plan: Plan): string[] {
  const lags = new Map(
    plan.dependencies.map((link) => [`${link.from} ${link.to}`, waitText(link)] as const),
  );
  const critical = new Set(plan.schedule.critical_path);
  return plan.phases.map((phase, index) => phaseSection(phase, index + 1, lags, critical));
}

/** An answer or a delivery takes its time: the wait is said, so that the gap in the dates is clear. */
function afterText(from: string, to: string, lags: Lags): string {
  const lag = lags.get(`${from} ${to}`) ?? '';
  return lag === '' ? from : `waits ${lag} after ${from}`;
}

const head = [
  ...['Id', 'Task', 'Who', 'Start', 'Finish'],
  ...['Effort (low, likely, high)', 'Cost', 'Effects', 'After'],
];

/** What it does to others; what only reads and writes needs no word. */
const effects = {
  T1: '',
  T2: 'meets outsiders or spends',
  T3: 'binds by contract or law',
} as const;

/** What was reckoned of it, or what it says itself. */
function costText({ total_cost, cost }: PlanTask): string {
  const own = total_cost ?? cost;
  return own && own.high > 0 ? amount(own.base, own.currency) : '';
}

function phaseSection(
  phase: PlanPhase,
  number: number,
  lags: Lags,
  critical: ReadonlySet<string>,
): string {
  const rows = phase.tasks.map((task) => [
    `${task.task_id}${critical.has(task.task_id) ? ' (critical)' : ''}`,
    task.title,
    `${task.assignee_role}${task.performer === 'human' ? ' (person)' : ''}`,
    task.start_date,
    task.finish_date,
    effort(task),
    costText(task),
    effects[task.risk_tier],
    task.prerequisites.map((from) => afterText(from, task.task_id, lags)).join(', '),
  ]);
  return section(
    `Phase ${number}: ${safe(phase.name)}`,
    `${phase.start_date} to ${phase.finish_date}, ${phase.duration_weeks} weeks.`,
    table(head, rows),
    phase.tasks.map(taskDetails).join('\n'),
  );
}

function effort({ estimate, estimated_hours }: PlanTask): string {
  const { low, likely, high } = estimate;
  if (high === 0) return '';
  const [mean, ...points] = [estimated_hours, low, likely, high].map((hours) =>
    effortText(hours, english),
  );
  return `${mean} (${points.join(', ')})`;
}

function taskDetails(task: PlanTask): string {
  const steps = task.subtasks
    .map(({ action, description }) =>
      together([task.performer === 'agent' && `\`${action}\``, listed([description])]),
    )
    .join('; ');
  const refs = [...(task.risk_ids ?? []), ...(task.assumption_ids ?? []), ...(task.delivers ?? [])];
  return `- ${together([
    `**${safe(task.title)}.** ${safe(task.description)}`,
    task.result_date !== undefined && `Its result is there by ${task.result_date}.`,
    steps === '' ? '' : `Steps: ${steps}.`,
    `Done when: ${listed(task.acceptance_criteria)}.`,
    refs.length > 0 && `See ${refs.map(safe).join(', ')}.`,
  ])}`;
}

export function scheduleSection(plan: Plan): string {
  const titles = new Map(
    plan.phases.flatMap((phase) => phase.tasks.map((task) => [task.task_id, task.title] as const)),
  );
  const path = plan.schedule.critical_path.map((id) => safe(`${id}: ${titles.get(id) ?? ''}`));
  const calendar = `Calendar: ${safe(plan.schedule.calendar)}.`;
  return section(
    'Schedule',
    `${calendar}${oddsText(plan)} These tasks decide the end:`,
    bullets(path),
    under('What moves the end most', drivers(plan)),
    under('Money by month', cashTable(plan)),
  );
}

/** What the spread of the estimates makes of the one date. */
function oddsText({ schedule }: Plan): string {
  const { simulation } = schedule;
  if (simulation === undefined) return '';
  const { finish, odds, milestones, runs } = simulation;
  const due = odds.deadline ?? milestones.find((one) => one.odds !== null)?.odds ?? null;
  const deadline = due === null ? '' : ` The deadline holds in ${oddsOf(due)}.`;
  return ` Of ${runs} simulated runs half end by ${finish.p50.slice(0, 10)}, four of five by ${finish.p80.slice(0, 10)}.${deadline}`;
}

function drivers({ schedule, risks, phases, costs }: Plan): string {
  const all = (schedule.simulation?.drivers ?? [])
    .filter((one) => Math.round(one.swing_hours / 24) !== 0)
    .slice(0, 8);
  if (all.length === 0) return '';
  const titles = new Map([
    ...phases.flatMap((phase) => phase.tasks.map((task) => [task.task_id, task.title] as const)),
    ...risks.map((risk) => [risk.risk_id, risk.title ?? risk.description] as const),
  ]);
  const rows = all.map((one) => [
    one.id,
    titles.get(one.id) ?? '',
    one.kind,
    `${Math.round(one.swing_hours / 24)} days`,
    amount(one.cost_swing, costs.currency),
  ]);
  return table(['Id', 'What', 'Kind', 'Swing of the end', 'Of the cost'], rows);
}

function cashTable({ schedule, costs }: Plan): string {
  const flow = schedule.cash_flow ?? [];
  if (flow.length < 2) return '';
  const currency = schedule.cost?.currency ?? costs.currency;
  return table(
    ['Month', 'Amount'],
    flow.map((one) => [one.period, amount(one.amount, currency)]),
  );
}

export function costsSection(plan: Plan): string {
  const { costs } = plan;
  const { lines, work, risks, phases } = moneyOf(plan);
  if (lines.length + work.length === 0) return '';
  const said = (value: number): string => amount(value, costs.currency);
  const rows = [
    ...lines.map((line) => [
      ...[line.id ?? '', line.name, line.task ?? '', ...[line.low, line.base, line.high].map(said)],
      ...[line.status ?? '', line.source],
    ]),
    ...work.map(({ role, hours, rate, amount: paid }) => [
      ...['', `Work of ${role}`, '', '', said(paid), '', 'derived'],
      `${figure(Math.round(hours))} h at ${said(rate)}`,
    ]),
    ...(risks === 0
      ? []
      : [['', 'Expected cost of risks', '', '', said(risks), '', 'derived', 'by their odds']]),
    ['', 'Total', '', '', said(costs.base), '', 'derived', ''],
  ];
  const byPhase = phases.map(({ name, base }, index) => [`${index + 1}. ${name}`, said(base)]);
  return section(
    'Costs',
    table(['Id', 'What', 'Task', 'Low', 'Base', 'High', 'Status', 'Source'], rows),
    under('By phase, without risks', table(['Phase', 'Base'], byPhase)),
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
