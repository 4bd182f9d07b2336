// The end of a plan is when its last result is there. Where somebody still waits for an answer after the
// last work, a milestone says so: nothing else would stand after the wait.
import type { PlanPhase, PlanTask } from '../../contract/plan.ts';
import type { OutlineOutput, TaskDetail } from '../outputs/work.ts';
import { taskId } from './ids.ts';

type Details = readonly { readonly id: string; readonly tasks: readonly TaskDetail[] }[];

export interface EndMilestone {
  readonly phase: PlanPhase['phase_id'];
  readonly id: string;
  readonly title: string;
  /** The role of the last task. */
  readonly role: string;
  /** Numbers of the tasks that come before it. */
  readonly after: readonly string[];
}

const MOST_TITLE = 200;

/** Nothing that comes after its end stands for its wait. */
function isOpen({ id, wait_hours }: TaskDetail, tasks: readonly TaskDetail[]): boolean {
  if (wait_hours === 0) return false;
  const links = tasks.flatMap(({ after }) => after.filter(({ task }) => task === id));
  return !links.some(({ type, lag_hours }) => type.startsWith('finish') && lag_hours >= 0);
}

/** After everything that nothing comes after; none where nobody waits at the end. */
export function endOf(phases: Details, { phases: outlined }: OutlineOutput): EndMilestone | null {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const open = tasks.filter((task) => isOpen(task, tasks));
  const last = phases.at(-1);
  const final = last?.tasks.at(-1);
  if (open.length === 0 || last === undefined || final === undefined) return null;
  const named = new Set(tasks.flatMap(({ after }) => after.map(({ task }) => task)));
  const after = tasks.filter((task) => open.includes(task) || !named.has(task.id));
  const done = outlined.find(({ id }) => id === last.id);
  const numbers = [...last.tasks, ...(done?.tasks ?? [])].map(({ id }) => Number(id.split('.')[1]));
  return {
    phase: last.id,
    id: `${last.id}.${Math.max(...numbers) + 1}`,
    title: (done?.done_when ?? final.acceptance[0] ?? final.description).slice(0, MOST_TITLE),
    role: final.role,
    after: after.map(({ id }) => id),
  };
}

/** A moment: nobody works on it. */
export const endTask = (
  { id, title, after }: EndMilestone,
  role: string,
): Omit<PlanTask, 'start_date' | 'finish_date'> => ({
  task_id: taskId(id),
  title,
  description: title,
  assignee_role: role,
  performer: 'human',
  prerequisites: after.map(taskId),
  estimate: { low: 0, likely: 0, high: 0 },
  estimated_hours: 0,
  complexity: 'low',
  model_tier: 'small',
  risk_tier: 'T1',
  acceptance_criteria: [title],
  cost: null,
  subtasks: [],
  reversibility: 'reversible',
  risk_ids: [],
  assumption_ids: [],
  delivers: [],
  milestone: true,
});
