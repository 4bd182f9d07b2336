// What is said of a task in both reports: effort, what it does to others, steps and when it is done.
// What an earlier task has said in the same words is named by that task.
import type { Plan, PlanTask } from '../../../contract/plan.ts';
import { effortText } from './durations.ts';
import { shortName } from './names.ts';
import { type Once, plainly, saidOnce } from './once.ts';
import { plain, type Words } from './words.ts';

export interface TaskText {
  /** Empty where it is the title again. */
  readonly description: string;
  readonly steps: Once;
  readonly done: Once;
}

export function taskTexts({ phases }: Plan): (task: PlanTask) => TaskText {
  const [inSteps, inDone] = [saidOnce(), saidOnce()];
  const texts = new Map<PlanTask, TaskText>();
  for (const task of phases.flatMap(({ tasks }) => tasks)) {
    const isTitle = (text: string): boolean => plainly(text) === plainly(task.title);
    const number = shortName(task.task_id);
    const steps = task.subtasks.map(({ description }) => description);
    const done = task.acceptance_criteria.filter((text) => !isTitle(text));
    texts.set(task, {
      description: isTitle(task.description) ? '' : task.description,
      steps: inSteps(number, steps),
      done: inDone(number, done),
    });
  }
  return (task) => texts.get(task) ?? nothing;
}

const nothing: TaskText = {
  description: '',
  steps: { own: [], asIn: [] },
  done: { own: [], asIn: [] },
};

/** 12.2 h (9 h to 16 h). Empty for none. */
/** How many of its role work on it at once. */
const together = ({ uses = [], assignee_role }: PlanTask): number =>
  uses.find(({ role }) => role === assignee_role)?.units ?? 1;

export function effortOf(task: PlanTask, words: Words): string {
  const { estimate, estimated_hours: mean } = task;
  if (estimate.high === 0) return '';
  const said = (hours: number): string => effortText(hours, words);
  const low = said(estimate.low);
  const high = said(estimate.high);
  const unit = / \S+$/u.exec(high)?.[0] ?? '';
  const from = unit !== '' && low.endsWith(unit) ? low.slice(0, -unit.length) : low;
  const each = together(task) > 1 ? ` each of ${together(task)}` : '';
  return `${said(mean)} (${from} ${words.labels.to} ${high})${each}`;
}

/** What it does to others; what only reads and writes needs no word. */
const effects = {
  T1: '',
  T2: 'reaches outside or pays',
  T3: 'binding',
} as const satisfies Record<PlanTask['risk_tier'], string>;

/** Only said where it matters: what can be undone needs no word. */
export const effectsOf = ({ risk_tier: tier, reversibility: back }: PlanTask): string =>
  [effects[tier], back === undefined || back !== 'irreversible' ? '' : plain(back)]
    .filter((word) => word !== '')
    .join(', ');

/** Of the task itself or of the risk. */
export const risksOf = ({ risks }: Plan, { task_id, risk_ids = [] }: PlanTask): string[] => [
  ...new Set([
    ...risk_ids,
    ...risks.filter(({ tasks = [] }) => tasks.includes(task_id)).map(({ risk_id }) => risk_id),
  ]),
];
