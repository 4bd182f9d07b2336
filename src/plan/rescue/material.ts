// What a mind needs to see to bring a plan back within its deadline and its budget.
import { taskRefOf } from '../network/ids.ts';
import { networkDigest } from '../network-digest.ts';
import type { DirectionOutput } from '../outputs/direction.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import type { TaskDetail } from '../outputs/work.ts';
import type { LeversOutput } from '../stages/levers.ts';

const MOST_DRIVERS = 8;
const MOST_EXPENSIVE = 8;

const refs = (ids: readonly string[]): string[] => ids.map(taskRefOf);

/** What hours and purchases come to, the dearest first. */
function expensive(network: NetworkOutput): string[] {
  const rates = new Map(network.roles.map(({ name, rate_per_hour }) => [name, rate_per_hour ?? 0]));
  const bought = Map.groupBy(network.cost_lines, ({ task }) => task ?? '');
  return network.phases
    .flatMap(({ tasks }) => tasks)
    .map(({ task_id, assignee_role, estimated_hours, uses = [] }) => {
      const lines = (bought.get(task_id) ?? []).reduce((sum, { base }) => sum + base, 0);
      const hours = estimated_hours * (uses[0]?.units ?? 1);
      return { task_id, cost: lines + hours * (rates.get(assignee_role) ?? 0) };
    })
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => b.cost - a.cost)
    .slice(0, MOST_EXPENSIVE)
    .map(({ task_id, cost }) => `${taskRefOf(task_id)}: ${Math.round(cost)}`);
}

const workLine = ({ id, wait_hours, after, costs }: TaskDetail) => ({
  task: id,
  after: after.map(({ task, type, lag_hours }) =>
    type === 'finish_to_start' && lag_hours === 0 ? task : `${task} ${type} ${lag_hours}`,
  ),
  ...(wait_hours > 0 ? { wait_hours } : {}),
  ...(costs.length > 0 ? { costs: costs.map(({ what, base }) => `${what}: ${base}`) } : {}),
});

export const leverLines = (
  settings: DirectionOutput['scenario']['settings'],
  levers: LeversOutput['levers'],
) =>
  settings.map(({ lever, option }) => ({
    lever,
    now: option,
    others: (levers.find(({ name }) => name === lever)?.options ?? [])
      .filter(({ name }) => name !== option)
      .map(({ name, what }) => ({ option: name, what })),
  }));

export function rescueMaterial(network: NetworkOutput): Record<string, unknown> {
  const alive = new Set(
    network.phases.flatMap(({ tasks }) => refs(tasks.map((one) => one.task_id))),
  );
  const { simulation } = network.schedule;
  return {
    ...networkDigest(network),
    missed: network.misses,
    optional: network.details.phases
      .flatMap(({ tasks }) => tasks)
      .filter(({ id, optional }) => optional && alive.has(id))
      .map(({ id }) => id),
    moves_the_end_most: (simulation?.drivers ?? [])
      .slice(0, MOST_DRIVERS)
      .map(({ id, kind, swing_hours }) =>
        kind === 'task'
          ? `${taskRefOf(id)}: ${Math.round(swing_hours / 24)} days`
          : `risk ${id}: ${Math.round(swing_hours / 24)} days`,
      ),
    costs_most: expensive(network),
    links_and_costs: network.details.phases
      .flatMap(({ tasks }) => tasks)
      .filter(({ id }) => alive.has(id))
      .map(workLine),
    ...(network.not_taken ? { made_nothing_better: network.not_taken } : {}),
  };
}
