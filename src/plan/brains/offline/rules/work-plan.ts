// The work of a plan made by rules: the tasks of the draft as a plan of this detail has them, numbered
// as minds number them. Charter, outline, team and details tell parts of it.
import { allowances } from '../../../allowance.ts';
import type { DraftTask } from '../../../outputs/tasks.ts';
import { pinnedDay } from '../../../pins.ts';
import { nextWorkingDay } from '../../../working-days.ts';
import { finalCriteria } from '../demands.ts';
import type { Draft } from '../draft.ts';
import { clip, lowered } from '../text.ts';
import { type FitPhase, fitted, joined, packed } from './work-fit.ts';
import { leadsTo } from './work-graph.ts';

export interface WorkTask extends Omit<DraftTask, 'prerequisites'> {
  /** Its number, as 2.1. */
  readonly ref: string;
  readonly after: readonly string[];
}

export interface WorkPhase {
  readonly id: string;
  readonly name: string;
  readonly tasks: readonly WorkTask[];
}

const made = new WeakMap<Draft, readonly WorkPhase[]>();

export function workOf(draft: Draft): readonly WorkPhase[] {
  const known = made.get(draft);
  if (known) return known;
  const work = makeWork(draft);
  made.set(draft, work);
  return work;
}

export const tasksOf = (draft: Draft): WorkTask[] => workOf(draft).flatMap(({ tasks }) => tasks);

/** The day on which something is held, if the goal has one. */
export const heldDay = ({ facts, intake }: Draft): string | null =>
  pinnedDay(facts.deadline, nextWorkingDay(intake.startDate));

function makeWork(draft: Draft): WorkPhase[] {
  const phases = withLimits(endingWithDue(draft), draft);
  return numbered(fitted(phases, allowances[draft.detail]));
}

/** A plan ends with what is due on the day that its goal names: what only looks back is settled before. */
function endingWithDue(draft: Draft): FitPhase[] {
  const tasks = draft.phases.flatMap((phase) => phase.tasks);
  const due = draft.facts.deadline === null ? undefined : tasks.find(({ is_due }) => is_due);
  if (!due) return [...draft.phases];
  const later = tasks.filter(({ task_id }) => leadsTo(tasks, due.task_id, task_id));
  const settled = later.map(
    ({ title }) => `It is settled who does this afterwards, and by when: ${lowered(title)}`,
  );
  const whole = later.reduce((all, task) => withMoneyOf(all, task), due);
  const acceptance_criteria = packed([...due.acceptance_criteria, ...settled]);
  // Nothing waits for what comes after the end.
  const wait_hours = later.length > 0 ? 0 : due.wait_hours;
  const end = { ...whole, acceptance_criteria, wait_hours };
  return draft.phases
    .map(({ name, tasks: own }) => ({
      name,
      tasks: own.filter((task) => !later.includes(task)).map((task) => (task === due ? end : task)),
    }))
    .filter((phase) => phase.tasks.length > 0);
}

const withMoneyOf = (whole: DraftTask, part: DraftTask): DraftTask => ({
  ...whole,
  cost: joined(whole, part).cost,
});

/** Numbers and bans of the goal are checks of the last task, in as few lines as hold them all. */
function withLimits(phases: readonly FitPhase[], { facts }: Draft): FitPhase[] {
  const limits = finalCriteria(facts);
  const last = phases.at(-1)?.tasks.at(-1);
  return phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => {
      const own = task.acceptance_criteria.filter((line) => !limits.includes(line));
      const lines = task === last ? [...own, ...limits] : own;
      return { ...task, acceptance_criteria: packed(lines) };
    }),
  }));
}

/** As many as a task may name. */
const MOST_BEFORE = 8;

type FitTask = FitPhase['tasks'][number];

/** Without those that another one waits for anyway. */
function directOnes(
  task: Pick<FitTask, 'prerequisites'>,
  byId: ReadonlyMap<string, FitTask>,
): string[] {
  const above = new Set<string>();
  const climb = (id: string): void => {
    for (const before of byId.get(id)?.prerequisites ?? []) {
      if (!above.has(before)) {
        above.add(before);
        climb(before);
      }
    }
  };
  task.prerequisites.forEach(climb);
  return task.prerequisites.filter((id) => !above.has(id)).slice(-MOST_BEFORE);
}

function numbered(phases: readonly FitPhase[]): WorkPhase[] {
  const refs = new Map(
    phases.flatMap(({ tasks }, p) =>
      tasks.map(({ task_id }, t) => [task_id, `${p + 1}.${t + 1}`] as const),
    ),
  );
  const byId = new Map(phases.flatMap(({ tasks }) => tasks.map((task) => [task.task_id, task])));
  return phases.map(({ name, tasks }, p) => ({
    id: String(p + 1),
    name: clip(name, 120),
    tasks: tasks.map(({ prerequisites, ...task }) => ({
      ...task,
      title: clip(task.title, 120),
      ref: refs.get(task.task_id) ?? '',
      after: directOnes({ prerequisites }, byId).flatMap((id) => refs.get(id) ?? []),
    })),
  }));
}
