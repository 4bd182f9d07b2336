// What minds said about the work as a plan.json that can be scheduled, before it has dates.
import type { PlanPhase, PlanTask } from '../../contract/plan.ts';
import type { SchedulablePlan } from '../../contract/plan-schedulable.ts';
import type { PlanCostLine, PlanRole } from '../../contract/plan-working.ts';
import { pertMean } from '../estimates.ts';
import type { TaskDetail } from '../outputs/work.ts';
import { lastDay } from '../pins.ts';
import { nextWorkingDay } from '../working-days.ts';
import { planAssumption, planRisk } from './basis.ts';
import { type Bounds, boundsOf } from './bounds.ts';
import { type Held, type WorkingTime, workingTime, zoneOf } from './calendars.ts';
import { endOf, endTask } from './end.ts';
import { assumptionId, lettered, phaseId, riskId, taskId } from './ids.ts';
import { linksOf, linksToEnd, waitOf } from './links.ts';
import type { NetworkInput } from './network-input.ts';
import { plainPhaseName } from './phase-name.ts';
import { datesOf } from './plan-days.ts';
import { rolesOf } from './roles.ts';
import { inOrder3, scaled, shared } from './three-points.ts';

type Undated<Item> = Omit<Item, 'start_date' | 'finish_date' | 'tasks'>;
type DraftTask = Undated<PlanTask>;

export interface DraftPhase extends Undated<PlanPhase> {
  readonly tasks: DraftTask[];
}

/** It can be read as a plan, and has all that the tasks of plan.json have but dates. */
export interface DraftPlan extends Omit<SchedulablePlan, 'phases' | 'roles'> {
  readonly phases: DraftPhase[];
  readonly roles: PlanRole[];
  readonly costs: { currency: string; budget: number | null };
}

export interface Draft {
  readonly plan: DraftPlan;
  readonly says: readonly string[];
  readonly hasMoney: boolean;
}

export function draftOf(given: NetworkInput): Draft {
  const single = withoutTwins(given);
  const bounds = boundsOf(single.input);
  const input = inReach(single.input, bounds);
  const { roles, calendars, says, nameOf } = rolesOf(input, bounds.hasMoney);
  const tasks = input.details.phases.flatMap((phase) => phase.tasks);
  const byName = new Map(roles.map((role) => [role.name, role]));
  const isAgent = ({ role }: TaskDetail): boolean => byName.get(nameOf(role))?.kind === 'agent';
  const { direction } = input;
  const heldOf = (task: TaskDetail): Held | null => {
    const { fixed_start: date } = datesOf(task, direction).dates;
    const calendar = byName.get(nameOf(task.role))?.calendar;
    return date === undefined || isAgent(task) ? null : { date, calendar };
  };
  const time = workingTime(
    calendars,
    input.team,
    tasks.flatMap((task) => heldOf(task) ?? []),
  );
  const hasOfficeHours = (task: TaskDetail): boolean =>
    !isAgent(task) &&
    byName.get(nameOf(task.role))?.calendar === undefined &&
    calendarFor(heldOf(task), time).calendar === undefined;
  const currency = bounds.hasMoney ? direction.currency : null;
  const end = endOf(input.details.phases, input.outline);
  const plan: DraftPlan = {
    start_date: nextWorkingDay(direction.start_date),
    phases: input.details.phases.map(({ id, tasks: own }) => ({
      phase_id: phaseId(id),
      name: phaseName(id, input),
      duration_weeks: 0,
      tasks: [
        ...own.map((task) =>
          taskOf(task, input, {
            role: nameOf(task.role),
            isAgent: isAgent(task),
            people: Math.min(task.people, byName.get(nameOf(task.role))?.capacity ?? 1),
            ...calendarFor(heldOf(task), time),
          }),
        ),
        ...(end?.phase === id ? [endTask(end, nameOf(end.role))] : []),
      ],
    })),
    dependencies: [...linksOf(tasks, hasOfficeHours), ...(end ? linksToEnd(tasks, end) : [])],
    roles,
    ...zoneOf(input.team),
    ...(time.calendars.length === 0 ? {} : { calendars: time.calendars }),
    risks: input.basis.risks.map((risk) => planRisk(risk, { roles, tasks, nameOf }, currency)),
    cost_lines: bounds.hasMoney ? tasks.flatMap((task) => costLines(task, direction.currency)) : [],
    costs: { currency: direction.currency, budget: budgetOf(direction, bounds) },
    ...deadlineOf(direction),
  };
  const lost = tasks.flatMap((task) => lostDates(task, direction));
  const all = [...single.says, ...bounds.says, ...says, ...lost];
  return { plan, says: all, hasMoney: bounds.hasMoney };
}

const phaseName = (id: string, { outline }: NetworkInput): string =>
  plainPhaseName(outline.phases.find((one) => one.id === id)?.name ?? `Phase ${id}`, id);

export const assumptionsOf = ({ basis }: NetworkInput) => basis.assumptions.map(planAssumption);

/** An amount in another currency cannot be compared: nobody gave a rate. */
const budgetOf = ({ budget, currency }: NetworkInput['direction'], { hasMoney }: Bounds) =>
  budget !== null && budget.currency === currency && hasMoney ? budget.amount : null;

const deadlineOf = ({ deadline, start_date }: NetworkInput['direction']) =>
  deadline === null || deadline.date > lastDay(start_date) ? {} : { deadline: deadline.date };

/** The first of a number counts. */
function withoutTwins(input: NetworkInput): { input: NetworkInput; says: string[] } {
  const seen = new Set<string>();
  const says: string[] = [];
  const isFirst = (id: string): boolean => {
    if (!seen.has(id)) return Boolean(seen.add(id));
    says.push(`${id} was there twice; the second was left out.`);
    return false;
  };
  const phases = input.details.phases
    .filter(({ id }) => isFirst(phaseId(id)))
    .map(({ id, tasks }) => ({ id, tasks: tasks.filter((task) => isFirst(taskId(task.id))) }))
    .filter(({ tasks }) => tasks.length > 0);
  return { input: { ...input, details: { phases } }, says };
}

function inReach(input: NetworkInput, { hoursFactor: factor }: Bounds): NetworkInput {
  const shorter = (task: TaskDetail): TaskDetail => ({
    ...task,
    estimate: scaled(task.estimate, factor),
    wait_hours: task.wait_hours * factor,
    after: task.after.map((link) => ({ ...link, lag_hours: link.lag_hours * factor })),
  });
  const phases = input.details.phases.map((one) => ({ ...one, tasks: one.tasks.map(shorter) }));
  const risks = input.basis.risks.map((risk) => {
    const { delay_days: days } = risk;
    return { ...risk, delay_days: days === null ? null : scaled(days, factor) };
  });
  return { ...input, details: { phases }, basis: { ...input.basis, risks } };
}

interface Doer {
  readonly role: string;
  readonly isAgent: boolean;
  /** As many as there are. */
  readonly people: number;
  readonly calendar?: string;
}

function calendarFor(held: Held | null, time: WorkingTime): Pick<Doer, 'calendar'> {
  const calendar = held === null ? undefined : time.calendarFor(held);
  return calendar === undefined ? {} : { calendar };
}

const lostDates = (task: TaskDetail, direction: NetworkInput['direction']): string[] =>
  datesOf(task, direction).lost.map(
    (date) => `Task ${task.id} names ${date}, which is no day of this plan; it was left out.`,
  );

function taskOf(task: TaskDetail, input: NetworkInput, doer: Doer): DraftTask {
  const { role, isAgent, people, calendar } = doer;
  const estimate = shared(task.estimate, people);
  const task_id = taskId(task.id);
  const outlined = input.outline.phases
    .flatMap(({ tasks }) => tasks)
    .find(({ id }) => id === task.id);
  const risks = input.basis.risks.map(({ id }) => id);
  const assumptions = input.basis.assumptions.map(({ id }) => id);
  return {
    task_id,
    title: task.title ?? outlined?.title ?? task.description.slice(0, 120),
    description: task.description,
    assignee_role: role,
    performer: isAgent ? 'agent' : 'human',
    prerequisites: firmPredecessors(task),
    estimate,
    estimated_hours: pertMean(estimate),
    ...(people > 1 ? { uses: [{ role, units: people }] } : {}),
    ...(task.wait_hours > 0 ? { wait_hours: waitOf(task) } : {}),
    complexity: task.complexity,
    model_tier: task.model_tier,
    risk_tier: tierOf(task),
    acceptance_criteria: task.acceptance,
    cost: null,
    subtasks: subtasksOf(task),
    reversibility: task.reversibility,
    risk_ids: known(task.risks, risks).map(riskId),
    assumption_ids: known(task.assumptions, assumptions).map(assumptionId),
    delivers: outlined?.delivers ?? [],
    ...datesOf(task, input.direction).dates,
    ...(calendar === undefined ? {} : { calendar }),
    ...(task.optional ? { optional: true } : {}),
  };
}

/** What spends is at least T2, whatever was said. */
const tierOf = ({ risk_tier, costs }: TaskDetail): PlanTask['risk_tier'] =>
  risk_tier === 'T1' && costs.some(({ high }) => high > 0) ? 'T2' : risk_tier;

const known = (refs: readonly string[], all: readonly string[]): string[] => [
  ...new Set(refs.filter((ref) => all.includes(ref))),
];

const firmPredecessors = ({ after }: TaskDetail): string[] => [
  ...new Set(
    after.filter(({ type }) => type === 'finish_to_start').map(({ task }) => taskId(task)),
  ),
];

const subtasksOf = ({ id, subtasks }: TaskDetail): PlanTask['subtasks'] =>
  subtasks.map(({ action, description, params }, index) => ({
    subtask_id: lettered(taskId(id), index),
    action,
    description,
    params: Object.fromEntries(
      params.filter(({ name }) => name !== '__proto__').map(({ name, value }) => [name, value]),
    ),
  }));

function costLines({ id, costs }: TaskDetail, currency: string): PlanCostLine[] {
  return costs
    .map((cost, index) => {
      const [low, base, high] = inOrder3(cost.low, cost.base, cost.high);
      return {
        cost_id: lettered(`cost_${taskId(id).slice('task_'.length)}`, index),
        name: cost.what,
        low,
        base,
        high,
        currency,
        source: cost.source,
        status: cost.status,
        task: taskId(id),
      };
    })
    .filter(({ high }) => high > 0);
}
