// Parts of a plan for people: no sentence is cut, nothing is wider than the terminal.
import type { PlanAssumption, PlanRisk, PlanTask } from '../contract/plan.ts';
import type { PlanRead } from '../contract/plan-read.ts';
import type { ScheduledTask } from '../contract/plan-schedule.ts';
import { humanText } from './human-text.ts';
import { safeText } from './safe-text.ts';
import { wrapped } from './wrap.ts';

type Lines = string[];
type PhasedTask = PlanTask & { readonly phase_id: string; readonly phase: string };

const said = (text: string | undefined): string => safeText(text ?? '', 4_000);

function labelled(label: string, text: string | undefined, width: number): Lines {
  const words = said(text);
  return words === '' ? [] : wrapped(`${label}${words}`, width, '    ', '  ');
}

function taskLines(task: PhasedTask, width: number): Lines {
  const { task_id, title, assignee_role, performer, estimated_hours: hours, risk_tier } = task;
  const { currency, low, high } = task.cost ?? { currency: '', low: 0, high: 0 };
  const cost = task.cost ? `, ${currency} ${low} to ${high}` : '';
  const after = task.prerequisites.length > 0 ? `, after ${task.prerequisites.join(', ')}` : '';
  const who = `${said(assignee_role)} (${performer}), ${hours} h, ${risk_tier}${cost}${after}`;
  return [
    ...wrapped(
      `${task_id}  ${task.start_date} to ${task.finish_date}  ${said(title)}`,
      width,
      '  ',
      '    ',
    ),
    ...wrapped(who, width, '    ', '  '),
    ...labelled('', task.description, width),
    ...task.acceptance_criteria.flatMap((text) => labelled('done when: ', text, width)),
    ...task.subtasks.flatMap(({ action, description }) =>
      labelled('- ', `${description ?? ''} [${action}]`, width),
    ),
  ];
}

function tasksText(tasks: readonly PhasedTask[], width: number): Lines {
  return tasks.flatMap((task, index) => {
    const isFirst = tasks[index - 1]?.phase_id !== task.phase_id;
    const head = isFirst ? [...(index > 0 ? [''] : []), said(task.phase)] : [];
    return [...head, ...taskLines(task, width)];
  });
}

const risksText = (risks: readonly PlanRisk[], width: number): Lines =>
  risks.flatMap((risk) => {
    const name = said(risk.title ?? risk.description);
    const weight = `likelihood ${risk.likelihood}, impact ${risk.impact}`;
    return [
      ...wrapped(`${risk.risk_id}  ${name} (${weight})`, width, '', '  '),
      ...(risk.title === undefined ? [] : labelled('', risk.description, width)),
      ...labelled('because ', risk.cause, width),
      ...labelled('watch for: ', risk.trigger, width),
      ...labelled('do: ', risk.mitigation, width),
      ...labelled('watched by ', risk.owner, width),
    ];
  });

const assumptionsText = (assumptions: readonly PlanAssumption[], width: number): Lines =>
  assumptions.flatMap((one) => {
    const { assumption_id, claim, lower, base, upper, unit, confidence, status } = one;
    const values = `${base} ${said(unit)} (${lower} to ${upper}), ${status}, confidence ${confidence}`;
    return [
      ...wrapped(`${assumption_id}  ${said(claim)}`, width, '', '  '),
      ...labelled('', values, width),
      ...labelled('from: ', one.source, width),
      ...labelled('check: ', one.how_to_check, width),
    ];
  });

const momentText = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

function scheduleText({ value, items = [] }: PlanRead): Lines {
  const { simulation, lint: _, critical_path: path, cash_flow: __, ...head } = value ?? {};
  const { finish, odds } = (simulation ?? {}) as Record<string, object | undefined>;
  const rows = items as (ScheduledTask & { start_date?: string; finish_date?: string })[];
  const ids = Math.max(4, ...rows.map(({ id }) => id.length));
  return [
    ...humanText({ ...head, ...(finish ? { finish_odds: finish } : {}), ...(odds ? { odds } : {}) })
      .trimEnd()
      .split('\n'),
    ...(Array.isArray(path) ? [`critical path: ${path.join(' → ')}`] : []),
    '',
    ...rows.map(({ id, start, finish: end, start_date, finish_date, critical, total_float }) => {
      const dates = `${momentText(start ?? start_date ?? '')}  ${momentText(end ?? finish_date ?? '')}`;
      const float = total_float === undefined ? '' : `float ${total_float} h`;
      return `${id.padEnd(ids)}  ${dates}  ${critical ? 'critical' : float}`.trimEnd();
    }),
  ];
}

function linesOf(read: PlanRead, width: number): Lines | null {
  const items = read.items ?? [];
  switch (read.part) {
    case 'tasks':
      return tasksText(items as PhasedTask[], width);
    case 'risks':
      return risksText(items as PlanRisk[], width);
    case 'assumptions':
      return assumptionsText(items as PlanAssumption[], width);
    case 'schedule':
      return scheduleText(read);
    default:
      return null;
  }
}

/** Null for parts that are shown as any answer is. */
export function partText(read: PlanRead, width: number): string | null {
  const lines = linesOf(read, width);
  return lines && lines.length > 0 ? `${lines.join('\n')}\n` : null;
}
