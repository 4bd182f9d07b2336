// The graph of a plan, as the schedule gate sees it: rings, loose ends, dates that contradict a link.
import type { Plan } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import { tasksOf } from './plan-parts.ts';

type Graph = Pick<Plan, 'phases' | 'dependencies'>;

interface Link {
  readonly from: string;
  readonly to: string;
  readonly field: string;
}

/** What dependencies and prerequisites say; what both say is one link. */
export function linksOf(plan: Graph): Link[] {
  const stated = plan.dependencies.map(({ from, to }, at) => ({
    from,
    to,
    field: `dependencies.${at}`,
  }));
  const known = new Set(stated.map(({ from, to }) => `${from}\n${to}`));
  const needed = tasksOf(plan).flatMap(({ task_id: to, prerequisites }) =>
    prerequisites
      .filter((from) => !known.has(`${from}\n${to}`))
      .map((from) => ({ from, to, field: `${to}.prerequisites` })),
  );
  return [...stated, ...needed];
}

export function linkFindings(plan: Graph): GateFinding[] {
  const links = linksOf(plan);
  const ids = new Set([
    ...tasksOf(plan).map(({ task_id }) => task_id),
    ...plan.phases.map(({ phase_id }) => phase_id),
  ]);
  const sound = links.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return [
    ...unknownFindings(links, ids),
    ...ringFindings(sound),
    ...orphanFindings(plan, links),
    ...orderFindings(plan),
  ];
}

const unknownFindings = (links: readonly Link[], ids: ReadonlySet<string>): GateFinding[] =>
  links.flatMap(({ from, to, field }) =>
    [from, to]
      .filter((id) => !ids.has(id))
      .map((id) =>
        findingOf('fail', {
          artifact: 'dependencies',
          field,
          value: id,
          rule: 'A link is between two tasks of the plan.',
          remedy: 'Name a task that exists, or remove the link.',
        }),
      ),
  );

/** Every link that lies on a ring is left over once all that wait for nothing are taken away. */
function ringFindings(links: readonly Link[]): GateFinding[] {
  let left = links;
  for (;;) {
    const waiting = new Set(left.map(({ to }) => to));
    const needed = new Set(left.map(({ from }) => from));
    const next = left.filter(({ from, to }) => waiting.has(from) && needed.has(to));
    if (next.length === left.length) break;
    left = next;
  }
  if (left.length === 0) return [];
  const ids = [...new Set(left.map(({ from }) => from))];
  return [
    findingOf('fail', {
      artifact: 'dependencies',
      field: left[0]?.field ?? 'dependencies',
      value: ids.join(', '),
      rule: 'No task waits for itself, also not through others.',
      remedy: 'Remove one of the links between these tasks.',
    }),
  ];
}

function orphanFindings(plan: Graph, links: readonly Link[]): GateFinding[] {
  const tasks = tasksOf(plan);
  if (links.length === 0 || tasks.length < 2) return [];
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  return plan.phases
    .filter(({ phase_id }) => !linked.has(phase_id))
    .flatMap((phase) => phase.tasks)
    .filter(({ task_id }) => !linked.has(task_id))
    .map(({ task_id, title }) =>
      findingOf('warn', {
        artifact: 'phases',
        field: task_id,
        value: title,
        rule: 'A task needs something or is needed by something.',
        remedy: 'Say what it waits for or what waits for it, or leave it out.',
      }),
    );
}

/** By days, so that what begins in the hour in which another ends is no finding. */
function orderFindings(plan: Graph): GateFinding[] {
  const tasks = new Map(tasksOf(plan).map((task) => [task.task_id, task]));
  return plan.dependencies.flatMap(({ from, to, type, lag }, at) => {
    const [first, second] = [tasks.get(from), tasks.get(to)];
    if (!first || !second || type !== 'finish_to_start' || lag < 0) return [];
    if (second.start_date >= first.finish_date) return [];
    return [
      findingOf('fail', {
        artifact: 'dependencies',
        field: `dependencies.${at}`,
        value: `${to} starts ${second.start_date}, ${from} ends ${first.finish_date}`,
        rule: 'A task begins when what it waits for is finished.',
        remedy: 'Schedule the plan again, or let the two overlap by their link.',
      }),
    ];
  });
}
