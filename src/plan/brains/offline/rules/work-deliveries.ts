// What the tasks yield as things that exist in the end and can be handed over, looked at or counted.
import type { DraftTask } from '../../../outputs/tasks.ts';
import type { Draft } from '../draft.ts';
import { fill } from '../fill.ts';
import { clip, lowered } from '../text.ts';
import { endsOf } from './work-graph.ts';
import { tasksOf, type WorkPhase, type WorkTask, workOf } from './work-plan.ts';
import { scored, spoken } from './work-words.ts';

const mostDeliveries = { brief: 5, standard: 8, full: 12 } as const;

interface Delivery {
  readonly name: string;
  readonly acceptance: readonly string[];
  readonly task: WorkTask;
}

/** What the playbook calls it; else a document that a step writes, or what can be seen afterwards. */
function thingOf(task: WorkTask, named: ReadonlyMap<WorkTask, string>, draft: Draft): string {
  const [first = ''] = task.acceptance_criteria;
  const templates = task.subtasks.map(({ params }) => params.template);
  const demand = task.subtasks
    .map(({ params }) => params.requirement)
    .find((one) => one !== undefined);
  if (typeof demand === 'string') return clip(`Proof of this: ${lowered(demand)}`, 120);
  const template = templates.find((one) => typeof one === 'string');
  const written =
    template === undefined ? first : `${spoken(template)} for ${draft.slots.the_thing}`;
  return clip(named.get(task) ?? written, 120);
}

/** Each name of the playbook goes to the task whose title speaks of it most, the best fits first, one to
 * a task; one of a task that is not planned here goes to none. */
function namedBy(draft: Draft, tasks: readonly WorkTask[]): Map<WorkTask, string> {
  const all = draft.phases.flatMap((phase) => phase.tasks);
  const pairs = (draft.playbook.deliverables ?? [])
    .map((line) => fill(line, draft.slots))
    .flatMap((name) => {
      const titles = scored(name, all, ({ title }) => title);
      const texts = new Map(scored(name, all, textOf).map(({ item, score }) => [item, score]));
      return titles.map(({ item, score }) => ({
        name,
        item,
        score: 2 * score + (texts.get(item) ?? 0),
      }));
    })
    .toSorted((a, b) => b.score - a.score);
  const named = new Map<string, string>();
  for (const { name, item } of pairs) {
    if (named.has(item.task_id) || [...named.values()].includes(name)) continue;
    named.set(item.task_id, name);
  }
  return new Map(
    tasks.flatMap((task) => {
      const name = named.get(task.task_id);
      return name === undefined ? [] : [[task, name] as const];
    }),
  );
}

const textOf = ({ title, description, acceptance_criteria }: DraftTask): string =>
  [title, description, ...acceptance_criteria].join(' ');

/** In the order of the work: what a phase ends with first, then what is paid for. */
export function deliveriesOf(draft: Draft): Delivery[] {
  const most = mostDeliveries[draft.detail];
  const all = tasksOf(draft).filter(({ optional }) => optional !== true);
  const ends = new Set(workOf(draft).flatMap(endTasks));
  const named = namedBy(draft, all);
  const weight = (task: WorkTask): number =>
    (task === all.at(-1) ? 8 : 0) +
    (named.has(task) ? 4 : 0) +
    (ends.has(task) ? 2 : 0) +
    (task.cost?.base ?? 0) / 1e16;
  const kept = new Set(all.toSorted((a, b) => weight(b) - weight(a)).slice(0, most));
  const seen = new Set<string>();
  return all
    .filter((task) => kept.has(task))
    .map((task) => ({ task, name: thingOf(task, named, draft) }))
    .filter(({ name }) => !seen.has(name) && Boolean(seen.add(name)))
    .map(({ task, name }) => ({ task, name, acceptance: checksOf(task, name) }));
}

function checksOf({ acceptance_criteria: lines }: WorkTask, name: string): string[] {
  const others = lines.filter((line) => line !== name).slice(0, 3);
  return others.length > 0 ? others : [...lines];
}

function endTasks({ tasks }: WorkPhase): WorkTask[] {
  const linked = tasks.map((task) => ({ task, task_id: task.ref, prerequisites: task.after }));
  return endsOf(linked).map(({ task }) => task);
}
