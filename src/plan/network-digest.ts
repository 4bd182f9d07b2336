// The reckoned plan on one page, for minds that judge it or write about it: every task in one line,
// with dates, hours and money as the scheduler found them. About 50 tokens a task.
import type { PlanTask } from '../contract/plan.ts';
import { quantityOfPlan } from '../gates/fermi.ts';
import { totalFindings } from '../gates/fermi-totals.ts';
import { planTotals } from '../gates/plan-totals.ts';
import { taskId, taskRefOf } from './network/ids.ts';
import type { NetworkOutput } from './outputs/network.ts';

export interface NetworkDigest {
  readonly dates: string;
  readonly money: string;
  readonly misses: readonly string[];
  /** Where all tasks come to something else than was estimated of the whole beforehand. */
  readonly unlike_first_estimate?: readonly string[];
  readonly critical_path: string;
  /** How to read the line of a task. */
  readonly task_lines: string;
  readonly phases: readonly { readonly phase: string; readonly tasks: readonly string[] }[];
  readonly changes: readonly string[];
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const rounded = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
const dayOf = (moment: string): string => moment.slice(0, 10);

const oddsWords = (odds: number | null | undefined): string =>
  odds === null || odds === undefined ? '' : `, odds ${percent(odds)}`;

function datesLine({ start_date, finish_date, deadline, schedule }: NetworkOutput): string {
  const simulated = schedule.simulation;
  const late = simulated ? `, P80 finish ${dayOf(simulated.finish.p80)}` : '';
  const due = deadline
    ? `; deadline ${deadline}${oddsWords(simulated?.odds.deadline)}`
    : '; no deadline';
  return `${start_date} to ${finish_date}${late}${due}`;
}

function moneyLine({ costs, schedule }: NetworkOutput): string {
  const { currency, low, base, high, budget } = costs;
  const simulated = schedule.simulation;
  const span = `${rounded(base)} ${currency} (${rounded(low)} to ${rounded(high)})`;
  const p80 = simulated?.cost ? `, P80 ${rounded(simulated.cost.p80)}` : '';
  const given =
    budget === null
      ? '; no budget'
      : `; budget ${rounded(budget)}${oddsWords(simulated?.odds.budget)}`;
  return `${span}${p80}${given}`;
}

/** What comes before each task, as minds name it. */
function beforeEach({ dependencies }: NetworkOutput): ReadonlyMap<string, readonly string[]> {
  const before = new Map<string, string[]>();
  for (const { from, to } of dependencies) {
    before.set(to, [...(before.get(to) ?? []), taskRefOf(from)]);
  }
  return before;
}

/** Own money of a task and what its lines come to. */
function moneyOf({ task_id, cost }: PlanTask, { cost_lines }: NetworkOutput): number {
  const lines = cost_lines.filter(({ task }) => task === task_id);
  return lines.length > 0 ? lines.reduce((sum, { base }) => sum + base, 0) : (cost?.base ?? 0);
}

function taskLine(task: PlanTask, before: readonly string[], network: NetworkOutput): string {
  const { estimate } = task;
  const money = moneyOf(task, network);
  return [
    `${taskRefOf(task.task_id)} ${task.title}`,
    `${task.start_date}..${task.finish_date}`,
    task.assignee_role,
    task.milestone
      ? 'milestone'
      : `${rounded(estimate.low)}/${rounded(estimate.likely)}/${rounded(estimate.high)} h${peopleOf(task)}`,
    waitOf(task),
    money > 0 ? `${rounded(money)} ${network.costs.currency}` : '',
    before.length > 0 ? `after ${before.join(', ')}` : '',
    isCritical(task, network) ? 'critical' : '',
  ]
    .filter((word) => word !== '')
    .join(' | ');
}

/** Office hours, and the day on which the result is there. */
const waitOf = ({ wait_hours = 0, result_date }: PlanTask): string =>
  wait_hours > 0 ? `then waits ${rounded(wait_hours)} h, result ${result_date ?? 'later'}` : '';

function peopleOf({ uses = [] }: PlanTask): string {
  const people = uses[0]?.units ?? 1;
  return people > 1 ? ` × ${people}` : '';
}

const isCritical = ({ task_id }: PlanTask, { schedule }: NetworkOutput): boolean =>
  schedule.critical_path.includes(task_id);

/** Of the whole: which of the two is wrong is for minds to find out. */
function firstEstimates(network: NetworkOutput): Pick<NetworkDigest, 'unlike_first_estimate'> {
  const totals = planTotals(network);
  const apart = network.assumptions.flatMap((one) =>
    totalFindings(quantityOfPlan(one), totals).map(
      ({ value }) => `A${one.assumption_id.split('_')[1]}: the tasks come to ${value}`,
    ),
  );
  return apart.length === 0 ? {} : { unlike_first_estimate: apart };
}

/** Several minds are shown the same plan at the same time. */
const digests = new WeakMap<NetworkOutput, NetworkDigest>();

export function networkDigest(network: NetworkOutput): NetworkDigest {
  const digest = digests.get(network) ?? newDigest(network);
  digests.set(network, digest);
  return digest;
}

function newDigest(network: NetworkOutput): NetworkDigest {
  const before = beforeEach(network);
  return {
    dates: datesLine(network),
    money: moneyLine(network),
    misses: network.misses.map(({ of, wanted, got }) => `${of}: wanted ${wanted}, got ${got}`),
    ...firstEstimates(network),
    critical_path: network.schedule.critical_path.map(taskRefOf).join(', '),
    task_lines:
      'number and title | dates | role | hours low/likely/high (of each, where several work together) | wait for its result | money beside hours | after which tasks | critical or nothing',
    phases: network.phases.map(({ phase_id, name, start_date, finish_date, tasks }) => ({
      phase: `${taskRefOf(phase_id)} ${name} | ${start_date}..${finish_date}`,
      tasks: tasks.map((task) => taskLine(task, before.get(task.task_id) ?? [], network)),
    })),
    changes: network.changes.map(({ kind, what }) => `${kind}: ${what}`),
  };
}

/** Every task and phase that there is, as minds name them. */
export const workRefs = ({ phases }: NetworkOutput): ReadonlySet<string> =>
  new Set(
    phases.flatMap(({ phase_id, tasks }) => [
      taskRefOf(phase_id),
      ...tasks.map(({ task_id }) => taskRefOf(task_id)),
    ]),
  );

export const hasTask = ({ phases }: NetworkOutput, ref: string): boolean =>
  phases.some(({ tasks }) => tasks.some(({ task_id }) => task_id === taskId(ref)));
