// A revision that makes the plan worse as a whole may be right in parts: items are tried one by one,
// and of a task that cannot be had with its new hours, costs or links the words are.
import type { TaskDetail } from '../outputs/work.ts';
import type { PlanState } from './plan-state.ts';
import { placeOf, type Revision, tasksOf } from './sections.ts';
import type { Unit } from './units.ts';

export interface Piece {
  readonly item: string;
  readonly value: Revision;
}

/** One for each item that was answered; none for what is answered whole. */
export function piecesOf(value: Revision): Piece[] {
  if ('tasks' in value)
    return value.tasks.map((one) => ({ item: one.id, value: { tasks: [one] } }));
  if ('assumptions' in value) {
    return value.assumptions.map((one) => ({ item: one.id, value: { assumptions: [one] } }));
  }
  if ('risks' in value) {
    return value.risks.map((one) => ({ item: one.id, value: { risks: [one] } }));
  }
  return [];
}

const words = ['title', 'description', 'acceptance'] as const;

const wordsFrom = (task: TaskDetail): Partial<TaskDetail> =>
  Object.fromEntries(
    words.flatMap((field) => (task[field] === undefined ? [] : [[field, task[field]]])),
  );

/** The task as it was, in its new words; null where these are the old ones. */
export function inWordsAlone({ key }: Unit, { value }: Piece, state: PlanState): Revision | null {
  if (!('tasks' in value)) return null;
  const [revised] = value.tasks;
  const now = tasksOf(state, placeOf(key).item).find(({ id }) => id === revised?.id);
  if (!revised || !now) return null;
  const reworded = { ...now, ...wordsFrom(revised) };
  return JSON.stringify(reworded) === JSON.stringify(now) ? null : { tasks: [reworded] };
}
