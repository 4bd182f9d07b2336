// A schedule in the format that was asked for.
import { costTotalsSchema } from '../contract/plan.ts';
import { retold } from '../plan/computed-words.ts';
import { rejudged } from '../plan/document/gated-plan.ts';
import type { CostOutcome, ScheduleOutcome } from '../schedule/run/outcome.ts';
import { rowsOf } from '../schedule/scheduled.ts';
import { calendarNote } from '../schedule/write/calendar-note.ts';
import { writeCsv } from '../schedule/write/csv.ts';
import { writeIcal } from '../schedule/write/ical.ts';
import { intoPlan } from '../schedule/write/into-plan.ts';
import { writeMermaid } from '../schedule/write/mermaid.ts';
import { writeMsProject } from '../schedule/write/msproject/msproject.ts';
import { planSchedule } from '../schedule/write/plan.ts';
import { projectPlan } from '../schedule/write/project-plan.ts';
import type { AnswerInput } from './schedule-answer.ts';
import type { ScheduleFile } from './schedule-file.ts';
import type { ScheduleFormat } from './schedule-options.ts';

export function formatted(format: ScheduleFormat, answer: AnswerInput): string {
  const { file, outcome } = answer;
  const scheduled = {
    planId: file.planId,
    title: file.title,
    project: file.project,
    rows: rowsOf(file.project, outcome),
    finish: outcome.finish,
    currency: file.currency,
    stated: [...file.stated, ...(outcome.closed?.addedCosts ?? [])],
  };
  switch (format) {
    case 'json':
      return `${JSON.stringify(planJson(answer), null, 2)}\n`;
    case 'csv':
      return writeCsv(scheduled);
    case 'mermaid':
      return writeMermaid(scheduled);
    case 'msproject':
      return writeMsProject(scheduled);
    case 'ical':
      return writeIcal(scheduled);
  }
}

/** The plan with its dates; a file that is no plan becomes one. */
function planJson({ file, outcome, effort }: AnswerInput): object {
  const { project, currency, plan } = file;
  const calendar = calendarNote(project);
  // Once work has begun, its first schedule is kept: progress is measured against it.
  const hasBegun = project.tasks.some(({ actual }) => actual !== undefined);
  const baseline = hasBegun ? { baseline: file.baseline ?? [] } : {};
  const schedule = planSchedule({ project, outcome, effort, currency, calendar, ...baseline });
  const before = plan ?? projectPlan(project, file.title);
  const after = intoPlan(before, project, outcome, schedule);
  return rejudged(retold(before, { ...after, ...costsAfter(file, outcome) }));
}

/** One set of numbers: the costs of the whole are those of the schedule. */
function costsAfter(file: ScheduleFile, { cost }: ScheduleOutcome): object {
  if (saidCost(file, cost) === null) return {};
  const { low, high, total: base, verdict, note } = cost;
  return { costs: { ...(file.plan?.costs as object), low, base, high, verdict, note } };
}

/** What the plan says that it costs, where that is something else than it does. */
export function saidCost({ plan, currency }: ScheduleFile, { total }: CostOutcome): number | null {
  const said = costTotalsSchema.safeParse(plan?.costs);
  if (!said.success || said.data.currency !== currency || total === 0) return null;
  return said.data.base === total ? null : said.data.base;
}
