// The one way in which a graph changes while it runs: a patch, checked against the graph as it is.
import { addAttemptEnd } from './attempt-end.ts';
import { depthOf } from './budget.ts';
import { Cascade } from './cascade.ts';
import type { CommandOf, Refs } from './commands.ts';
import { resumeEvents } from './decide-step.ts';
import { type Decision, leaseLost, notNow, reject } from './decision.ts';
import type { EventData, GraphStep, PatchCause, Waiting } from './event-types.ts';
import { firstWait, newStep, proposalRef } from './first-wait.ts';
import { checkPatchedGraph, maxSteps } from './graph.ts';
import { isHeld } from './held.ts';
import {
  isBeside,
  isGroup,
  isJudge,
  isRescuer,
  type RunState,
  runIsOver,
  type Step,
  stepIsHeld,
  stepIsOpen,
  stepIsSatisfied,
} from './state.ts';

const causeLetters: Partial<Record<PatchCause, string>> = {
  fan_out: 'f',
  loop: 'l',
  sub_graph: 's',
  alternate: 'a',
  revision: 'r',
};

/** The same cause for the same step gives the same id, so that a patch made twice is seen as one. */
export const derivedId = (anchor: string, cause: PatchCause, key: string | number): string =>
  `${anchor}_${causeLetters[cause] ?? 'x'}${key}`;

/** What the patch comes to, once the graph as it is was looked at. */
interface Draft {
  readonly changed: Map<string, GraphStep>;
  readonly cancelled: Set<string>;
  readonly superseded: Set<string>;
}

class Refusal extends Error {
  readonly decision: Decision;
  constructor(decision: Decision) {
    super('refused');
    this.decision = decision;
  }
}

const refuse = (message: string): Refusal => new Refusal(reject('INVALID_ARGUMENTS', message));
const stale = (message: string): Refusal => new Refusal(reject('stale_patch', message));

function existing(state: RunState, id: string): Step {
  const step = state.steps.get(id);
  if (!step) throw refuse(`There is no step ${id}.`);
  return step;
}

/** The definition it has in this patch so far. */
const defIn = (draft: Draft, step: Step): GraphStep => draft.changed.get(step.def.id) ?? step.def;

function mapNeeds(
  draft: Draft,
  step: Step,
  map: (needs: readonly string[]) => readonly string[],
): void {
  const def = defIn(draft, step);
  draft.changed.set(def.id, { ...def, needs: map(def.needs) });
}

const isTouchable = (step: Step): boolean => stepIsOpen(step.state) || step.state === 'FAILED';

function checkTouchable(step: Step): void {
  if (isBeside(step)) throw refuse(`${step.def.id} is the engine's, and not part of the plan.`);
  if (isTouchable(step)) return;
  const { id } = step.def;
  throw new Refusal(notNow(`${id} is ${step.state}, and what is settled never changes.`));
}

function addReplacement(
  state: RunState,
  draft: Draft,
  def: GraphStep,
  patch: CommandOf<'patch'>,
): void {
  const own = patch.held?.step;
  const old = existing(state, def.replaces ?? '');
  const id = old.def.id;
  if (!stepIsSatisfied(old.state)) {
    checkTouchable(old);
    draft.superseded.add(id);
    cancelBelow(state, draft, old, patch.by);
  }
  for (const name of old.successors) {
    const next = existing(state, name);
    // Whoever makes the patch goes on with what it has.
    if (!isTouchable(next) || name === own) continue;
    mapNeeds(draft, next, (needs) => needs.map((need) => (need === id ? def.id : need)));
  }
}

function cancelBelow(state: RunState, draft: Draft, group: Step, by: string): void {
  for (const id of group.children) {
    const child = existing(state, id);
    // Checks end with the attempt that they judge; a helper that makes the patch goes on.
    if (isJudge(child) || (isRescuer(child) && child.lease?.holder === by)) continue;
    if (stepIsOpen(child.state)) draft.cancelled.add(id);
    cancelBelow(state, draft, child, by);
  }
}

/** A group goes on without what is out of it; one that has nothing left is out as well. */
function leaveGroups(state: RunState, draft: Draft): void {
  const queue = [...draft.cancelled];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    for (const name of existing(state, id).successors) {
      const next = existing(state, name);
      if (draft.cancelled.has(name) || draft.superseded.has(name)) continue;
      if (!isGroup(next) || !isTouchable(next)) continue;
      mapNeeds(draft, next, (needs) => needs.filter((need) => need !== id));
      if (defIn(draft, next).needs.length > 0) continue;
      draft.changed.delete(name);
      draft.cancelled.add(name);
      queue.push(name);
    }
  }
}

function draftOf(state: RunState, patch: CommandOf<'patch'>): Draft {
  const draft: Draft = { changed: new Map(), cancelled: new Set(), superseded: new Set() };
  for (const def of patch.changed ?? []) {
    checkTouchable(existing(state, def.id));
    draft.changed.set(def.id, def);
  }
  for (const id of patch.cancelled ?? []) {
    const step = existing(state, id);
    checkTouchable(step);
    draft.cancelled.add(id);
    cancelBelow(state, draft, step, patch.by);
  }
  for (const def of patch.added) {
    if (def.replaces !== undefined) addReplacement(state, draft, def, patch);
  }
  for (const { group, needs } of patch.extend ?? []) addMembers(state, draft, group, needs);
  for (const def of patch.added) joinParent(state, draft, def);
  leaveGroups(state, draft);
  reopenGroups(state, draft);
  for (const id of draft.cancelled) draft.changed.delete(id);
  for (const id of draft.superseded) draft.changed.delete(id);
  return draft;
}

function addMembers(state: RunState, draft: Draft, id: string, members: readonly string[]): void {
  const group = existing(state, id);
  if (!isGroup(group)) throw refuse(`${id} is not a group.`);
  checkTouchable(group);
  mapNeeds(draft, group, (needs) => [...needs, ...members.filter((one) => !needs.includes(one))]);
}

/** Whoever belongs to a group is one of those it waits for. */
function joinParent(state: RunState, draft: Draft, { id, parent }: GraphStep): void {
  if (parent !== undefined && state.steps.has(parent)) addMembers(state, draft, parent, [id]);
}

/** A group that failed because of what is changed now may still come true, and so may those above. */
function reopenGroups(state: RunState, draft: Draft): void {
  const queue = [...draft.changed.keys(), ...draft.superseded];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const name of state.steps.get(id)?.successors ?? []) {
      const group = existing(state, name);
      if (!isGroup(group) || group.state !== 'FAILED' || draft.changed.has(name)) continue;
      draft.changed.set(name, group.def);
      queue.push(name);
    }
  }
}

/** Everything that the patch touches, and all that comes after it. */
function coneOf(state: RunState, draft: Draft): Set<string> {
  const cone = new Set<string>();
  const queue = [...draft.changed.keys(), ...draft.cancelled, ...draft.superseded];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (cone.has(id)) continue;
    cone.add(id);
    queue.push(...(state.steps.get(id)?.successors ?? []));
  }
  return cone;
}

function checkFresh(state: RunState, draft: Draft, baseRev: number | undefined): void {
  if (baseRev === undefined || baseRev === state.rev) return;
  if (baseRev > state.rev) throw refuse(`base_rev is ${baseRev}; the graph is at ${state.rev}.`);
  for (const id of coneOf(state, draft)) {
    if ((state.steps.get(id)?.graphRev ?? 0) <= baseRev) continue;
    throw stale(
      `${id} was changed since revision ${baseRev}. Look at ${state.rev}, and try again.`,
    );
  }
}

function checkDepth(state: RunState, { added }: CommandOf<'patch'>): void {
  const { depth } = state.purse.limits;
  if (depth === undefined) return;
  const parents = new Map(added.map((def) => [def.id, def.parent]));
  const parentOf = (id: string): string | undefined =>
    parents.has(id) ? parents.get(id) : state.steps.get(id)?.def.parent;
  const deep = added.find((def) => depthOf(parentOf, def.id) > depth);
  if (!deep) return;
  const message = `${deep.id} lies deeper than the ${depth} levels that the budget allows.`;
  throw new Refusal(reject('limit_exceeded', message));
}

function checkAdded(state: RunState, patch: CommandOf<'patch'>): void {
  const letter = causeLetters[patch.cause];
  for (const def of patch.added) {
    if (state.steps.has(def.id)) throw new Refusal(reject('conflict', `${def.id} exists already.`));
    const anchor = def.replaces ?? def.parent;
    const isDerived =
      letter === undefined || (anchor !== undefined && def.id.startsWith(`${anchor}_${letter}`));
    if (!isDerived) throw refuse(`${def.id} is not derived from ${anchor ?? 'its parent'}.`);
  }
  checkDepth(state, patch);
  if (state.steps.size + patch.added.length <= maxSteps) return;
  const message = `With ${patch.added.length} more the run has over ${maxSteps} steps. Use child runs.`;
  throw new Refusal(reject('limit_exceeded', message));
}

function checkRound(state: RunState, { cause, roundOf }: CommandOf<'patch'>): void {
  if (cause !== 'loop') {
    if (roundOf !== undefined) throw refuse('Only a loop goes round.');
    return;
  }
  const group = existing(state, roundOf ?? '');
  const max = group.def.rounds_max ?? 0;
  if (group.rounds < max) return;
  const message = `${group.def.id} went round ${group.rounds} times; ${max} are allowed.`;
  throw new Refusal(reject('limit_exceeded', message));
}

/** Who works on what is touched loses it, or keeps it as it is. */
function takeFromHolders(
  state: RunState,
  draft: Draft,
  letFinish: boolean,
  cascade: Cascade,
): void {
  for (const id of [...draft.changed.keys(), ...draft.cancelled, ...draft.superseded]) {
    const step = existing(state, id);
    if (!stepIsHeld(step.state)) continue;
    if (letFinish) {
      // Its successors would wait for the new one, and nobody would use what comes of this one.
      if (draft.superseded.has(id)) throw new Refusal(notNow(`${id} is worked on: let it finish.`));
      draft.changed.delete(id);
      draft.cancelled.delete(id);
      continue;
    }
    addAttemptEnd(cascade, step, { as: 'revoked', class: 'cancelled', to: 'READY' });
  }
}

/** New or changed steps whose needs are there. Where a decision went otherwise, `settle` skips. */
function openedBy(
  state: RunState,
  defs: readonly GraphStep[],
  specs: Refs,
  now: number,
): { ready: string[]; waiting?: Waiting[] } {
  const ready: string[] = [];
  const waiting: Waiting[] = [];
  for (const def of defs) {
    if (def.purpose === 'group' || def.purpose === 'checkpoint') continue;
    const needs = def.needs.map((id) => state.steps.get(id));
    if (!needs.every((need) => need && stepIsSatisfied(need.state))) continue;
    if (def.when && state.steps.get(def.when.step)?.choice !== def.when.is) continue;
    const old = state.steps.get(def.id);
    const wanted = newStep(def, specs[def.id] ?? old?.spec, specs[proposalRef(def.id)]);
    const revision = old ? old.revision + 1 : 1;
    const wait = firstWait(state.id, { ...wanted, revision }, now);
    if (wait) waiting.push(wait);
    else ready.push(def.id);
  }
  return waiting.length > 0 ? { ready, waiting } : { ready };
}

function patchData(
  state: RunState,
  patch: CommandOf<'patch'>,
  draft: Draft,
  now: number,
): EventData['graph.patched'] {
  const changed = [...draft.changed.values()];
  const { cancelled, superseded } = draft;
  return {
    base_rev: patch.baseRev ?? state.rev,
    rev: state.rev + 1,
    by: patch.by,
    cause: patch.cause,
    added: patch.added,
    ...(changed.length > 0 ? { changed } : {}),
    ...(cancelled.size > 0 ? { cancelled: [...cancelled] } : {}),
    ...(superseded.size > 0 ? { superseded: [...superseded] } : {}),
    ...(patch.roundOf === undefined ? {} : { round_of: patch.roundOf }),
    ...openedBy(state, [...changed, ...patch.added], patch.specs, now),
  };
}

function planPatch(state: RunState, patch: CommandOf<'patch'>, now: number): Decision {
  checkAdded(state, patch);
  checkRound(state, patch);
  const draft = draftOf(state, patch);
  checkFresh(state, draft, patch.baseRev);
  const cascade = new Cascade(state, now);
  for (const event of resumeEvents(state, patch.by)) cascade.add(event);
  takeFromHolders(state, draft, patch.letFinish ?? false, cascade);
  const problem = checkPatchedGraph(state, patch.added, draft);
  if (problem) throw new Refusal(reject(problem.code, problem.message));
  const data = patchData(state, patch, draft, now);
  cascade.add({ type: 'graph.patched', data, refs: patch.specs });
  return { events: cascade.events };
}

export function decidePatch(state: RunState, patch: CommandOf<'patch'>, now: number): Decision {
  if (patch.held && !isHeld(state, patch.held)) return leaseLost(patch.held.step);
  const isFinal = state.status === 'COMPLETED' || state.status === 'CANCELLED';
  if (isFinal || state.ending) return notNow('The run takes no more changes.');
  if (state.forkOf !== '') return notNow('A fork stays as it was made: make another one.');
  try {
    return planPatch(state, patch, now);
  } catch (error) {
    if (error instanceof Refusal) return error.decision;
    throw error;
  }
}

/** What a patch left behind: groups that are done or lost, branches not taken, a run with no more to do. */
export function decideSettle(state: RunState, now: number): Decision {
  if (runIsOver(state.status)) return { events: [] };
  const cascade = new Cascade(state, now);
  for (const step of state.steps.values()) {
    if (step.state === 'PENDING') cascade.look(step);
  }
  return { events: cascade.finish() };
}
