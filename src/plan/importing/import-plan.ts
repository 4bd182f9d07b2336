// One way for every foreign plan: tasks and links are made sound, what is missing is filled in, and the
// scheduler gives it dates. What comes out is a plan like any other, and a report of all that was wrong.
import { PlanwrightError } from '../../base/errors.ts';
import { inputProblems } from '../../base/input-problems.ts';
import { type Plan, planSchema } from '../../contract/plan.ts';
import type { Json } from '../../schedule/write/json.ts';
import { completePlan } from '../complete-plan.ts';
import { draftPlan } from './build-plan.ts';
import type { ImportDefect, ImportedPlan, ImportedTask, ImportFormat } from './imported-plan.ts';
import { lengthsOf } from './lengths.ts';
import { outlineOf } from './outline.ts';
import { planIdsOf } from './plan-ids.ts';
import { noWork } from './refusals.ts';
import { scheduleImport } from './schedule-import.ts';
import { soundLinks } from './sound-links.ts';
import { checkCounts, soundTasks } from './sound-tasks.ts';

export interface ImportReport {
  readonly format: ImportFormat;
  readonly title: string;
  readonly tasks: number;
  readonly dependencies: number;
  readonly defects: readonly ImportDefect[];
  readonly notes: readonly string[];
  readonly schedule: ImportDays;
  /** Ids of tasks, as the file had them. */
  readonly ids: Readonly<Record<string, string>>;
}

export interface ImportDays {
  readonly days: number;
  readonly waterfall_days: number;
  readonly days_saved: number;
  /** Of the file's own schedule, where it has one. */
  readonly stated_days?: number;
}

export interface TakenIn {
  readonly plan: Plan;
  readonly report: ImportReport;
}

export interface ImportOptions {
  readonly planId: string;
  /** YYYY-MM-DD; when it begins, unless the file says so. */
  readonly today: string;
  readonly signal?: AbortSignal;
}

const formatNames: Readonly<Record<ImportFormat, string>> = {
  plan: 'a plan.json',
  planwright: 'a Planwright archive',
  planexe: 'a PlanExe archive',
  taskmaster: 'a tasks.json of task-master',
  backlog: 'a Backlog.md folder',
  msproject: 'MS Project XML',
  csv: 'a table (CSV)',
};

const maxDependencies = 2_000;

function noticeOf(format: ImportFormat, defects: readonly ImportDefect[]): string {
  const repaired = defects.filter((defect) => defect.repaired).length;
  const found =
    defects.length === 0
      ? 'Nothing was wrong with it.'
      : `${defects.length} defects were found in it, ${repaired} of them were repaired: import_report.md lists each.`;
  return `This plan was taken in from ${formatNames[format]} and given new dates. ${found}`;
}

function checked(plan: unknown): Plan {
  const parsed = planSchema.safeParse(plan);
  if (parsed.success) return parsed.data;
  const [what = ''] = inputProblems(planSchema, parsed.error, { input: plan, most: 1 });
  throw new PlanwrightError(
    'INVALID_ARGUMENTS',
    `What the file holds makes no valid plan. ${what}`,
  );
}

const quality = (guesses: number) => ({
  complete: false,
  partial: guesses === 0 ? [] : ['What the file did not say was filled in by rules: see guesses.'],
  stubbed: [],
});

/** What became of tasks that are done or cancelled. */
function ownNotes(tasks: readonly ImportedTask[], dropped: ReadonlySet<string>): string[] {
  const done = tasks.filter(({ kind, status }) => kind === 'task' && status === 'done').length;
  return [
    ...(done === 0
      ? []
      : [
          `The file says that ${done} of its tasks are done. They keep that as what happened; an execution still hands them out, and whoever takes one hands in what there is.`,
        ]),
    ...(dropped.size === 0
      ? []
      : [`Left out, since the file says that they are cancelled: ${[...dropped].join(', ')}.`]),
  ];
}

export async function importPlan(given: ImportedPlan, options: ImportOptions): Promise<TakenIn> {
  checkCounts(given);
  const { tasks, defects: ofTasks, dropped } = soundTasks(given.tasks);
  const stated = given.links.filter(({ from, to }) => !dropped.has(from) && !dropped.has(to));
  const links = soundLinks(tasks, stated);
  const lengths = lengthsOf(tasks);
  const outline = outlineOf(tasks, given.title);
  if (outline.phases.length === 0) throw noWork('a plan', 'nothing in it is to be done');
  if (links.links.length > maxDependencies) {
    const message = `The file has ${links.links.length} links between tasks; at most ${maxDependencies} are taken in.`;
    throw new PlanwrightError('limit_exceeded', message);
  }
  const { document } = given;
  const ofWork = [...ofTasks, ...links.defects, ...lengths.defects, ...outline.defects];
  // A document has its own tasks and links; what is wrong with those is found when it gets its dates.
  const found = [...given.defects, ...(document ? [] : ofWork)];
  const ids = planIdsOf(outline.phases);
  const imported = { ...given, tasks };
  const drafted = draftPlan({
    ...{ imported, phases: outline.phases, ids, links, hours: lengths.hours },
    ...{ guesses: lengths.guesses, notice: noticeOf(given.format, found) },
  });
  const whole = completePlan(document ?? drafted, options.planId, options.today) as Json;
  const scheduled = await scheduleImport(whole, options.signal);
  if (scheduled.violations.length > 0) {
    throw new PlanwrightError(
      'INTERNAL_ERROR',
      `The dates do not hold: ${scheduled.violations[0]}`,
    );
  }
  const guesses = (scheduled.plan.guesses as unknown[]).length;
  const judged = document ? {} : { quality_summary: quality(guesses) };
  const plan = checked({ ...scheduled.plan, ...judged });
  const defects = [...found, ...scheduled.defects];
  const { days, waterfallDays } = scheduled;
  const report: ImportReport = {
    ...{ format: given.format, title: plan.title, defects },
    tasks: plan.phases.reduce((sum, phase) => sum + phase.tasks.length, 0),
    dependencies: plan.dependencies.length,
    notes: [...given.notes, ...ownNotes(tasks, dropped)],
    schedule: {
      ...{ days, waterfall_days: waterfallDays, days_saved: waterfallDays - days },
      ...(given.statedDays === undefined ? {} : { stated_days: given.statedDays }),
    },
    ids: Object.fromEntries([...ids.tasks].map(([old, id]) => [id, old])),
  };
  return { plan, report };
}
