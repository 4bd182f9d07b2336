// The plan as a list to tick off, in Markdown: a box for each task, and under it one for each condition
// of its acceptance. What is finished is ticked already.
import type { Plan, PlanPhase, PlanTask } from '../../contract/plan.ts';
import { escapeMarkdown } from '../report/markdown.ts';

const box = (isDone: boolean): string => (isDone ? '[x]' : '[ ]');

/** Plans that were taken in know of what is done often no more than that. */
const isDone = ({ actual }: PlanTask): boolean =>
  actual?.finished !== undefined || actual?.progress === 1;

const datesOf = (start: string, finish: string): string =>
  start === finish ? start : `${start} to ${finish}`;

function taskLines(task: PlanTask, number: string): string[] {
  const { title, assignee_role, start_date, finish_date, acceptance_criteria } = task;
  const about = [escapeMarkdown(assignee_role), datesOf(start_date, finish_date)].join(', ');
  const tick = box(isDone(task));
  return [
    `- ${tick} **${number} ${escapeMarkdown(title)}** (${about})`,
    ...acceptance_criteria.map((criterion) => `  - ${tick} ${escapeMarkdown(criterion)}`),
  ];
}

function phaseLines({ name, start_date, finish_date, tasks }: PlanPhase, number: number): string[] {
  return [
    '',
    `## ${number} ${escapeMarkdown(name)} (${datesOf(start_date, finish_date)})`,
    '',
    ...tasks.flatMap((task, index) => taskLines(task, `${number}.${index + 1}`)),
  ];
}

function questionLines({ open_questions }: Plan): string[] {
  if (open_questions.length === 0) return [];
  const boxes = open_questions.map((question) => `- [ ] ${escapeMarkdown(question)}`);
  return ['', '## Open questions', '', ...boxes];
}

export function writeChecklist(plan: Plan): string {
  const { title, start_date, finish_date, phases } = plan;
  const count = phases.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const lines = [
    `# ${escapeMarkdown(title)}`,
    '',
    `${count} tasks, ${datesOf(start_date, finish_date)}.`,
    ...phases.flatMap((phase, index) => phaseLines(phase, index + 1)),
    ...questionLines(plan),
  ];
  return `${lines.join('\n')}\n`;
}
