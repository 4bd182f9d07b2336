// Which tasks a risk strikes and which numbers a task rests on, by the words and figures that they share.
import type { Quantity, ThoughtRisk } from '../../../../contract/plan-basis.ts';
import type { OutlineOutput } from '../../../outputs/work.ts';
import type { Draft } from '../draft.ts';
import { formatNumber } from '../fill.ts';
import { heldDay, tasksOf, type WorkTask } from './work-plan.ts';
import { bestFits, withoutWordsOf } from './work-words.ts';

type Outlined = OutlineOutput['phases'][number]['tasks'][number];

const MOST_FELT = 2;
const MOST_REFS = 6;
/** Numbers up to this stand in many texts that have nothing to do with one another. */
const SMALL = 12;
const FIGURES = /\d+(?:[.,]\d+)*/gu;

/** All that is said of a task, without the words of the goal, which stand in every task. */
function sayingOf(draft: Draft): (one: Outlined) => string {
  const texts = new Map(tasksOf(draft).map((task) => [task.ref, wholeText(task)]));
  const { thing, place_or_open: place, people = '' } = draft.slots;
  const goal = `${thing} ${place} ${people} ${draft.facts.subject.title}`;
  return ({ id, title, yields }) =>
    withoutWordsOf(goal, `${title} ${yields} ${texts.get(id) ?? ''}`);
}

const wholeText = ({ description, acceptance_criteria, assignee_role }: WorkTask): string =>
  [description, ...acceptance_criteria, assignee_role].join(' ');

/** What is held on its day, or made ready just before it, is not put off: what comes before is. */
function movable(draft: Draft, outlined: readonly Outlined[]): readonly Outlined[] {
  if (heldDay(draft) === null) return outlined;
  const pinned = new Set(
    tasksOf(draft)
      .filter(({ days_before }) => days_before !== null)
      .map(({ ref }) => ref),
  );
  const free = outlined.filter(({ id }) => !pinned.has(id));
  return free.length > 0 ? free : outlined;
}

/** By the number of the task. A risk is felt in two places at most; if no words fit, at the end. */
export function feltRisks(
  risks: readonly ThoughtRisk[],
  outline: OutlineOutput,
  draft: Draft,
): ReadonlyMap<string, readonly string[]> {
  const tasks = movable(
    draft,
    outline.phases.flatMap((phase) => phase.tasks),
  );
  const textOf = sayingOf(draft);
  const found = new Map<string, string[]>();
  for (const { id, title, cause, response, trigger } of risks) {
    const fits = bestFits(`${title} ${cause} ${response} ${trigger}`, tasks, textOf);
    const hasRoom = (one: Outlined): boolean => (found.get(one.id)?.length ?? 0) < MOST_REFS;
    const felt = (fits.length > 0 ? fits : tasks.toReversed()).filter(hasRoom);
    for (const one of felt.slice(0, fits.length > 0 ? MOST_FELT : 1)) {
      found.set(one.id, [...(found.get(one.id) ?? []), id]);
    }
  }
  return found;
}

/** One that quotes a task is about that task; one of a count is used where its figure stands. */
function isUsedIn({ claim, base, unit }: Quantity, task: WorkTask): boolean {
  if (claim.includes('“')) return claim.includes(`“${task.title}”`);
  const text = [task.title, task.description, ...task.acceptance_criteria].join(' ');
  const stands = text.match(FIGURES)?.some((one) => one === formatNumber(base)) ?? false;
  const speaks = bestFits(`${claim} ${unit}`, [text], (one) => one).length > 0;
  return stands && (base > SMALL || speaks);
}

export function restsOn(task: WorkTask, assumptions: readonly Quantity[], draft: Draft): string[] {
  const all = tasksOf(draft);
  const dear = all.toSorted((a, b) => (b.cost?.base ?? 0) - (a.cost?.base ?? 0)).slice(0, 3);
  return assumptions
    .filter((one) => {
      if (one.total === 'cost') return dear.includes(task) && (task.cost?.base ?? 0) > 0;
      if (one.total === 'days') return task === all.at(-1);
      return isUsedIn(one, task);
    })
    .map(({ id }) => id)
    .slice(0, MOST_REFS);
}
