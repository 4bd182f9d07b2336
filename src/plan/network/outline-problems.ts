// What of an outline code can check: numbers, order, links and deliverables.
import type { Charter } from '../../contract/plan-charter.ts';
import type { Allowance } from '../allowance.ts';
import type { OutlineOutput } from '../outputs/work.ts';
import { ringIn, ringText, twiceIn } from './rings.ts';

type Limits = Pick<Allowance, 'phases' | 'tasksPerPhase'>;

/** A task more or two is no reason to ask again. */
const LENIENT_TASKS = 2;

export function outlineProblems(
  { phases }: OutlineOutput,
  { deliverables }: Pick<Charter, 'deliverables'>,
  limits: Limits,
): string[] {
  const tasks = phases.flatMap((phase) => phase.tasks);
  return [
    ...sizeProblems(phases, limits),
    ...numberProblems(phases),
    ...linkProblems(tasks),
    ...deliveryProblems(
      tasks,
      deliverables.map(({ id }) => id),
    ),
  ];
}

type Phases = OutlineOutput['phases'];
type Tasks = Phases[number]['tasks'];

function sizeProblems(phases: Phases, limits: Limits): string[] {
  const most = limits.tasksPerPhase + LENIENT_TASKS;
  return [
    ...(phases.length > limits.phases
      ? [`phases: there are ${phases.length}; at most ${limits.phases}, so put some together`]
      : []),
    ...phases
      .filter(({ tasks }) => tasks.length > most)
      .map(
        ({ id, tasks }) => `phase ${id}: ${tasks.length} tasks; at most ${limits.tasksPerPhase}`,
      ),
  ];
}

function numberProblems(phases: Phases): string[] {
  const ids = phases.flatMap(({ tasks }) => tasks.map(({ id }) => id));
  return [
    ...phases
      .filter(({ id }, index) => id !== String(index + 1))
      .map(({ id }, index) => `phase ${id}: number phases in order, this one ${index + 1}`)
      .slice(0, 1),
    ...phases.flatMap(({ id, tasks }) =>
      tasks
        .filter((task) => !task.id.startsWith(`${id}.`))
        .map((task) => `${task.id}: it stands in phase ${id}; number it ${id}.…`),
    ),
    ...twiceIn(ids).map((id) => `${id}: there are two tasks of this number`),
  ];
}

function linkProblems(tasks: Tasks): string[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const unknown = tasks.flatMap(({ id, after }) =>
    after.filter((one) => !ids.has(one)).map((one) => `${id}.after: there is no task ${one}`),
  );
  const ring = ringIn(new Map(tasks.map(({ id, after }) => [id, after])));
  const needed = new Set(tasks.flatMap(({ after }) => after));
  const alone =
    tasks.length < 2 ? [] : tasks.filter((one) => !one.after.length && !needed.has(one.id));
  return [
    ...unknown,
    ...(ring ? [`after: ${ringText(ring)}`] : []),
    ...alone.map(({ id }) => `${id}: it needs nothing and nothing needs it; link it or drop it`),
  ];
}

function deliveryProblems(tasks: Tasks, known: readonly string[]): string[] {
  const delivered = new Set(tasks.flatMap(({ delivers }) => delivers));
  return [
    ...[...delivered]
      .filter((id) => !known.includes(id))
      .map((id) => `delivers: the charter has no deliverable ${id}`),
    ...known
      .filter((id) => !delivered.has(id))
      .map((id) => `${id}: no task delivers it; name it in "delivers" of the one that does`),
  ];
}
