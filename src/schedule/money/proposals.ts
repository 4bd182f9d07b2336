// A deadline or a budget is missed: which changes would help, what each costs and what it gains.
// Nothing is estimated that can be computed: each change is applied and scheduled again.
import { finishOf } from '../finish.ts';
import type { Minute, Placed, Project } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';
import { assignmentsOf } from './assignments.ts';
import { type Candidate, candidates } from './candidates.ts';
import { applyChange, type Change } from './change.ts';
import { costBreakdown, type StatedCost } from './cost-lines.ts';
import type { Converter } from './currency.ts';

/** The scheduler, as a function, so that any solver and any effort will do. */
export type Scheduler = (project: Project) => {
  readonly placed: readonly Placed[];
  /** Minutes from the project's start to its finish. */
  readonly makespan: number;
};

export interface ProposalInput {
  readonly project: Project;
  readonly schedule: Scheduler;
  readonly converter: Converter;
  readonly stated?: readonly StatedCost[];
  readonly risks?: readonly Risk[];
  /** When it should be finished; the project's own deadline unless given. */
  readonly deadline?: Minute;
  /** Cents. */
  readonly budget?: number;
  /** How many changes may be tried, each with a schedule. */
  readonly maxTries?: number;
  /** Nobody can be added to a role. */
  readonly keepsRoles?: boolean;
  /** Tasks that must not begin before what they wait for is over. */
  readonly notEarly?: readonly string[];
}

export interface Proposal {
  readonly change: Change;
  readonly text: string;
  /** Minutes by which what is late (the whole, or one task) ends earlier; negative when later. */
  readonly gainMinutes: number;
  /** The task whose deadline is missed most; null when it is the whole, or nothing. */
  readonly late: string | null;
  /** Cents; negative when it saves money. */
  readonly price: number;
  readonly finish: Minute;
  /** Cents, after the change. */
  readonly total: number;
  readonly meetsDeadline: boolean | null;
  readonly meetsBudget: boolean | null;
  /** What has to be added to the risks and to the costs when it is taken. */
  readonly addedRisk: Risk | null;
  readonly addedCost: StatedCost | null;
  readonly assumption: string;
}

export interface Outlook {
  readonly finish: Minute;
  readonly total: number;
  /** That of the whole and those of all tasks. */
  readonly meetsDeadline: boolean | null;
  readonly meetsBudget: boolean | null;
}

export interface ProposalReport {
  readonly now: Outlook;
  /** Best first; empty when nothing is missed. */
  readonly proposals: readonly Proposal[];
}

const DEFAULT_TRIES = 40;
/** A twentieth of a day, or of the delay when that is shorter. */
const LEAST_GAIN_MINUTES = 72;
const LEAST_GAIN_SHARE = 0.05;

export function propose(input: ProposalInput): ProposalReport {
  const { project } = input;
  const placed = input.schedule(project).placed;
  const now = outlook(input, placed);
  const worst = worstDelay(input, placed);
  if (now.meetsDeadline !== false && now.meetsBudget !== false) return { now, proposals: [] };
  const dear = now.meetsBudget === false;
  const before: Before = { now, worst, placed };
  const { keepsRoles = false, notEarly = [] } = input;
  const aim = { late: worst, dear, keepsRoles, notEarly };
  const useful = tryAll(input, candidates(project, placed, aim), before);
  const ranked = useful.toSorted(worst === null ? (a, b) => a.price - b.price : byTimeValue);
  return { now, proposals: ranked };
}

/** What helps; of a role no more than what helped already. */
function tryAll(input: ProposalInput, all: readonly Candidate[], before: Before): Proposal[] {
  const useful: Proposal[] = [];
  const grown = new Set<string>();
  let left = input.maxTries ?? DEFAULT_TRIES;
  for (const candidate of all) {
    const { change } = candidate;
    const role = change.kind === 'add_capacity' ? change.role : null;
    if (left === 0 || (role !== null && grown.has(role))) continue;
    left -= 1;
    const proposal = tryOut(input, candidate, before);
    if (!helps(proposal, before)) continue;
    useful.push(proposal);
    if (role !== null) grown.add(role);
  }
  return useful;
}

/** A gain that nobody would notice is none, unless it is all that was missing. */
function helps({ gainMinutes, price, meetsDeadline }: Proposal, { now, worst }: Before): boolean {
  if (now.meetsBudget === false && price < 0) return true;
  if (worst === null || gainMinutes <= 0) return false;
  const least = Math.min(LEAST_GAIN_MINUTES, worst.minutes * LEAST_GAIN_SHARE);
  return gainMinutes >= least || meetsDeadline === true;
}

interface Before {
  readonly now: Outlook;
  readonly placed: readonly Placed[];
  /** What is late most, if anything is. */
  readonly worst: Delay | null;
}

interface Delay {
  /** Null for the project as a whole. */
  readonly task: string | null;
  readonly deadline: Minute;
  readonly minutes: number;
}

/** Deadlines of the whole and of its tasks that a schedule has, kept or not. */
function delaysOf({ project, deadline }: ProposalInput, placed: readonly Placed[]): Delay[] {
  const rows = new Map(placed.map((row) => [row.id, row.finish]));
  const whole = deadline ?? project.deadline;
  const tasks = project.tasks.flatMap((task): Delay[] => {
    const finish = rows.get(task.id);
    if (task.kind === 'summary' || task.deadline === undefined || finish === undefined) return [];
    return [{ task: task.id, deadline: task.deadline, minutes: finish - task.deadline }];
  });
  if (whole === undefined) return tasks;
  return [{ task: null, deadline: whole, minutes: finishOf(project, placed) - whole }, ...tasks];
}

function worstDelay(input: ProposalInput, placed: readonly Placed[]): Delay | null {
  return delaysOf(input, placed).reduce<Delay | null>(
    (worst, each) => (each.minutes > (worst?.minutes ?? 0) ? each : worst),
    null,
  );
}

/** A task that was cut is late no more. */
function endOf(delay: Delay | null, { project }: ProposalInput, placed: readonly Placed[]): Minute {
  if (delay === null || delay.task === null) return finishOf(project, placed);
  return placed.find(({ id }) => id === delay.task)?.finish ?? delay.deadline;
}

function tryOut(
  input: ProposalInput,
  candidate: Candidate,
  { now, placed: before, worst }: Before,
): Proposal {
  const { change, text, assumption } = candidate;
  const addedRisk = newRisk(candidate, input);
  const changed = applyChange(input.project, change);
  const { placed } = input.schedule(changed);
  const amount = candidate.extraCost(changed, placed);
  const addedCost = amount > 0 ? addition(candidate, amount, input) : null;
  const then = outlook(carryOver(input, changed, { addedRisk, addedCost }), placed);
  return {
    ...then,
    change,
    text,
    gainMinutes: endOf(worst, input, before) - endOf(worst, input, placed),
    late: worst?.task ?? null,
    price: then.total - now.total,
    addedRisk,
    addedCost,
    assumption,
  };
}

/** A task is done again at most once, however many of its links overlap. */
function newRisk({ addedRisk }: Candidate, { risks = [] }: ProposalInput): Risk | null {
  return risks.some(({ id }) => id === addedRisk?.id) ? null : addedRisk;
}

function addition(candidate: Candidate, amount: number, input: ProposalInput): StatedCost {
  const number = (input.stated ?? []).length + 1;
  return {
    id: `change:${number}`,
    name: candidate.text,
    amount: { low: 0, likely: amount, high: amount },
    currency: input.converter.currency,
    source: candidate.assumption,
  };
}

/** The input after a change: what no longer exists is dropped, what it adds is added. */
export function carryOver(
  input: ProposalInput,
  changed: Project,
  added: Pick<Proposal, 'addedRisk' | 'addedCost'>,
): ProposalInput {
  const left = new Set(changed.tasks.map(({ id }) => id));
  const stated = [...(input.stated ?? []), ...(added.addedCost === null ? [] : [added.addedCost])];
  const risks = [...(input.risks ?? []), ...(added.addedRisk === null ? [] : [added.addedRisk])];
  return {
    ...input,
    project: changed,
    stated: stated.filter(({ task }) => task === undefined || left.has(task)),
    risks: risksWithin(risks, left),
  };
}

/** Risks that touch any of these tasks, or the project as a whole. */
export function risksWithin(risks: readonly Risk[], left: ReadonlySet<string>): Risk[] {
  return risks.flatMap((risk): Risk[] => {
    const tasks = risk.tasks.filter((task) => left.has(task));
    return risk.tasks.length > 0 && tasks.length === 0 ? [] : [{ ...risk, tasks }];
  });
}

function outlook(input: ProposalInput, placed: readonly Placed[]): Outlook {
  const { project, converter, stated = [], risks = [], budget } = input;
  const assignments = assignmentsOf(project, placed);
  const { total } = costBreakdown({ project, assignments, stated, risks, converter });
  const delays = delaysOf(input, placed);
  return {
    finish: finishOf(project, placed),
    total: total.base,
    meetsDeadline: delays.length === 0 ? null : delays.every(({ minutes }) => minutes <= 0),
    meetsBudget: budget === undefined ? null : total.base <= budget,
  };
}

/** True when a limit that was kept is still kept. */
export const keepsLimits = (now: Outlook, then: Outlook): boolean =>
  !(now.meetsDeadline === true && then.meetsDeadline === false) &&
  !(now.meetsBudget === true && then.meetsBudget === false);

/** What reaches the deadline comes first, the cheapest of them; then by gain for the money. */
function byTimeValue(a: Proposal, b: Proposal): number {
  if (a.meetsDeadline !== b.meetsDeadline) return a.meetsDeadline === true ? -1 : 1;
  if (a.meetsDeadline === true) return a.price - b.price || b.gainMinutes - a.gainMinutes;
  if (a.price <= 0 !== b.price <= 0) return a.price <= 0 ? -1 : 1;
  if (a.price <= 0) return b.gainMinutes - a.gainMinutes || a.price - b.price;
  return b.gainMinutes / b.price - a.gainMinutes / a.price;
}
