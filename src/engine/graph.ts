// A graph of steps is checked before it enters a log: known ids, no cycle, within limits.
import type { ErrorCode } from '../base/errors.ts';
import { areAmounts } from './budget.ts';
import {
  type Backoff,
  type GraphStep,
  performers,
  type RecoveryDef,
  reversibilities,
  type StepWait,
  strategies,
  waitReasons,
} from './event-types.ts';
import { isBeside, type RunState, stepIsSatisfied } from './state.ts';

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

/** Ids that begin so are the engine's. */
const isUndoId = (id: string): boolean => id.startsWith('undo_');
const maxIdChars = 100;
const namePattern = /^[A-Za-z0-9_.:-]{1,64}$/;

const isWithin = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= max;

function checkFields(step: GraphStep): GraphProblem | null {
  if (!stepIdPattern.test(step.id) || step.id.length > maxIdChars) {
    return invalid(`Step id "${step.id.slice(0, 80)}" is not of the form task_1_2.`);
  }
  if (step.purpose === 'compensation' || step.undoes !== undefined || isUndoId(step.id)) {
    return invalid(`Step ${step.id}: undo is added by the engine alone.`);
  }
  if (step.rescues !== undefined) return invalid(`Step ${step.id}: helpers are the engine's.`);
  if (step.judges !== undefined)
    return invalid(`Step ${step.id}: checks of claims are the engine's.`);
  if (!actionPattern.test(step.action)) return invalid(`Step ${step.id}: action is not a name.`);
  if (!isWithin(step.attempts_max, maxAttempts)) {
    return invalid(`Step ${step.id}: attempts_max is not from 1 to ${maxAttempts}.`);
  }
  if (!isWithin(step.timeout_ms, maxTimeoutMs)) {
    return invalid(`Step ${step.id}: timeout_ms is not from 1 to ${maxTimeoutMs}.`);
  }
  const what =
    optionalProblem(step) ?? groupProblem(step) ?? checksProblem(step) ?? recoveryProblem(step);
  return what === null ? null : invalid(`Step ${step.id}: ${what}.`);
}

function optionalProblem(step: GraphStep): string | null {
  const { when, wait, priority, slot, undo, approval, backoff } = step;
  if (backoff && !isBackoff(backoff)) return 'backoff is not from 0 up to its most, in ms';
  if (when && (!step.needs.includes(when.step) || !namePattern.test(when.is))) {
    return 'when names a decision that is not one of its needs, or no plain choice';
  }
  if (wait && (!waitReasons.includes(wait.for) || !namePattern.test(wait.key ?? 'x'))) {
    return 'wait.for is not a reason to wait, or wait.key is not a plain name';
  }
  if (step.cost && !areAmounts(step.cost)) return 'cost is not made of whole numbers';
  if (wait?.for === 'approval') return 'what is to be approved says approval, not wait';
  const isWork = step.purpose !== 'group' && step.purpose !== 'checkpoint';
  if (approval && !(isWork && isWithin(approval.lasts_ms, maxTimeoutMs))) {
    return `approval.lasts_ms is not from 1 to ${maxTimeoutMs}, or nobody does it`;
  }
  if (wait?.for === 'capability' && step.performer !== 'agent') {
    return 'only an agent is waited for by its capability';
  }
  if (wait && !hasTimes(wait)) return 'wait is not a time';
  if (step.sla && !isSla(step.sla)) return 'sla is not a span or a time';
  if (priority !== undefined && !isWithin(priority + 1, 10)) return 'priority is not from 0 to 9';
  if (slot !== undefined && !namePattern.test(slot)) return 'slot is not a plain name';
  if (!namePattern.test(step.schema ?? 'x')) return 'schema is not the id of a content';
  if (undo && !actionPattern.test(undo.action)) return 'undo.action is not a name';
  if (undo && step.reversibility === undefined) return 'undo without reversibility';
  return null;
}

const isSla = ({ within_ms = 1, until = 1 }: NonNullable<GraphStep['sla']>): boolean =>
  isWithin(within_ms, maxTimeoutMs) && isWithin(until, Number.MAX_SAFE_INTEGER);

const isBackoff = ({ first_ms: firstMs, most_ms: mostMs }: Backoff): boolean =>
  isTime(firstMs, mostMs) && isTime(mostMs, maxTimeoutMs);

export const maxRungs = 8;

/** What only an alternate has, since it is a step of its own. */
function ownProblem({ strategy, ...rung }: RecoveryDef): string | null {
  const { tier, approval, reversibility, undo } = rung;
  const said = [tier, approval, reversibility, undo].some((part) => part !== undefined);
  if (said && strategy !== 'alternate') return 'only an alternate has risks of its own';
  if (tier !== undefined && ![1, 2, 3].includes(tier)) return 'tier is not 1, 2 or 3';
  if (approval && !isWithin(approval.lasts_ms, maxTimeoutMs)) return 'approval.lasts_ms is no span';
  if (reversibility !== undefined && !reversibilities.includes(reversibility)) {
    return 'reversibility is none';
  }
  if (undo && !(performers.includes(undo.performer) && actionPattern.test(undo.action))) {
    return 'undo names no performer or no action';
  }
  return undo && reversibility === undefined ? 'undo without reversibility' : null;
}

function recoveryProblem({ recovery, purpose }: GraphStep): string | null {
  if (!recovery) return null;
  if (purpose === 'group' || purpose === 'checkpoint') return 'only work is recovered';
  if (!isWithin(recovery.length, maxRungs)) return `recovery has not 1 to ${maxRungs} rungs`;
  for (const rung of recovery) {
    const { strategy, performer, action } = rung;
    if (!strategies.includes(strategy)) return 'recovery names a strategy that is none';
    if (performer !== undefined && !performers.includes(performer)) return 'recovery: no performer';
    if (action !== undefined && !actionPattern.test(action))
      return 'recovery: action is not a name';
    const isSame = strategy === 'alternate' && performer === undefined && action === undefined;
    if (isSame) return 'recovery: an alternate says what is done otherwise';
    const own = ownProblem(rung);
    if (own !== null) return `recovery: ${own}`;
  }
  return null;
}

const keyPattern = /^[a-z][a-z0-9]{0,15}$/;
const maxChecks = 8;
/** The ids of its checks are longer than its own. */
const maxCheckedIdChars = 70;

function checksProblem({ checks, purpose, id }: GraphStep): string | null {
  if (!checks) return null;
  if (purpose !== 'work') return 'only work is checked';
  if (!isWithin(checks.length, maxChecks)) return `checks are not from 1 to ${maxChecks}`;
  if (id.length > maxCheckedIdChars) return `its id is longer than ${maxCheckedIdChars} characters`;
  if (new Set(checks.map(({ key }) => key)).size < checks.length) return 'two checks have one key';
  for (const check of checks) {
    if (!keyPattern.test(check.key)) return 'the key of a check is not a plain name';
    if (!actionPattern.test(check.action)) return `the action of check ${check.key} is not a name`;
    if (!performers.includes(check.performer)) return `check ${check.key} has no performer`;
    if (check.cost && !areAmounts(check.cost)) return `check ${check.key}: cost is not an amount`;
    if (!isWithin(check.attempts_max, maxAttempts)) {
      return `check ${check.key}: attempts_max is not from 1 to ${maxAttempts}`;
    }
    if (!isWithin(check.timeout_ms, maxTimeoutMs))
      return `check ${check.key}: timeout_ms is not a time`;
  }
  return null;
}

/** Up to the last year that has four digits; a span up to a hundred years. */
const latestMs = Date.UTC(9999, 0);
const longestMs = 100 * maxTimeoutMs;

const isTime = (ms: number, maxMs: number): boolean =>
  Number.isSafeInteger(ms) && ms >= 0 && ms <= maxMs;

const hasTimes = ({ until = 0, delay_ms: delayMs = 0 }: StepWait): boolean =>
  isTime(until, latestMs) && isTime(delayMs, longestMs);

function groupProblem(step: GraphStep): string | null {
  const { join, rounds_max: rounds, purpose } = step;
  if (purpose !== 'group') {
    return join === undefined && rounds === undefined ? null : 'only groups have join and rounds';
  }
  if (typeof join === 'number' && !isWithin(join, step.needs.length)) {
    return `join is not from 1 to the ${step.needs.length} members`;
  }
  return rounds === undefined || isWithin(rounds, maxAttempts)
    ? null
    : 'rounds_max is out of range';
}

function checkEdges(step: GraphStep, known: Pick<ReadonlySet<string>, 'has'>): GraphProblem | null {
  if (step.parent !== undefined && !known.has(step.parent)) {
    return invalid(`Step ${step.id} is part of ${step.parent}, which is not there.`);
  }
  // They are passed with their last need; one without would be waited for without end.
  if (step.purpose === 'group' && step.needs.length === 0) {
    return invalid(`Group ${step.id} has nothing in it.`);
  }
  if (step.purpose === 'checkpoint' && step.needs.length === 0) {
    return invalid(`Checkpoint ${step.id} comes after nothing.`);
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

/** The run ends with its groups, so whoever has a parent is one of those that the parent waits for. */
function findStray(
  defs: Iterable<GraphStep>,
  defOf: (id: string) => GraphStep | undefined,
): GraphProblem | null {
  const members = new Map<string, ReadonlySet<string>>();
  for (const { id, parent } of defs) {
    if (parent === undefined) continue;
    const own = members.get(parent) ?? new Set(defOf(parent)?.needs);
    members.set(parent, own);
    if (!own.has(id)) return invalid(`Step ${id} is part of ${parent}, which does not need it.`);
  }
  return null;
}

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
  const defs = new Map(steps.map((step) => [step.id, step]));
  const stray = findStray(steps, (id) => defs.get(id));
  if (stray) return stray;
  const cycle = findCycle(steps);
  return cycle ? invalid(`The steps wait for each other: ${cycleText(cycle)}.`) : null;
}

/** What a patch does to the steps that are there. */
interface PatchedSteps {
  readonly changed: ReadonlyMap<string, GraphStep>;
  readonly cancelled: ReadonlySet<string>;
  readonly superseded: ReadonlySet<string>;
}

/** Checks and undo are the engine's: nothing waits for one, and nothing is part of one. */
function besideProblem(state: RunState, { id, needs, parent }: GraphStep): GraphProblem | null {
  const other = [...needs, parent ?? ''].find((name) => {
    const step = state.steps.get(name);
    return step !== undefined && isBeside(step);
  });
  return other === undefined ? null : invalid(`${id} cannot build on ${other}, which is no work.`);
}

/** Whether something that is needed will never come, by name. */
function findDeadNeed(
  state: RunState,
  def: GraphStep,
  { cancelled, superseded }: PatchedSteps,
): string | undefined {
  return def.needs.find((id) => {
    if (cancelled.has(id) || superseded.has(id)) return true;
    const now = state.steps.get(id)?.state;
    return now === 'CANCELLED' || now === 'SUPERSEDED' || now === 'COMPENSATED';
  });
}

/** Steps that are not touched and need something that the patch takes away. */
function findOrphan(state: RunState, patched: PatchedSteps): GraphProblem | null {
  for (const id of patched.cancelled) {
    for (const name of state.steps.get(id)?.successors ?? []) {
      const next = state.steps.get(name);
      const isTouched =
        patched.changed.has(name) || patched.cancelled.has(name) || patched.superseded.has(name);
      if (!next || isTouched || next.state !== 'PENDING') continue;
      return invalid(`${name} needs ${id}, which the patch cancels. Change ${name} too.`);
    }
  }
  return null;
}

/** Cycles go through what is new; what is settled cannot be in one. */
function findNewCycle(state: RunState, defs: ReadonlyMap<string, GraphStep>): string[] | null {
  const reached = new Map<string, GraphStep>();
  const queue = [...defs.values()];
  for (let def = queue.pop(); def; def = queue.pop()) {
    if (reached.has(def.id)) continue;
    reached.set(def.id, def);
    for (const id of def.needs) {
      const need = state.steps.get(id);
      const next = defs.get(id) ?? (need && !stepIsSatisfied(need.state) ? need.def : undefined);
      if (next) queue.push(next);
    }
  }
  const open = [...reached.values()].map((def) => ({
    ...def,
    needs: def.needs.filter((id) => reached.has(id)),
  }));
  return findCycle(open);
}

export function checkPatchedGraph(
  state: RunState,
  added: readonly GraphStep[],
  patched: PatchedSteps,
): GraphProblem | null {
  const defs = new Map([...added, ...patched.changed.values()].map((def) => [def.id, def]));
  if (defs.size !== added.length + patched.changed.size) return invalid('Two steps have one id.');
  const isKnown = { has: (id: string) => defs.has(id) || state.steps.has(id) };
  for (const def of defs.values()) {
    const problem = checkFields(def) ?? checkEdges(def, isKnown) ?? besideProblem(state, def);
    if (problem) return problem;
    const dead = findDeadNeed(state, def, patched);
    if (dead !== undefined) return invalid(`${def.id} needs ${dead}, which will not be done.`);
  }
  const stray = findStray(added, (id) => defs.get(id) ?? state.steps.get(id)?.def);
  if (stray) return stray;
  const cycle = findNewCycle(state, defs);
  if (cycle) return invalid(`The steps wait for each other: ${cycleText(cycle)}.`);
  return findOrphan(state, patched);
}
