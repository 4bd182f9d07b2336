// The tasks of the draft within the numbers that a plan of its detail may have. Nothing is thrown away:
// what is too many becomes a part of a task beside it, with its hours, its money and its first check.
import type { Estimate } from '../../../../contract/plan.ts';
import type { Allowance } from '../../../allowance.ts';
import { round1 } from '../../../estimates.ts';
import type { DraftTask } from '../../../outputs/tasks.ts';
import { clip, lowered } from '../text.ts';
import { canJoin, endsOf, leadsTo } from './work-graph.ts';

export interface FitPhase {
  readonly name: string;
  readonly tasks: readonly DraftTask[];
}

type Limits = Pick<Allowance, 'phases' | 'tasksPerPhase'>;

const MOST_NAME = 120;
const MOST_AFTER = 8;
const tiers = ['T1', 'T2', 'T3'] as const;

export function fitted(phases: readonly FitPhase[], limits: Limits): FitPhase[] {
  return withEnd(fewerTasks(fewerPhases(phases, limits.phases), limits.tasksPerPhase));
}

/** The two neighbours with the fewest tasks become one, until there are few enough. */
function fewerPhases(phases: readonly FitPhase[], most: number): FitPhase[] {
  let list = [...phases];
  while (list.length > most) {
    const sizes = list.slice(1).map((phase, at) => phase.tasks.length + sizeOf(list[at]));
    const at = sizes.indexOf(Math.min(...sizes));
    const [one, other] = [list[at], list[at + 1]] as [FitPhase, FitPhase];
    const name = clip(`${one.name}; then ${lowered(other.name)}`, MOST_NAME);
    list = [
      ...list.slice(0, at),
      { name, tasks: [...one.tasks, ...other.tasks] },
      ...list.slice(at + 2),
    ];
  }
  return list;
}

const sizeOf = (phase: FitPhase | undefined): number => phase?.tasks.length ?? 0;

function fewerTasks(phases: readonly FitPhase[], most: number): FitPhase[] {
  let list = [...phases];
  for (let pair = pairIn(list, most); pair !== null; pair = pairIn(list, most)) {
    list = joinedIn(list, pair);
  }
  return list;
}

interface Pair {
  readonly part: DraftTask;
  readonly whole: DraftTask;
}

/** The least needed task of a phase with too many, and the one that it fits to best. */
function pairIn(phases: readonly FitPhase[], most: number): Pair | null {
  const all = phases.flatMap(({ tasks }) => tasks);
  const last = all.at(-1);
  for (const { tasks } of phases.filter((phase) => phase.tasks.length > most)) {
    const pairs = tasks.flatMap((part) =>
      tasks
        .filter((whole) => whole !== part && part !== last && part.days_before === null)
        .filter((whole) => whole.days_before === null && isSafe(all, part, whole))
        .map((whole) => ({ part, whole, price: needOf(part) + distance(part, whole) })),
    );
    const [best] = pairs.toSorted((a, b) => a.price - b.price);
    if (best) return best;
  }
  return null;
}

const isSafe = (all: readonly DraftTask[], one: DraftTask, other: DraftTask): boolean =>
  canJoin(all, one.task_id, other.task_id);

/** What binds, spends, is due or is done by a person stands by itself if anything does. */
const needOf = (task: DraftTask): number =>
  (task.is_due ? 100 : 0) +
  (task.brief ? 10 : 0) +
  (task.risk_tier === 'T3' ? 20 : 0) +
  (task.performer === 'human' ? 5 : 0) +
  (task.cost === null || task.cost.base === 0 ? 0 : 3) +
  task.subtasks.length;

/** Those of one role, and those that follow one another, belong together. */
const distance = (part: DraftTask, whole: DraftTask): number =>
  (part.assignee_role === whole.assignee_role ? 0 : 2) +
  (whole.prerequisites.includes(part.task_id) || part.prerequisites.includes(whole.task_id)
    ? 0
    : 1) +
  // Many parts of one task would make it a plan of its own.
  whole.subtasks.length;

function joinedIn(phases: readonly FitPhase[], { part, whole }: Pair): FitPhase[] {
  const joint = joined(whole, part);
  const renamed = (id: string): string => (id === part.task_id ? whole.task_id : id);
  return phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks
      .filter((task) => task !== part)
      .map((task) => {
        const now = task === whole ? joint : task;
        const prerequisites = [...new Set(now.prerequisites.map(renamed))];
        return { ...now, prerequisites: prerequisites.filter((id) => id !== now.task_id) };
      }),
  }));
}

const MOST_CHECKS = 5;
const MOST_LINE = 290;
const MOST_STEPS = 8;

/** So many lines at most: the shortest neighbours share one. */
export function packed(lines: readonly string[], most = MOST_CHECKS): string[] {
  let list = lines.map((line) => clip(line, MOST_LINE));
  while (list.length > most) {
    const lengths = list.slice(1).map((line, at) => line.length + (list[at]?.length ?? 0));
    const at = lengths.indexOf(Math.min(...lengths));
    const both = clip(`${list[at]}; ${lowered(list[at + 1] ?? '')}`, MOST_LINE);
    list = [...list.slice(0, at), both, ...list.slice(at + 2)];
  }
  return list;
}

/** One task that does both. */
export function joined(whole: DraftTask, part: DraftTask): DraftTask {
  const isHuman = whole.performer === 'human' || part.performer === 'human';
  const tier = tiers[Math.max(tiers.indexOf(whole.risk_tier), tiers.indexOf(part.risk_tier))];
  const checks = [...whole.acceptance_criteria, ...part.acceptance_criteria.slice(0, 1)];
  return {
    ...whole,
    description: clip(`${whole.description} It also takes in: ${lowered(part.title)}.`, 590),
    performer: isHuman ? 'human' : 'agent',
    risk_tier: tier ?? 'T1',
    is_due: whole.is_due || part.is_due,
    optional: whole.optional === true && part.optional === true,
    ...(whole.lasts === true || part.lasts === true ? { lasts: true } : {}),
    prerequisites: [...whole.prerequisites, ...part.prerequisites],
    wait_hours: Math.max(whole.wait_hours, part.wait_hours),
    estimate: sumOf(whole.estimate, part.estimate),
    cost: costOf(whole, part),
    acceptance_criteria: packed([...new Set(checks)]),
    subtasks: [...whole.subtasks, ...part.subtasks].slice(0, MOST_STEPS),
  };
}

const sumOf = (one: Estimate, other: Estimate): Estimate => ({
  low: round1(one.low + other.low),
  likely: round1(one.likely + other.likely),
  high: round1(one.high + other.high),
});

function costOf({ cost: one }: DraftTask, { cost: other }: DraftTask): DraftTask['cost'] {
  if (one === null || other === null) return one ?? other;
  const sums = {
    low: one.low + other.low,
    base: one.base + other.base,
    high: one.high + other.high,
  };
  return { ...one, ...sums, source: clip(`${one.source}; ${other.source}`, 190) };
}

/** Whatever nothing waits for is seen by the last task, which looks at the whole. */
function withEnd(phases: readonly FitPhase[]): FitPhase[] {
  let all = phases.flatMap(({ tasks }) => tasks);
  const last = all.at(-1);
  if (last === undefined) return [...phases];
  for (const { task_id } of endsOf(all).filter((task) => task.task_id !== last.task_id)) {
    const next = all
      .toReversed()
      .find(
        (task) =>
          task.task_id !== task_id &&
          task.prerequisites.length < MOST_AFTER &&
          !leadsTo(all, task.task_id, task_id),
      );
    all = all.map((task) =>
      task === next ? { ...task, prerequisites: [...task.prerequisites, task_id] } : task,
    );
  }
  const byId = new Map(all.map((task) => [task.task_id, task]));
  return phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => byId.get(task.task_id) ?? task),
  }));
}
