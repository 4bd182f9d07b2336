// Dependencies and prerequisites of a plan as links. A prerequisite that a dependency states too,
// with its kind and lag, is one link.
import type { SchedulablePlan } from '../../contract/plan-schedulable.ts';
import type { Link, LinkType } from '../project.ts';
import { type Complain, type Place, quoted } from './place.ts';

type DependencyType = NonNullable<NonNullable<SchedulablePlan['dependencies']>[number]['type']>;

const linkTypeOf: Readonly<Record<DependencyType, LinkType>> = {
  finish_to_start: 'FS',
  start_to_start: 'SS',
  finish_to_finish: 'FF',
  start_to_finish: 'SF',
};

export function linksOf(
  plan: SchedulablePlan,
  ids: ReadonlySet<string>,
  complain: Complain,
): Link[] {
  const check = (id: string, place: Place): void => {
    if (!ids.has(id)) complain(place, `there is no task ${quoted(id)}`);
  };
  const links: Link[] = [];
  for (const [index, dependency] of (plan.dependencies ?? []).entries()) {
    const { from, to, type = 'finish_to_start', lag = 0, lag_in = 'working' } = dependency;
    check(from, ['dependencies', index, 'from']);
    check(to, ['dependencies', index, 'to']);
    const lagMinutes = Math.round(lag * 60);
    links.push({ from, to, type: linkTypeOf[type], lagMinutes, lagIn: lag_in });
  }
  const stated = new Set(links.map(({ from, to }) => `${from}\n${to}`));
  return [...links, ...prerequisiteLinks(plan, stated, check)];
}

function prerequisiteLinks(
  plan: SchedulablePlan,
  stated: ReadonlySet<string>,
  check: (id: string, place: Place) => void,
): Link[] {
  const links: Link[] = [];
  for (const [phaseIndex, phase] of plan.phases.entries()) {
    for (const [taskIndex, task] of phase.tasks.entries()) {
      for (const [index, from] of (task.prerequisites ?? []).entries()) {
        check(from, ['phases', phaseIndex, 'tasks', taskIndex, 'prerequisites', index]);
        if (stated.has(`${from}\n${task.task_id}`)) continue;
        links.push({ from, to: task.task_id, type: 'FS', lagMinutes: 0, lagIn: 'working' });
      }
    }
  }
  return links;
}
