// A patch onto the graph: new steps, steps with a new definition, steps that are out.
import { countNewStep, impossible, moveStep, stepOf } from './apply-move.ts';
import type { EventData, GraphStep, RunEvent, Waiting } from './event-types.ts';
import { proposalRef } from './first-wait.ts';
import { isGroup, type RunState, type Step, stepIsLost, stepIsSatisfied } from './state.ts';

function countNeeds(state: RunState, step: Step): void {
  step.missing = 0;
  step.lost = 0;
  for (const id of step.def.needs) {
    const need = state.steps.get(id);
    if (!need || !stepIsSatisfied(need.state)) step.missing += 1;
    if (need && isGroup(step) && stepIsLost(need.state)) step.lost += 1;
  }
}

function addStep(state: RunState, event: RunEvent, def: GraphStep): void {
  const step: Step = {
    def,
    spec: event.refs?.[def.id] ?? null,
    successors: [],
    children: [],
    position: state.steps.size,
    missing: 0,
    lost: 0,
    rounds: 0,
    revision: 1,
    graphRev: state.rev,
    state: 'PENDING',
    wait: null,
    attempt: 0,
    failures: 0,
    unheard: 0,
    lease: null,
    lapsed: null,
    firstLeasedSeq: 0,
    lastHolder: '',
    choice: '',
    claim: null,
    output: null,
    error: null,
    proposal: null,
    approval: null,
    recoveries: 0,
    grants: 0,
    stored: null,
    barred: null,
    answer: null,
    turnAt: 0,
    changedAt: event.at,
  };
  if (state.steps.has(def.id)) throw impossible(state, event, `${def.id} is there already`);
  state.steps.set(def.id, step);
  countNewStep(state, step);
}

function link(state: RunState, event: RunEvent, def: GraphStep): void {
  for (const need of def.needs) stepOf(state, event, need).successors.push(def.id);
  const parent = def.parent === undefined ? undefined : state.steps.get(def.parent);
  parent?.children.push(def.id);
  const step = stepOf(state, event, def.id);
  countNeeds(state, step);
}

/** Whoever needed it before and does not any more is not told any more. */
function relink(state: RunState, event: RunEvent, step: Step, def: GraphStep): void {
  const kept = new Set(def.needs);
  const before = new Set(step.def.needs);
  for (const need of before) {
    if (kept.has(need)) continue;
    const { successors } = stepOf(state, event, need);
    successors.splice(successors.indexOf(def.id), 1);
  }
  for (const need of def.needs) {
    if (!before.has(need)) stepOf(state, event, need).successors.push(def.id);
  }
}

function changeStep(state: RunState, event: RunEvent, def: GraphStep): void {
  const step = moveStep(state, event, def.id, 'changed');
  relink(state, event, step, def);
  step.def = def;
  step.spec = event.refs?.[def.id] ?? step.spec;
  step.revision += 1;
  step.proposal = event.refs?.[proposalRef(def.id)] ?? null;
  step.approval = null;
  step.recoveries = 0;
  step.barred = null;
  step.graphRev = state.rev;
  step.changedAt = event.at;
  countNeeds(state, step);
}

export function openSteps(
  state: RunState,
  event: RunEvent,
  ready: readonly string[],
  waiting: readonly Waiting[] = [],
): void {
  for (const id of ready) moveStep(state, event, id, 'made_ready');
  for (const one of waiting) {
    const step = moveStep(state, event, one.step, 'made_waiting');
    step.wait = { for: one.for, until: one.until, key: one.key };
  }
}

export function applyPatch(
  state: RunState,
  event: RunEvent,
  data: EventData['graph.patched'],
): void {
  state.rev = data.rev;
  for (const def of data.added) addStep(state, event, def);
  for (const id of data.superseded ?? []) moveStep(state, event, id, 'superseded');
  for (const def of data.changed ?? []) changeStep(state, event, def);
  for (const def of data.added) link(state, event, def);
  for (const id of data.cancelled ?? []) {
    moveStep(state, event, id, 'cancelled').graphRev = data.rev;
  }
  if (data.round_of !== undefined) stepOf(state, event, data.round_of).rounds += 1;
  if (data.cause === 'undo' && state.ending) state.ending.isPlanned = true;
  openSteps(state, event, data.ready, data.waiting);
}
