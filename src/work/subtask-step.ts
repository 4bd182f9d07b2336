// A subtask of plan.json as a step: by a built-in tool, an agent, a person or a model, with its checks, its
// ladder, its costs and its undo. What cannot be is told with the id of the subtask.
import type { ExecutionPolicy } from '../contract/execution-policy.ts';
import type { PlanSubtask, PlanTask } from '../contract/plan.ts';
import type { NewStep } from '../engine/engine-api.ts';
import type { GraphStep, Performer } from '../engine/event-types.ts';
import { underPolicy } from './approval-policy.ts';
import { branchSteps } from './branch.ts';
import { withLadder } from './ladder.ts';
import {
  amountsOf,
  asTool,
  backoffOf,
  checkDefs,
  checkSpecs,
  checkToolParams,
  within,
  wrong,
} from './step-parts.ts';
import { type StepSpec, taskSpec } from './step-spec.ts';
import { effectsOf } from './tool-step.ts';
import { findTool } from './tools/table.ts';

const hourMs = 3_600_000;
export const workTimeoutMs = 30 * 24 * hourMs;
export const attemptsMax = 3;

export const tierOf = (tier: string): 1 | 2 | 3 => (tier === 'T3' ? 3 : tier === 'T2' ? 2 : 1);

const toolTimeoutMs = 10 * 60_000;

function performerOf({ performer, action }: PlanSubtask, task: PlanTask): Performer {
  if (performer !== undefined) return performer;
  return findTool(action) ? 'tool' : task.performer;
}

function timeoutMs({ timeout_hours: hours }: PlanSubtask, performer: Performer): number {
  if (hours !== undefined) return Math.round(hours * hourMs);
  return performer === 'tool' ? toolTimeoutMs : workTimeoutMs;
}

/** How it is undone: as the tool says, or as the plan does. */
function effects(subtask: PlanSubtask, performer: Performer): Partial<GraphStep> {
  const { reversibility, undo, action, branch } = subtask;
  const said = reversibility ?? undo;
  if (performer === 'tool') {
    if (said) throw wrong(`how ${action} is undone is known of the tool; leave it out`);
    return {};
  }
  // A mind acts by tools, and what they did under the key of the step is put back by any of them.
  if (!said) return performer === 'model' && !branch ? effectsOf('file_edit') : {};
  if (!reversibility) throw wrong('undo without reversibility');
  return { reversibility, ...(undo ? { undo } : {}) };
}

function defOf(subtask: PlanSubtask, task: PlanTask, needs: readonly string[]): GraphStep {
  const { subtask_id: id, action, checks = [], cost, retry_policy: retry } = subtask;
  const performer = performerOf(subtask, task);
  const def: GraphStep = {
    ...{ id, parent: task.task_id, needs, performer, purpose: 'work', action },
    attempts_max: retry?.max_attempts ?? attemptsMax,
    timeout_ms: timeoutMs(subtask, performer),
    tier: tierOf(task.risk_tier),
    ...effects(subtask, performer),
    ...backoffOf(retry?.backoff),
    ...(checks.length > 0 ? { checks: checkDefs(checks) } : {}),
    ...(cost ? { cost: amountsOf(cost) } : {}),
  };
  const isGiven = subtask.params_from !== undefined;
  if (performer === 'tool' && !isGiven) checkToolParams(action, subtask.params);
  return asTool(def);
}

function specOf(subtask: PlanSubtask, task: PlanTask): StepSpec {
  const { description, params, params_from: from, checks = [] } = subtask;
  return {
    ...taskSpec(task),
    ...{ title: description, description, params },
    ...(from === undefined ? {} : { params_from: from }),
    ...(checks.length > 0 ? { checks: checkSpecs(checks) } : {}),
  };
}

function newSteps(
  subtask: PlanSubtask,
  task: PlanTask,
  needs: readonly string[],
  policy: ExecutionPolicy,
): NewStep[] {
  const { branch, recovery = [] } = subtask;
  const def = underPolicy(defOf(subtask, task, needs), policy);
  const spec = specOf(subtask, task);
  if (branch && recovery.length > 0) throw wrong('branch and recovery do not go together');
  return branch
    ? branchSteps({ def, spec }, branch)
    : [withLadder({ def, spec }, recovery, policy)];
}

/** One step, or those of a branch; the last of them has the id of the subtask. */
export const subtaskSteps = (
  subtask: PlanSubtask,
  task: PlanTask,
  needs: readonly string[],
  policy: ExecutionPolicy,
): NewStep[] => within(subtask.subtask_id, () => newSteps(subtask, task, needs, policy));
