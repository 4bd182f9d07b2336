// From plan.json to steps: phases and tasks are groups, subtasks are the work. A task's first
// subtask waits for what the task waits for; the others follow one another.
import { askAlways, type ExecutionPolicy } from '../contract/execution-policy.ts';
import type { Plan } from '../contract/plan.ts';
import type { NewStep } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { underPolicy } from './approval-policy.ts';

type Phase = Plan['phases'][number];
type Task = Phase['tasks'][number];

/** What a worker and a reader get to see of a step. */
export interface StepSpec {
  readonly title: string;
  readonly description: string;
  readonly role: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly acceptance_criteria: readonly string[];
  readonly task_title: string;
  readonly planned_start: string;
  readonly planned_finish: string;
  /** What each of its checks is to look at, by the key of the check. */
  readonly checks?: Readonly<Record<string, CheckSpec>>;
  /** Of the first step alone: what the whole execution may do without asking. */
  readonly policy?: ExecutionPolicy;
}

export interface CheckSpec {
  readonly description: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const dayMs = 24 * 3_600_000;
const workTimeoutMs = 30 * dayMs;
const attemptsMax = 3;

const tierOf = (tier: string): 1 | 2 | 3 => (tier === 'T3' ? 3 : tier === 'T2' ? 2 : 1);

const groupDef = (id: string, parent: string | null, children: readonly string[]): GraphStep => ({
  id,
  ...(parent === null ? {} : { parent }),
  needs: children,
  performer: 'engine',
  purpose: 'group',
  action: 'group',
  attempts_max: 1,
  timeout_ms: workTimeoutMs,
  tier: 1,
});

function leafDef(
  id: string,
  parent: string,
  task: Task,
  action: string,
  needs: string[],
): GraphStep {
  return {
    id,
    parent,
    needs,
    performer: task.performer === 'human' ? 'human' : 'agent',
    purpose: 'work',
    action,
    attempts_max: attemptsMax,
    timeout_ms: workTimeoutMs,
    tier: tierOf(task.risk_tier),
  };
}

const taskSpec = (task: Task): StepSpec => ({
  title: task.title,
  description: task.description,
  role: task.assignee_role,
  params: {},
  acceptance_criteria: task.acceptance_criteria,
  task_title: task.title,
  planned_start: task.start_date,
  planned_finish: task.finish_date,
});

function phaseSpec(phase: Phase): StepSpec {
  const { name, start_date, finish_date } = phase;
  return {
    title: name,
    description: '',
    role: '',
    params: {},
    acceptance_criteria: [],
    task_title: name,
    planned_start: start_date,
    planned_finish: finish_date,
  };
}

function taskSteps(task: Task, phase: Phase, prerequisites: readonly string[]): NewStep[] {
  if (task.subtasks.length === 0) {
    const def = leafDef(task.task_id, phase.phase_id, task, 'do_task', [...prerequisites]);
    return [{ def, spec: taskSpec(task) }];
  }
  const children = task.subtasks.map((subtask) => subtask.subtask_id);
  const group = groupDef(task.task_id, phase.phase_id, children);
  const leaves = task.subtasks.map((subtask, index): NewStep => {
    const before = children[index - 1];
    const needs = before === undefined ? [...prerequisites] : [before];
    const { subtask_id: id, action, description, params } = subtask;
    const spec = { ...taskSpec(task), title: description, description, params };
    return { def: leafDef(id, task.task_id, task, action, needs), spec };
  });
  return [{ def: group, spec: taskSpec(task) }, ...leaves];
}

function prerequisitesOf(plan: Plan): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  const add = (to: string, from: string): void => {
    needs.set(to, (needs.get(to) ?? new Set()).add(from));
  };
  for (const phase of plan.phases) {
    for (const task of phase.tasks) for (const id of task.prerequisites) add(task.task_id, id);
  }
  for (const { from, to } of plan.dependencies) add(to, from);
  return needs;
}

/** The policy goes on the record with the contract of the first step. */
function withPolicy(steps: readonly NewStep[], policy: ExecutionPolicy): NewStep[] {
  return steps.map((step, index) => ({
    ...step,
    def: underPolicy(step.def, policy),
    spec: index === 0 ? { ...(step.spec as StepSpec), policy } : step.spec,
  }));
}

export function executionSteps(plan: Plan, policy: ExecutionPolicy = askAlways): NewStep[] {
  const prerequisites = prerequisitesOf(plan);
  const steps = plan.phases.flatMap((phase): NewStep[] => {
    const children = phase.tasks.map((task) => task.task_id);
    const tasks = phase.tasks.flatMap((task) =>
      taskSteps(task, phase, [...(prerequisites.get(task.task_id) ?? [])]),
    );
    return [{ def: groupDef(phase.phase_id, null, children), spec: phaseSpec(phase) }, ...tasks];
  });
  return withPolicy(steps, policy);
}
