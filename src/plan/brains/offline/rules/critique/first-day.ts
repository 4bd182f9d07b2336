// What to do in the first hours: one thing of each task that begins first, of so many minutes as such a
// thing takes, by whoever has the task.
import type { PlanTask } from '../../../../../contract/plan.ts';
import type { AnswersOutput } from '../../../../outputs/closing.ts';
import { clip } from '../../text.ts';
import { type Ground, refOf } from './ground.ts';
import { isRevisedStep } from './refine.ts';
import { plainWords } from './summary.ts';

type Action = AnswersOutput['first_24_hours'][number];

const MINUTES = { least: 15, usual: 45, most: 90 } as const;
const kinds: readonly (readonly [RegExp, number])[] = [
  [/^(?:make_phone_call|send_email|schedule)/u, 20],
  [/^(?:search|manage_csv|collect_quotes|compare)/u, 45],
  [/^(?:draft|review|write|create|build)/u, 60],
  [/^(?:interview|run_|do_work|visit)/u, 90],
];

/** By the kind of step, and never more than the whole task has. */
function minutesOf(action: string, { estimate }: PlanTask): number {
  const usual = kinds.find(([kind]) => kind.test(action))?.[1] ?? MINUTES.usual;
  const own = Math.round((estimate.likely * 60) / 5) * 5;
  return Math.min(MINUTES.most, Math.max(MINUTES.least, Math.min(usual, own)));
}

const actionOf = (task: PlanTask, step: { action: string; description: string }): Action => ({
  action: plainWords(clip(step.description, 300)),
  ...{ who: task.assignee_role, task: refOf(task), minutes: minutesOf(step.action, task) },
});

const stepsOf = ({ title, subtasks }: PlanTask): { action: string; description: string }[] => {
  const own = subtasks.filter(({ action }) => !isRevisedStep(action));
  return own.length > 0 ? own : [{ action: '', description: title }];
};

const FEW = 3;
const MOST = 5;

/** Of the fact that most waits for. */
const answering = (task: PlanTask, [question]: readonly string[]): Action[] =>
  question === undefined
    ? []
    : [actionOf(task, { action: 'schedule', description: `Find the answer to this: ${question}` })];

/** The first thing of each; where these are few, what comes next in the same tasks, and what was not said. */
export function firstDay({ tasks, team }: Ground, questions: readonly string[]): Action[] {
  const roles = new Set(team.roles.map(({ name }) => name));
  const soonest = tasks
    .filter(({ milestone, assignee_role }) => milestone !== true && roles.has(assignee_role))
    .toSorted((one, other) => one.start_date.localeCompare(other.start_date));
  const first = soonest.filter(({ start_date }) => start_date === soonest[0]?.start_date);
  const nth = (at: number): Action[] =>
    first.flatMap((task) =>
      stepsOf(task)
        .slice(at, at + 1)
        .map((step) => actionOf(task, step)),
    );
  const begun = nth(0);
  const more = [...nth(1), ...nth(2), ...(first[0] ? answering(first[0], questions) : [])];
  const all = begun.length >= FEW ? begun : [...begun, ...more].slice(0, FEW);
  const own = all.filter(({ action }, at) => all.findIndex((one) => one.action === action) === at);
  return own.length > 0
    ? own.slice(0, MOST)
    : [
        {
          action: 'Read the plan, and strike out what does not belong.',
          ...{ who: team.roles[0]?.name ?? '', task: '', minutes: 30 },
        },
      ];
}
