// The details with changes made in them. What waited for a task that is left out waits for what that
// one waited for.
import type { DetailsOutput, TaskDetail } from '../outputs/work.ts';
import type { RescueChange } from './rescue-answer.ts';

const MOST_LINKS = 8;

export const applyChanges = (
  details: DetailsOutput,
  changes: readonly RescueChange[],
): DetailsOutput => changes.reduce(applied, details);

const mapTasks = (
  { phases }: DetailsOutput,
  change: (task: TaskDetail) => TaskDetail[],
): DetailsOutput => {
  const changed = phases
    .map(({ id, tasks }) => ({ id, tasks: tasks.flatMap(change) }))
    .filter(({ tasks }) => tasks.length > 0);
  return { phases: changed };
};

function applied(details: DetailsOutput, change: RescueChange): DetailsOutput {
  if (change.kind === 'cut') return without(details, change.task);
  const { people, estimate, wait_hours, after, costs, role, title, description, acceptance } =
    change;
  return mapTasks(details, (task) =>
    task.id !== change.task
      ? [task]
      : [
          {
            ...task,
            people: people ?? task.people,
            estimate: estimate ?? task.estimate,
            wait_hours: wait_hours ?? task.wait_hours,
            after: after ?? task.after,
            costs: costs ?? task.costs,
            role: role ?? task.role,
            description: description ?? task.description,
            acceptance: acceptance ?? task.acceptance,
            ...(title === null ? {} : { title }),
          },
        ],
  );
}

/** The last task stays: a plan without any is none. */
function without(details: DetailsOutput, id: string): DetailsOutput {
  const tasks = details.phases.flatMap((phase) => phase.tasks);
  const gone = tasks.find((task) => task.id === id);
  if (!gone || tasks.length === 1) return details;
  return mapTasks(details, (task) => (task === gone ? [] : [bridged(task, gone)]));
}

function bridged(task: TaskDetail, gone: TaskDetail): TaskDetail {
  if (!task.after.some((one) => one.task === gone.id)) return task;
  const kept = task.after.filter((one) => one.task !== gone.id);
  const named = new Set(kept.map((one) => one.task));
  const handedOn = gone.after.filter((one) => !named.has(one.task) && one.task !== task.id);
  return { ...task, after: [...kept, ...handedOn].slice(0, MOST_LINKS) };
}
