// From plan.json to steps: phases and tasks are groups, subtasks are the work. A task's first
// subtask waits for what the task waits for; the others follow one another.
import { askAlways, type ExecutionPolicy } from '../contract/execution-policy.ts';
import type { Plan } from '../contract/plan.ts';
import type { NewStep } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { underPolicy } from './approval-policy.ts';
import { withGivers } from './given-params.ts';
import { lateSteps } from './late-steps.ts';
import { withSla } from './person-due.ts';
import { wrong } from './step-parts.ts';
import { type StepSpec, taskSpec } from './step-spec.ts';
import { attemptsMax, subtaskSteps, tierOf, workTimeoutMs } from './subtask-step.ts';

export type { CheckSpec, StepSpec } from './step-spec.ts';

type Phase = Plan['phases'][number];
type Task = Phase['tasks'][number];

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

/** Without a word of its own a subtask follows the one before it. What the task waits for, all wait for. */
function needsOf(task: Task, index: number, prerequisites: readonly string[]): string[] {
  const own = task.subtasks[index]?.dependencies;
  const before = task.subtasks[index - 1]?.subtask_id;
  if (own) return [...new Set([...own, ...prerequisites])];
  return before === undefined ? [...prerequisites] : [before];
}

function taskSteps(
  task: Task,
  phase: Phase,
  prerequisites: readonly string[],
  policy: ExecutionPolicy,
): NewStep[] {
  if (task.subtasks.length === 0) {
    const def = leafDef(task.task_id, phase.phase_id, task, 'do_task', [...prerequisites]);
    return [{ def, spec: taskSpec(task) }];
  }
  const children = task.subtasks.map((subtask) => subtask.subtask_id);
  const group = groupDef(task.task_id, phase.phase_id, children);
  const leaves = task.subtasks.flatMap((subtask, index) =>
    subtaskSteps(subtask, task, needsOf(task, index, prerequisites), policy),
  );
  return [{ def: group, spec: taskSpec(task) }, ...leaves];
}

/** A name that nothing in the plan has is told with the subtask that says it. */
function checkDependencies(plan: Plan): void {
  const tasks = plan.phases.flatMap((phase) => phase.tasks);
  const subtasks = tasks.flatMap((task) => task.subtasks);
  const known = new Set([
    ...tasks.map((task) => task.task_id),
    ...subtasks.map((subtask) => subtask.subtask_id),
  ]);
  for (const { subtask_id: id, dependencies = [] } of subtasks) {
    const missing = dependencies.find((name) => !known.has(name));
    if (missing !== undefined) throw wrong(`${id}: it depends on ${missing}, which is not there`);
  }
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
  const { due_hours: hours } = policy;
  return steps.map((step, index) => {
    const said = hours === undefined ? {} : { due_hours: hours };
    const spec = { ...(step.spec as StepSpec), ...said, ...(index === 0 ? { policy } : {}) };
    return { ...step, def: withSla(underPolicy(step.def, policy), spec), spec };
  });
}

export function executionSteps(plan: Plan, policy: ExecutionPolicy = askAlways): NewStep[] {
  checkDependencies(plan);
  const prerequisites = prerequisitesOf(plan);
  const steps = plan.phases.flatMap((phase): NewStep[] => {
    const children = phase.tasks.map((task) => task.task_id);
    const tasks = phase.tasks.flatMap((task) =>
      taskSteps(task, phase, [...(prerequisites.get(task.task_id) ?? [])], policy),
    );
    return [{ def: groupDef(phase.phase_id, null, children), spec: phaseSpec(phase) }, ...tasks];
  });
  return withPolicy(withGivers(lateSteps(steps)), policy);
}
