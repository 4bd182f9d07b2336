// What a reader should know beside the dates: what the linter finds, dates that are not kept, and
// violations in words with the ids of the project.
import { PlanwrightError } from '../../base/errors.ts';
import type { PlanLint } from '../../contract/plan-schedule.ts';
import type { Finding } from '../graph/finding.ts';
import { lint } from '../graph/lint.ts';
import type { Placed, Project } from '../project.ts';
import type { Violation } from '../solve/check.ts';
import type { Compiled } from '../solve/compile.ts';
import { type MissedDate, missedDates } from '../solve/placed.ts';

const MAX_IDS = 1000;
const MAX_MESSAGE = 1000;

/** Warnings and hints; an error is thrown, since nothing can be scheduled then. */
export function lintFindings(project: Project): PlanLint[] {
  const findings = lint(project);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return findings.map(planLint);
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more mistakes)`;
  throw new PlanwrightError('INVALID_ARGUMENTS', `${first.message}${more}`, {
    finding: first.code,
    ids: first.ids.slice(0, MAX_IDS),
  });
}

const planLint = ({ code, severity, ids, message }: Finding): PlanLint => ({
  code,
  severity,
  ids: ids.slice(0, MAX_IDS),
  message: message.slice(0, MAX_MESSAGE),
});

export function missedFindings(compiled: Compiled, placed: readonly Placed[]): PlanLint[] {
  return missedDates(compiled, placed).map((missed) => ({
    code: `${missed.what}_missed`,
    severity: 'warning' as const,
    ids: [missed.task],
    message: missedText(missed),
  }));
}

function missedText({ task, what, minutes }: MissedDate): string {
  const days = Math.ceil(minutes / 1440);
  const late =
    minutes < 1440 ? `${Math.ceil(minutes / 60)} h` : `${days} ${days === 1 ? 'day' : 'days'}`;
  return what === 'deadline'
    ? `task "${task}" ends ${late} after its deadline; shorten what comes before it, or move the date`
    : `task "${task}" begins ${late} after its fixed start; its links, working hours or roles leave it no earlier place`;
}

export function violationText({ message, task }: Violation, { project, taskOf }: Compiled): string {
  const id = task === undefined ? undefined : project.tasks[taskOf[task] ?? -1]?.id;
  return id === undefined ? message : `${message} ("${id}")`;
}
