// The report a person reads first. Everything in it comes from the plan, so the two cannot differ.
import type { Plan, PlanPhase, PlanTask } from '../../contract/plan.ts';
import { whyNoDeadline } from '../deadline-words.ts';
import { addWorkingDays } from '../working-days.ts';
import { escapeMarkdown, table } from './markdown.ts';

export function renderReport(plan: Plan): string {
  const sections = [
    `# ${escapeMarkdown(plan.title)}`,
    `> **Note.** ${escapeMarkdown(plan.notice)}`,
    twoMinutes(plan),
    `## The goal\n\n${escapeMarkdown(plan.goal)}`,
    section('What was read from the goal', factsTable(plan)),
    `## How the plan was made\n\nPlaybook: ${escapeMarkdown(plan.playbook.name)} (fit: ${plan.playbook.fit}). ${escapeMarkdown(plan.playbook.why)}`,
    ...plan.phases.map((phase, index) => phaseSection(phase, index + 1, lagsOf(plan))),
    section('Schedule', scheduleText(plan)),
    section('Risks', risksTable(plan)),
    section('Assumptions', assumptionsTable(plan)),
    section(
      'Guesses to confirm',
      table(
        ['Guess', 'Used for', 'How to confirm'],
        plan.guesses.map((g) => [g.guess, g.used_for, g.how_to_confirm]),
      ),
    ),
    section('Open questions', bullets(plan.open_questions)),
    section(
      'What this draft does not cover',
      bullets([...plan.quality_summary.partial, ...plan.quality_summary.stubbed]),
    ),
  ];
  return `${sections.filter((part) => part.length > 0).join('\n\n')}\n`;
}

function section(title: string, body: string): string {
  return body.length === 0 ? '' : `## ${title}\n\n${body}`;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n');
}

function twoMinutes(plan: Plan): string {
  const { costs } = plan;
  const lines = [
    `- **Dates:** ${plan.start_date} to ${plan.finish_date} (${deadlineText(plan)})`,
    `- **Money:** ${amount(costs.base, costs.currency)} (${amount(costs.low, costs.currency)} to ${amount(costs.high, costs.currency)}). ${escapeMarkdown(costs.note)}`,
    '- **Biggest risks:**',
    ...plan.risks
      .slice(0, 3)
      .map((risk) => `  - ${escapeMarkdown(risk.description)}. ${escapeMarkdown(risk.mitigation)}`),
    '- **Next 24 hours:**',
    ...firstTasks(plan).map(
      (task) => `  - ${escapeMarkdown(task.title)} (${task.assignee_role})${firstStep(task)}`,
    ),
  ];
  return `## In two minutes\n\n${lines.join('\n')}`;
}

function deadlineText({ schedule, facts, start_date, finish_date }: Plan): string {
  const { deadline, meets_deadline } = schedule;
  if (deadline === null)
    return escapeMarkdown(whyNoDeadline(facts, start_date) || 'no deadline was given');
  if (!meets_deadline) return `deadline ${deadline}: **missed**`;
  const after = finish_date > deadline ? `; what follows it ends ${finish_date}` : '';
  return `deadline ${deadline}: kept${after}`;
}

function firstStep(task: PlanTask): string {
  const step = task.subtasks[0];
  return step ? `: begin with “${escapeMarkdown(step.description)}”` : '';
}

/** Tasks that begin on the first working day or the one after. */
function firstTasks(plan: Plan): PlanTask[] {
  const soon = addWorkingDays(plan.start_date, 1);
  return plan.phases
    .flatMap((phase) => phase.tasks)
    .filter((task) => task.start_date <= soon)
    .slice(0, 4);
}

function amount(value: number, currency: string): string {
  return `${currency} ${Math.round(value).toLocaleString('en-US')}`;
}

function factsTable(plan: Plan): string {
  const rows = plan.facts.map((fact) => [
    fact.kind,
    fact.text,
    String(fact.value),
    fact.unit ?? '',
  ]);
  return rows.length === 0
    ? 'No amount, date, place or number was found.'
    : table(['Kind', 'In the goal', 'Read as', 'Unit'], rows);
}

type Lags = ReadonlyMap<string, string>;

const lagsOf = (plan: Plan): Lags =>
  new Map(plan.dependencies.map((link) => [`${link.from} ${link.to}`, lagText(link)]));

function lagText({ lag, lag_in }: Plan['dependencies'][number]): string {
  if (lag <= 0) return '';
  return lag_in === 'elapsed' ? `${Math.round(lag / 2.4) / 10} days` : `${lag} h`;
}

/** An answer or a delivery takes its time: the wait is said, so that the gap in the dates is clear. */
function afterText(from: string, to: string, lags: Lags): string {
  const lag = lags.get(`${from} ${to}`) ?? '';
  return lag === '' ? from : `waits ${lag} after ${from}`;
}

function phaseSection(phase: PlanPhase, number: number, lags: Lags): string {
  const rows = phase.tasks.map((task) => [
    task.task_id,
    task.title,
    `${task.assignee_role}${task.performer === 'human' ? ' (person)' : ''}`,
    task.start_date,
    task.finish_date,
    String(task.estimated_hours),
    task.cost ? amount(task.cost.base, task.cost.currency) : '',
    task.risk_tier,
    task.prerequisites.map((from) => afterText(from, task.task_id, lags)).join(', '),
  ]);
  const head = ['Id', 'Task', 'Who', 'Start', 'Finish', 'Hours', 'Cost', 'Tier', 'After'];
  const details = phase.tasks.map(taskDetails).join('\n');
  return `## Phase ${number}: ${escapeMarkdown(phase.name)}\n\n${phase.start_date} to ${phase.finish_date}, ${phase.duration_weeks} weeks.\n\n${table(head, rows)}\n\n${details}`;
}

function taskDetails(task: PlanTask): string {
  const steps = task.subtasks
    .map((step) => `\`${step.action}\` ${escapeMarkdown(step.description)}`)
    .join('; ');
  return `- **${escapeMarkdown(task.title)}.** ${escapeMarkdown(task.description)} Steps: ${steps}. Done when: ${task.acceptance_criteria.map(escapeMarkdown).join('; ')}.`;
}

function scheduleText(plan: Plan): string {
  const titles = new Map(
    plan.phases.flatMap((phase) => phase.tasks.map((task) => [task.task_id, task.title] as const)),
  );
  const path = plan.schedule.critical_path.map((id) => `${id}: ${titles.get(id) ?? ''}`);
  const calendar = `Calendar: ${escapeMarkdown(plan.schedule.calendar)}.`;
  return `${calendar}${oddsText(plan)} These tasks decide the end:\n\n${bullets(path)}`;
}

/** What the spread of the estimates makes of the one date. */
function oddsText({ schedule }: Plan): string {
  const { simulation } = schedule;
  if (simulation === undefined) return '';
  const { finish, odds, milestones, runs } = simulation;
  const due = odds.deadline ?? milestones.find((one) => one.odds !== null)?.odds ?? null;
  const deadline = due === null ? '' : ` The deadline holds in ${Math.round(due * 100)} of 100.`;
  return ` Of ${runs} simulated runs half end by ${finish.p50.slice(0, 10)}, four of five by ${finish.p80.slice(0, 10)}.${deadline}`;
}

function risksTable(plan: Plan): string {
  const rows = plan.risks.map((r) => [
    r.description,
    r.likelihood,
    r.impact,
    r.mitigation,
    r.trigger ?? '',
  ]);
  return table(['Risk', 'Likelihood', 'Impact', 'What to do', 'Sign'], rows);
}

function assumptionsTable(plan: Plan): string {
  const rows = plan.assumptions.map((a) => [
    a.claim,
    String(a.lower),
    String(a.base),
    String(a.upper),
    a.unit,
    a.status,
    a.confidence,
    a.source,
  ]);
  return table(['Claim', 'Lower', 'Base', 'Upper', 'Unit', 'Status', 'Confidence', 'Source'], rows);
}
