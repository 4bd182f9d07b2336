// What a change would come to, before anything happens: the machine decides the patch on the graph as it is, and
// a forecast takes in what it decided. What is shown is what applying it does.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import type {
  ChangeDates,
  ChangeDiff,
  ChangeMoney,
  MovedTask,
} from '../contract/execution-change.ts';
import type { NewStep, PatchRequest } from '../engine/engine-api.ts';
import type { EventData, GraphStep, RunEvent } from '../engine/event-types.ts';
import { decide } from '../engine/machine.ts';
import { isBeside, type RunState, stepIsOpen } from '../engine/state.ts';
import type { Minute, Project } from '../schedule/project.ts';
import { dueOf } from '../schedule/run/due.ts';
import type { ExecutionForecast } from './execution-forecast.ts';
import type { StepSpec } from './step-spec.ts';

const defsOf = (steps: readonly NewStep[] = []): GraphStep[] => steps.map(({ def }) => def);

/** The events that the patch would be now; throws what the engine would refuse it with. */
export function tryPatch(state: RunState, patch: PatchRequest, now: number): RunEvent[] {
  const { by, cause, baseRev, cancelled = [], letFinish = false } = patch;
  const decision = decide(
    state,
    {
      ...({ type: 'patch', by, cause, baseRev, cancelled, letFinish, specs: {} } as const),
      ...{ added: defsOf(patch.added), changed: defsOf(patch.changed) },
    },
    { now },
  );
  if (decision.rejection) {
    throw new PlanwrightError(decision.rejection.code, decision.rejection.message);
  }
  const at = Math.max(now, state.at);
  return decision.events.map((event, index) => ({
    ...event,
    ...{ run: state.id, seq: state.seq + index + 1, at },
  }));
}

type Patched = EventData['graph.patched'];

function patchedIn(events: readonly RunEvent[]): Patched {
  for (const event of events) if (event.type === 'graph.patched') return event.data;
  throw new TypeError('a patch patches');
}

type Titles = (step: string) => string;
type StepDiff = Pick<ChangeDiff, 'added' | 'changed' | 'cancelled' | 'taken_back'>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function fieldsOf(before: object | undefined, after: object): string[] {
  const old = new Map(Object.entries(before ?? {}));
  const names = new Set([...old.keys(), ...Object.keys(after)]);
  const now = new Map(Object.entries(after));
  return [...names].filter((name) => !isSame(old.get(name), now.get(name)));
}

export interface SpecChange {
  readonly before: StepSpec;
  readonly after: StepSpec;
}

/** Of the steps: what the machine decided, and whose work is taken back. */
export function stepDiff(
  state: RunState,
  events: readonly RunEvent[],
  titleOf: Titles,
  specs: ReadonlyMap<string, SpecChange>,
): StepDiff {
  const { added, changed = [], cancelled = [], superseded = [] } = patchedIn(events);
  const named = (id: string) => ({ step_id: id, title: titleOf(id) });
  const changedFields = (def: GraphStep): string[] => {
    const spec = specs.get(def.id);
    const words = spec ? fieldsOf(spec.before, spec.after) : [];
    return [...fieldsOf(state.steps.get(def.id)?.def, def), ...words].toSorted();
  };
  return {
    added: added.map(({ id }) => named(id)),
    changed: changed.map((def) => ({ ...named(def.id), fields: changedFields(def) })),
    cancelled: [...cancelled, ...superseded].map(named),
    taken_back: events.flatMap((event) => {
      if (event.type !== 'attempt.ended') return [];
      const { step } = event.data;
      return [{ ...named(step), holder: state.steps.get(step)?.lastHolder ?? '' }];
    }),
  };
}

const usd = (micros: number): number => micros / 1e6;
const sumOf = (defs: Iterable<GraphStep>): number => {
  let sum = 0;
  for (const { cost } of defs) sum += cost?.money ?? 0;
  return sum;
};

/** What the open steps say that one attempt of each may cost, in dollars. */
export function statedCosts(
  state: RunState,
  events: readonly RunEvent[],
): ChangeMoney['steps_usd'] {
  const { added, changed = [], cancelled = [], superseded = [] } = patchedIn(events);
  const open = new Map<string, GraphStep>();
  for (const step of state.steps.values()) {
    if (stepIsOpen(step.state) && !isBeside(step)) open.set(step.def.id, step.def);
  }
  const before = usd(sumOf(open.values()));
  for (const def of [...added, ...changed]) open.set(def.id, def);
  for (const id of [...cancelled, ...superseded]) open.delete(id);
  return { before, after: usd(sumOf(open.values())) };
}

const timeOf = (minute: Minute): string => isoTime(minute * 60_000);
const daysOf = (minutes: number): number => Math.round((minutes / 1_440) * 100) / 100;
const mostTasks = 50;

interface Moved extends MovedTask {
  readonly isMilestone: boolean;
}

type Dates = ReadonlyMap<string, Minute>;

function movedTasks({ tasks }: Project, before: Dates, after: Dates): Moved[] {
  return tasks
    .flatMap(({ id, name, kind }): Moved[] => {
      const [was, is] = [before.get(id), after.get(id)];
      if (kind === 'summary' || was === undefined || is === undefined || was === is) return [];
      const moved = { before: timeOf(was), after: timeOf(is), days: daysOf(is - was) };
      return [{ task_id: id, title: name, ...moved, isMilestone: kind === 'milestone' }];
    })
    .toSorted((a, b) => Math.abs(b.days) - Math.abs(a.days));
}

function plain(moved: Moved): MovedTask {
  const { isMilestone: _, ...task } = moved;
  return task;
}

/** By the same forecast that execution_forecast shows, without and with the change. */
export function datesDiff(
  before: ExecutionForecast,
  after: ExecutionForecast,
  nowMs: number,
): ChangeDates {
  const [was, is] = [before.live(nowMs), after.live(nowMs)];
  const datesOf = (live: typeof was): Dates =>
    new Map(live.dates.all().map(({ id, finish }) => [id, finish]));
  const rows = is.dates.all().map((row) => ({ ...row, way: null }));
  const due = dueOf(is.project, rows);
  const moved = movedTasks(is.project, datesOf(was), datesOf(is));
  return {
    finish: {
      before: timeOf(was.finish),
      after: timeOf(is.finish),
      days: daysOf(is.finish - was.finish),
    },
    milestones: moved.filter(({ isMilestone }) => isMilestone).map(plain),
    tasks: moved.slice(0, mostTasks).map(plain),
    tasks_moved: moved.length,
    misses_deadline: due && due.finish > due.deadline,
  };
}
