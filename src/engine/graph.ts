// A graph of steps is checked before it enters a log: known ids, no cycle, within limits.
import type { ErrorCode } from '../base/errors.ts';
import type { GraphStep } from './event-types.ts';

export const maxSteps = 10_000;
export const maxAttempts = 100;
const maxTimeoutMs = 366 * 24 * 3_600_000;
export const stepIdPattern = /^[a-z]+(_[a-z0-9]+)+$/;
const actionPattern = /^[a-z][a-z0-9_.:-]{0,63}$/;

export interface GraphProblem {
  readonly code: ErrorCode;
  readonly message: string;
}

const invalid = (message: string): GraphProblem => ({ code: 'INVALID_ARGUMENTS', message });

const isWithin = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= max;

function checkFields(step: GraphStep): GraphProblem | null {
  if (!stepIdPattern.test(step.id) || step.id.length > 64) {
    return invalid(`Step id "${step.id.slice(0, 80)}" is not of the form task_1_2.`);
  }
  if (!actionPattern.test(step.action)) return invalid(`Step ${step.id}: action is not a name.`);
  if (!isWithin(step.attempts_max, maxAttempts)) {
    return invalid(`Step ${step.id}: attempts_max is not from 1 to ${maxAttempts}.`);
  }
  if (!isWithin(step.timeout_ms, maxTimeoutMs)) {
    return invalid(`Step ${step.id}: timeout_ms is not from 1 to ${maxTimeoutMs}.`);
  }
  return null;
}

function checkEdges(step: GraphStep, known: ReadonlySet<string>): GraphProblem | null {
  if (step.parent !== undefined && !known.has(step.parent)) {
    return invalid(`Step ${step.id} is part of ${step.parent}, which is not there.`);
  }
  // A group is verified with its last need; one without would be waited for without end.
  if (step.purpose === 'group' && step.needs.length === 0) {
    return invalid(`Group ${step.id} has nothing in it.`);
  }
  const unknown = step.needs.find((id) => !known.has(id));
  if (unknown !== undefined)
    return invalid(`Step ${step.id} needs ${unknown}, which is not there.`);
  if (new Set(step.needs).size !== step.needs.length) {
    return invalid(`Step ${step.id} names a need twice.`);
  }
  return null;
}

/** Names one cycle, or gives null. Iterative, since a chain may be 10,000 long. */
export function findCycle(steps: readonly GraphStep[]): string[] | null {
  const needs = new Map(steps.map((step) => [step.id, step.needs]));
  const left = new Map(steps.map((step) => [step.id, step.needs.length]));
  const successors = new Map<string, string[]>(steps.map((step) => [step.id, []]));
  for (const step of steps) for (const need of step.needs) successors.get(need)?.push(step.id);
  const queue = steps.filter((step) => step.needs.length === 0).map((step) => step.id);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    left.delete(id);
    for (const next of successors.get(id) ?? []) {
      const count = (left.get(next) ?? 0) - 1;
      left.set(next, count);
      if (count === 0) queue.push(next);
    }
  }
  return left.size === 0 ? null : walkCycle(needs, left);
}

function walkCycle(
  needs: ReadonlyMap<string, readonly string[]>,
  left: ReadonlyMap<string, number>,
): string[] {
  const path: string[] = [];
  const places = new Map<string, number>();
  let id = [...left.keys()][0] ?? '';
  while (!places.has(id)) {
    places.set(id, path.length);
    path.push(id);
    id = needs.get(id)?.find((need) => left.has(need)) ?? '';
  }
  return path.slice(places.get(id));
}

const maxNamed = 20;

const cycleText = (cycle: readonly string[]): string =>
  cycle.length <= maxNamed
    ? cycle.join(' → ')
    : `${cycle.slice(0, maxNamed).join(' → ')} → … (${cycle.length} steps)`;

export function checkGraph(steps: readonly GraphStep[]): GraphProblem | null {
  if (!steps.some((step) => step.purpose !== 'group')) return invalid('There is no step to do.');
  if (steps.length > maxSteps) {
    const message = `${steps.length} steps are more than the ${maxSteps} a run may have.`;
    return { code: 'limit_exceeded', message };
  }
  const known = new Set(steps.map((step) => step.id));
  if (known.size !== steps.length) return invalid('Two steps have the same id.');
  for (const step of steps) {
    const problem = checkFields(step) ?? checkEdges(step, known);
    if (problem) return problem;
  }
  const cycle = findCycle(steps);
  return cycle ? invalid(`The steps wait for each other: ${cycleText(cycle)}.`) : null;
}
