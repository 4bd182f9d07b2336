// What rules can do about a missed deadline or budget: overlap what need not wait, leave out what is
// optional, and hold purchases to the low end. What does not help is dropped when it is reckoned.
import { taskRefOf } from '../../../network/ids.ts';
import type { NetworkOutput } from '../../../outputs/network.ts';
import type { OutlineOutput, TaskDetail } from '../../../outputs/work.ts';
import type { RescueAnswer, RescueChange } from '../../../rescue/rescue-answer.ts';
import { outputOf, type Stage } from '../../../stage.ts';
import { outlineStage } from '../../../stages/outline.ts';
import { dayNumber } from '../../../working-days.ts';
import type { Rule } from './rule.ts';

const MOST_CHANGES = 12;
/** So much of the one before is done when the next begins. */
const BEGUN = 0.5;

const same: Omit<RescueChange, 'kind' | 'task' | 'why' | 'gives_up'> = {
  ...{ people: null, estimate: null, wait_hours: null, after: null, costs: null, role: null },
  ...{ title: null, description: null, acceptance: null, lever: '', option: '' },
};

interface Found {
  readonly network: NetworkOutput;
  readonly outline: OutlineOutput;
  /** Those that are still there. */
  readonly tasks: readonly TaskDetail[];
}

const isBinding = ({ risk_tier, reversibility }: TaskDetail): boolean =>
  risk_tier === 'T3' || reversibility === 'irreversible';

const delivers = ({ outline }: Found, id: string): boolean =>
  outline.phases.some(({ tasks }) => tasks.some((one) => one.id === id && one.delivers.length > 0));

const cuts = (found: Found): RescueChange[] =>
  found.tasks
    .filter(({ id, optional }) => optional && !delivers(found, id))
    .map(({ id }) => ({
      ...same,
      kind: 'cut',
      task: id,
      why: 'The goal is reached without it.',
      gives_up: 'What the task would have yielded.',
    }));

/** Overlaps halve the way at best: what is later than that stays late, and is told. */
function isWithinReach({ deadline, start_date, misses, finish_date }: NetworkOutput): boolean {
  if (deadline === null) return false;
  const end = misses.find(({ of }) => of === 'deadline')?.got ?? finish_date;
  const [first, due, last] = [start_date, deadline, end].map(dayNumber) as [number, number, number];
  return last - first + 1 <= 2 * (due - first + 1);
}

/** On the way to the end, what waits for something that binds nobody begins when that is half done. */
function overlaps({ network, tasks }: Found): RescueChange[] {
  const path = new Set(network.schedule.critical_path.map(taskRefOf));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return tasks
    .filter((task) => path.has(task.id) && !isBinding(task) && task.fixed_start === null)
    .flatMap((task): RescueChange[] => {
      const after = task.after.map((link) => {
        const before = byId.get(link.task);
        const canOverlap =
          before !== undefined &&
          path.has(link.task) &&
          !isBinding(before) &&
          before.wait_hours === 0 &&
          link.type === 'finish_to_start' &&
          link.lag_hours === 0;
        if (!canOverlap) return link;
        const lag_hours = Math.ceil(before.estimate.likely * BEGUN);
        return { task: link.task, type: 'start_to_start' as const, lag_hours };
      });
      const begun = after.filter(({ type }, at) => type !== task.after[at]?.type);
      if (begun.length === 0) return [];
      return [
        {
          ...same,
          kind: 'overlap',
          task: task.id,
          after,
          why: `Half of ${begun.map((link) => link.task).join(' and ')} is enough to begin with, and nothing that binds lies between.`,
          gives_up: 'What is begun early may have to be done again.',
        },
      ];
    });
}

/** Offers at the low end of what was reckoned, the dearest first; nothing where even these are too many. */
function cheaper({ tasks, network }: Found): RescueChange[] {
  const saved = tasks
    .flatMap(({ costs }) => costs)
    .reduce((sum, { low, base }) => sum + base - low, 0);
  const { base: total, budget } = network.costs;
  if (budget === null || total - saved > budget) return [];
  return tasks
    .filter(({ costs }) => costs.some(({ low, base }) => low < base))
    .toSorted((a, b) => spentOn(b) - spentOn(a))
    .map((task) => ({
      ...same,
      kind: 'cheaper',
      task: task.id,
      costs: task.costs.map((cost) => ({ ...cost, base: cost.low, high: cost.base })),
      why: 'Only offers at the low end of the range are taken; the range itself stays a guess.',
      gives_up: 'Choice: what is offered at that price, with less to spare.',
    }));
}

const spentOn = ({ costs }: TaskDetail): number => costs.reduce((sum, { base }) => sum + base, 0);

export const rescueRule =
  (from: Pick<Stage<NetworkOutput>, 'name' | 'output'>): Rule =>
  ({ input }): RescueAnswer => {
    const network = outputOf(input, from);
    const alive = new Set(
      network.phases.flatMap(({ tasks }) => tasks.map(({ task_id }) => taskRefOf(task_id))),
    );
    const found: Found = {
      network,
      outline: outputOf(input, outlineStage),
      tasks: network.details.phases
        .flatMap(({ tasks }) => tasks)
        .filter(({ id }) => alive.has(id))
        .map((task) => ({ ...task, after: task.after.filter((link) => alive.has(link.task)) })),
    };
    const isMissed = (of: 'deadline' | 'budget'): boolean =>
      network.misses.some((miss) => miss.of === of);
    const changes = [
      ...cuts(found),
      ...(isMissed('deadline') && isWithinReach(network) ? overlaps(found) : []),
      ...(isMissed('budget') ? cheaper(found) : []),
    ];
    const cut = new Set(changes.filter(({ kind }) => kind === 'cut').map(({ task }) => task));
    return {
      changes: changes
        .filter(({ kind, task, after }) => {
          const names = [task, ...(after ?? []).map((link) => link.task)];
          return kind === 'cut' || !names.some((one) => cut.has(one));
        })
        .slice(0, MOST_CHANGES),
    };
  };
