// Turns a playbook into tasks with ids, links, estimates, costs and acceptance criteria.
import type { Cost, PlanSubtask } from '../../../contract/plan.ts';
import { pertMean, scaleEstimate } from '../../estimates.ts';
import type { AssumptionsOutput } from '../../outputs/assumptions.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import type { DraftTask, TasksOutput } from '../../outputs/tasks.ts';
import { apportion } from './apportion.ts';
import { demandPhase, finalCriteria } from './demands.ts';
import { fill, fillParam, type Slots } from './fill.ts';
import {
  estimateOf,
  type ParamTemplate,
  type PhaseTemplate,
  type Playbook,
  type StepTemplate,
  type TaskTemplate,
  type Variant,
} from './playbook.ts';
import { clip } from './text.ts';

export interface BuildInput {
  readonly playbook: Playbook;
  readonly variant: Variant | null;
  readonly facts: FactsOutput;
  readonly assumed: AssumptionsOutput;
  readonly slots: Slots;
}

export function buildPhases(input: BuildInput): TasksOutput['phases'] {
  const phases = wantedPhases(input);
  const ids = new Map<string, string>();
  phases.forEach((phase, p) => {
    phase.tasks.forEach((task, t) => {
      ids.set(task.key, `task_${p + 1}_${t + 1}`);
    });
  });
  const costs = costsByKey(
    phases.flatMap((phase) => phase.tasks),
    input.assumed.costs,
  );
  const built = phases.map((phase, p) => ({
    phase_id: `phase_${p + 1}`,
    name: clip(fill(phase.name, input.slots), 118),
    tasks: phase.tasks.map((task) => ({
      ...buildTask(task, ids, input),
      cost: costs.get(task.key) ?? null,
    })),
  }));
  built
    .at(-1)
    ?.tasks.at(-1)
    ?.acceptance_criteria.push(...finalCriteria(input.facts));
  return built;
}

/** Playbook phases that apply, with the goal's own demands before the last one. */
function wantedPhases(input: BuildInput): PhaseTemplate[] {
  const flags = new Set(input.variant?.flags ?? []);
  const phases = input.playbook.phases
    .map((phase) => ({
      ...phase,
      tasks: phase.tasks.filter((task) => !task.only || flags.has(task.only)),
    }))
    .filter((phase) => phase.tasks.length > 0);
  const demands = demandPhase(input.facts, input.playbook, phases);
  if (!demands) return phases;
  const last = phases.at(-1);
  const head = phases.slice(0, -1);
  if (!last) return [demands];
  const keys = demands.tasks.map((task) => task.key);
  const end = last.tasks.map((task, index) =>
    index === last.tasks.length - 1 ? { ...task, after: [...(task.after ?? []), ...keys] } : task,
  );
  return [...head, demands, { ...last, tasks: end }];
}

function buildTask(
  task: TaskTemplate,
  ids: ReadonlyMap<string, string>,
  input: BuildInput,
): Omit<DraftTask, 'cost'> {
  const { slots, assumed } = input;
  const task_id = ids.get(task.key) ?? 'task_0';
  const estimate = scaleEstimate(estimateOf(task.hours), assumed.hours_factor);
  const tier = task.tier ?? 'T1';
  const meanHours = pertMean(estimateOf(task.hours));
  const complexity = meanHours < 8 ? 'low' : meanHours < 40 ? 'medium' : 'high';
  return {
    task_id,
    title: clip(fill(task.title, slots), 180),
    description: clip(fill(task.does, slots), 1400),
    assignee_role: task.role,
    performer: task.human ? 'human' : 'agent',
    prerequisites: (task.after ?? []).flatMap((key) => ids.get(key) ?? []),
    days_before: task.daysBefore ?? null,
    is_due: task.isDue ?? task.daysBefore === 0,
    ...(task.optional ? { optional: true } : {}),
    ...(task.lasts ? { lasts: true } : {}),
    ...(task.brief ? { brief: true } : {}),
    wait_hours: Math.round((task.waitHours ?? 0) * Math.min(4, assumed.hours_factor)),
    estimate: { ...estimate },
    complexity,
    model_tier:
      tier === 'T3' || complexity === 'high' ? 'large' : complexity === 'low' ? 'small' : 'medium',
    risk_tier: tier,
    acceptance_criteria: task.done.map((line) => clip(fill(line, slots), 390)),
    subtasks: task.steps.map((step, index) =>
      buildStep(step, `${task_id}_${'abcdefghijklmnopqrstuvwxyz'.charAt(index)}`, slots),
    ),
  };
}

/** What each task costs: whole amounts that add up to the totals of the plan, low, base and high. */
function costsByKey(
  tasks: readonly TaskTemplate[],
  costs: AssumptionsOutput['costs'],
): ReadonlyMap<string, Cost> {
  const shares = tasks.map(({ share = 0 }) => share);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const low = apportion(costs.low, shares);
  // What comes on top is shared out by itself, so that each part keeps low ≤ base ≤ high.
  const toBase = apportion(costs.base - costs.low, shares);
  const toHigh = apportion(costs.high - costs.base, shares);
  const of =
    costs.verdict === 'no_budget_given' || costs.verdict === 'over_budget'
      ? 'a guessed total'
      : 'budget less reserve';
  return new Map(
    tasks.flatMap(({ key, share = 0 }, index) => {
      if (share <= 0) return [];
      const least = low[index] ?? 0;
      const base = least + (toBase[index] ?? 0);
      const high = base + (toHigh[index] ?? 0);
      const percent = Math.round((share / total) * 100);
      const source = `rule: ${percent}% of ${of}`;
      return [[key, { low: least, base, high, currency: costs.currency, source }] as const];
    }),
  );
}

function buildStep(
  [action, description, params]: StepTemplate,
  subtask_id: string,
  slots: Slots,
): PlanSubtask {
  const filled = Object.entries(params).map(
    ([key, value]) => [key, paramOf(value, slots)] as const,
  );
  return {
    subtask_id,
    action,
    description: clip(fill(description, slots), 590),
    params: Object.fromEntries(filled),
  };
}

function paramOf(value: ParamTemplate, slots: Slots): PlanSubtask['params'][string] {
  if (typeof value === 'string') return fillParam(value, slots);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value.map((item) => String(fillParam(item, slots)));
}
