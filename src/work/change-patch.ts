// What a change request comes to on the graph as it is: which steps wait, are offered again, or are looked at by
// a person first. Finished work is never touched, and of what is affected only what comes first is changed.
import { PlanwrightError } from '../base/errors.ts';
import type { ChangeKind } from '../contract/execution-change.ts';
import type { NewStep } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { isBeside, isGroup, type RunState, type Step, stepIsOpen } from '../engine/state.ts';
import type { ChangePatch } from './change-request.ts';
import type { StepSpec } from './step-spec.ts';

export interface ChangeWish {
  readonly kind: Exclude<ChangeKind, 'edit'>;
  readonly affects: readonly string[];
  /** Of a delay, by step. */
  readonly untilOf: (step: string) => number;
  readonly reason: string;
  readonly letFinish: boolean;
  /** Tells what it adds from what is there. */
  readonly key: string;
  /** Whether somebody but the lost one is there for an action. */
  readonly canDo: (action: string) => boolean;
}

export interface LeftAlone {
  readonly step_id: string;
  readonly why: string;
}

export interface ChangeDraft {
  readonly patch: ChangePatch;
  readonly left: readonly LeftAlone[];
}

export type SpecReader = (step: Step) => Promise<StepSpec>;

const invalid = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

function existing(state: RunState, id: string): Step {
  const step = state.steps.get(id);
  if (step && !isBeside(step)) return step;
  throw invalid(`There is no step ${id}. execution_tasks lists them.`);
}

/** The work below it, or itself. */
function leavesOf(state: RunState, step: Step): Step[] {
  if (!isGroup(step)) return step.def.purpose === 'checkpoint' ? [] : [step];
  return step.children.flatMap((id) => {
    const child = state.steps.get(id);
    return child && !isBeside(child) ? leavesOf(state, child) : [];
  });
}

/** Why it stays as it is; null if it does not. */
function whyLeft(step: Step, letFinish: boolean): string | null {
  const { state } = step;
  if (state === 'DONE') return 'It was handed in, and is being checked.';
  if (!stepIsOpen(state)) return `It is ${state}.`;
  return state === 'LEASED' && letFinish ? 'Who works on it finishes it.' : null;
}

/** All that has to come before it, through what is not done yet. */
function hasNeedAmong(state: RunState, step: Step, among: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  const queue = [...step.def.needs];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (among.has(id)) return true;
    const need = state.steps.get(id);
    if (need && stepIsOpen(need.state)) queue.push(...need.def.needs);
  }
  return false;
}

interface Affected {
  /** Those that none of the others comes before. */
  readonly first: readonly Step[];
  readonly left: readonly LeftAlone[];
}

/** An assumption may be named for the record; plans do not say what hangs on one. */
const isAssumption = (state: RunState, id: string): boolean =>
  /^assumption_\d+$/.test(id) && !state.steps.has(id);

function affectedBy(state: RunState, { affects, letFinish, kind }: ChangeWish): Affected {
  const named = affects.filter((id) => kind !== 'drift' || !isAssumption(state, id));
  if (named.length === 0) throw invalid('affects: say which steps.');
  const leaves = new Set(named.flatMap((id) => leavesOf(state, existing(state, id))));
  const left: LeftAlone[] = [];
  const open = [...leaves].filter((step) => {
    const why = whyLeft(step, letFinish);
    if (why !== null) left.push({ step_id: step.def.id, why });
    return why === null;
  });
  const ids = new Set(open.map(({ def }) => def.id));
  return { first: open.filter((step) => !hasNeedAmong(state, step, ids)), left };
}

/** A wait for something else than time is over when that happens, and not before. */
const waitsForMore = ({ def: { wait } }: Step): boolean =>
  wait !== undefined && wait.for !== 'time' && wait.for !== 'capability';

async function delayed(
  state: RunState,
  wish: ChangeWish,
  readSpec: SpecReader,
): Promise<ChangeDraft> {
  const { first, left } = affectedBy(state, wish);
  const changed: NewStep[] = [];
  const rest = [...left];
  for (const step of first) {
    const { def } = step;
    if (waitsForMore(step)) {
      rest.push({ step_id: def.id, why: `It waits for ${def.wait?.for ?? ''} already.` });
      continue;
    }
    const until = Math.max(wish.untilOf(def.id), def.wait?.until ?? 0);
    changed.push({ def: { ...def, wait: { for: 'time', until } }, spec: await readSpec(step) });
  }
  return draftOf(wish, { changed }, rest);
}

/** What it has goes to others; where nobody else can do it, it waits for somebody who can. */
async function offered(
  state: RunState,
  wish: ChangeWish,
  readSpec: SpecReader,
): Promise<ChangeDraft> {
  const lost = new Set(wish.affects);
  const held = [...state.steps.values()].filter(
    ({ lease, def, state: now }) =>
      now === 'LEASED' && lost.has(lease?.holder ?? '') && def.purpose !== 'approval',
  );
  const beside = held.filter(isBeside).map(({ def }) => ({
    step_id: def.id,
    why: 'It goes to others when its lease runs out.',
  }));
  const changed: NewStep[] = [];
  for (const step of held) {
    if (isBeside(step)) continue;
    const { wait: _, ...def } = step.def;
    const isAlone = def.performer === 'agent' && !wish.canDo(def.action);
    const wait = isAlone ? { wait: { for: 'capability' } as const } : {};
    changed.push({ def: { ...def, ...wait }, spec: await readSpec(step) });
  }
  return draftOf(wish, { changed }, beside);
}

const dayMs = 24 * 3_600_000;

const reviewDef = (id: string): GraphStep => ({
  id,
  needs: [],
  performer: 'human',
  purpose: 'work',
  action: 'review_assumption',
  attempts_max: 3,
  timeout_ms: 30 * dayMs,
  tier: 1,
});

const reviewSpec = (reason: string, steps: readonly Step[]): StepSpec => ({
  title: `Look again: ${reason}`.slice(0, 200),
  description: `${reason}\nWhat hangs on it waits: ${steps.map(({ def }) => def.id).join(', ')}. Say that it stays as it is, or ask for a change of it first.`,
  role: '',
  params: {},
  acceptance_criteria: [],
  task_title: 'A drifted assumption',
  planned_start: '',
  planned_finish: '',
});

/** A person looks before what hangs on the assumption goes on. */
async function reviewed(
  state: RunState,
  wish: ChangeWish,
  readSpec: SpecReader,
): Promise<ChangeDraft> {
  const { first, left } = affectedBy(state, wish);
  const id = `review_${wish.key}`;
  const changed = await Promise.all(
    first.map(async (step): Promise<NewStep> => {
      const { def } = step;
      return { def: { ...def, needs: [...def.needs, id] }, spec: await readSpec(step) };
    }),
  );
  const added = [{ def: reviewDef(id), spec: reviewSpec(wish.reason, first) }];
  return draftOf(wish, { changed, added: changed.length > 0 ? added : [] }, left);
}

function draftOf(
  { letFinish, kind }: ChangeWish,
  { changed, added = [] }: { readonly changed: readonly NewStep[]; readonly added?: NewStep[] },
  left: readonly LeftAlone[],
): ChangeDraft {
  if (changed.length === 0) {
    const why = left.map(({ step_id, why: reason }) => ` ${step_id}: ${reason}`).join('');
    const none = kind === 'lost_agent' ? 'It works on no step here.' : 'Nothing is left of it.';
    throw new PlanwrightError('not_allowed_now', `${none}${why}`.slice(0, 1_000));
  }
  return { patch: { added, changed, cancelled: [], let_finish: letFinish }, left };
}

export function draftChange(
  state: RunState,
  wish: ChangeWish,
  readSpec: SpecReader,
): Promise<ChangeDraft> {
  switch (wish.kind) {
    case 'delay':
      return delayed(state, wish, readSpec);
    case 'lost_agent':
      return offered(state, wish, readSpec);
    case 'drift':
      return reviewed(state, wish, readSpec);
  }
}
