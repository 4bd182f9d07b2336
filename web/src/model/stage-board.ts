// The making of a plan as a board: groups of stages from left to right, each stage with its state, its
// parts and how long it took. Built from the events alone, so a reload shows the same.
import type { PublicEvent, TaskState } from '../../../src/contract/executions.ts';
import { type ShownStage, stageGroups } from '../../../src/contract/plan-stages.ts';
import type { PlanStatus } from '../../../src/contract/plans.ts';
import { humanize } from '../text/words.ts';

interface StepSeen {
  readonly state: TaskState;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly tries: number;
}

/** What the events so far say of each step, by its id. */
export type StepsSeen = ReadonlyMap<string, StepSeen>;

export interface StageCard {
  readonly name: string;
  readonly title: string;
  readonly state: TaskState;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly tries: number;
  readonly parts: number;
  readonly partsDone: number;
}

export interface BoardColumn {
  readonly title: string;
  readonly cards: readonly StageCard[];
  readonly done: number;
}

type Making = Pick<PlanStatus, 'detail'>;

const unseen: StepSeen = { state: 'QUEUED', startedAt: '', endedAt: '', tries: 0 };
const ends: ReadonlySet<TaskState> = new Set(['COMPLETE', 'ERROR', 'SKIPPED', 'CANCELLED']);

export function withEvent(seen: StepsSeen, event: PublicEvent): StepsSeen {
  if (event.changes.length === 0) return seen;
  const next = new Map(seen);
  for (const { step_id: id, state } of event.changes) {
    next.set(id, moved(next.get(id) ?? unseen, state, event.at));
  }
  return next;
}

function moved(step: StepSeen, state: TaskState, at: string): StepSeen {
  if (state === 'RUNNING') {
    const startedAt = step.startedAt === '' ? at : step.startedAt;
    return { state, startedAt, endedAt: '', tries: step.tries + 1 };
  }
  return { ...step, state, endedAt: ends.has(state) ? at : '' };
}

interface StepPlace {
  readonly stage: string;
  readonly role: 'whole' | 'split' | 'group' | 'part';
}

/** `stage_lever_triage`, `stage_premise_split`, `stage_premise_parts_fethics`. */
function placeOf(id: string): StepPlace | undefined {
  const found = /^stage_(.+?)(?:_(split|parts)(_.+)?)?$/.exec(id);
  if (found?.[1] === undefined) return undefined;
  const stage = found[1].replaceAll('_', '-');
  if (found[2] === undefined) return { stage, role: 'whole' };
  if (found[2] === 'split') return { stage, role: 'split' };
  return { stage, role: found[3] === undefined ? 'group' : 'part' };
}

interface StageSteps {
  whole: StepSeen | undefined;
  readonly inner: StepSeen[];
  readonly parts: StepSeen[];
}

function byStage(seen: StepsSeen): Map<string, StageSteps> {
  const stages = new Map<string, StageSteps>();
  for (const [id, step] of seen) {
    const place = placeOf(id);
    if (place === undefined || place.role === 'group') continue;
    const steps = stages.get(place.stage) ?? { whole: undefined, inner: [], parts: [] };
    stages.set(place.stage, steps);
    if (place.role === 'whole') steps.whole = step;
    else steps.inner.push(step);
    if (place.role === 'part') steps.parts.push(step);
  }
  return stages;
}

/** The most urgent of its steps; begun parts make it run. */
function stateOf({ whole, inner }: StageSteps): TaskState {
  if (whole !== undefined && ends.has(whole.state)) return whole.state;
  const states = new Set([...inner, ...(whole ? [whole] : [])].map(({ state }) => state));
  for (const state of ['ERROR', 'BLOCKED', 'RUNNING'] as const) if (states.has(state)) return state;
  return inner.some(({ state }) => state === 'COMPLETE') ? 'RUNNING' : 'QUEUED';
}

function cardOf({ name, title }: ShownStage, steps: StageSteps | undefined): StageCard {
  const all = steps ? [...steps.inner, ...(steps.whole ? [steps.whole] : [])] : [];
  const starts = all.map(({ startedAt }) => startedAt).filter((at) => at !== '');
  const parts = steps?.parts ?? [];
  return {
    name,
    title,
    state: steps ? stateOf(steps) : 'QUEUED',
    startedAt: starts.sort()[0] ?? '',
    endedAt: steps?.whole?.endedAt ?? '',
    tries: Math.max(0, ...all.map(({ tries }) => tries)),
    parts: parts.length,
    partsDone: parts.filter(({ state }) => state === 'COMPLETE').length,
  };
}

const detailOrder = ['brief', 'standard', 'full'] as const;

const isThere = ({ from }: ShownStage, detail: Making['detail']): boolean =>
  from === undefined || detailOrder.indexOf(detail) >= detailOrder.indexOf(from);

interface ShownGroup {
  readonly title: string;
  readonly stages: readonly ShownStage[];
}

/** Stages that were added to this plan stand before the last group: the plan is put together there. */
function groupsOf(stages: Iterable<string>, { detail }: Making): readonly ShownGroup[] {
  const names = new Set(stages);
  // A draft of earlier versions had few stages: the others are not waited for.
  const isDraft = names.has('playbook');
  const groups = stageGroups
    .map(({ title, stages: all }) => ({
      title,
      stages: all.filter((stage) => (isDraft ? names.has(stage.name) : isThere(stage, detail))),
    }))
    .filter(({ stages: own }) => own.length > 0);
  const known = new Set(stageGroups.flatMap((group) => group.stages.map(({ name }) => name)));
  const own = [...names].filter((name) => !known.has(name));
  if (own.length === 0) return groups;
  const added = { title: 'Own', stages: own.map((name) => ({ name, title: humanize(name) })) };
  return [...groups.slice(0, -1), added, ...groups.slice(-1)];
}

export function boardOf(seen: StepsSeen, making: Making): readonly BoardColumn[] {
  const steps = byStage(seen);
  return groupsOf(steps.keys(), making).map(({ title, stages }) => {
    const cards = stages.map((stage) => cardOf(stage, steps.get(stage.name)));
    return { title, cards, done: cards.filter(({ state }) => state === 'COMPLETE').length };
  });
}

export const stageTitle = (name: string): string =>
  stageGroups.flatMap(({ stages }) => stages).find((stage) => stage.name === name)?.title ??
  humanize(name);
