// What happened in another order than the links say: it is kept as it happened, and told.
import type { PlanLint } from '../../contract/plan-schedule.ts';
import { leafLinks } from '../forecast/remaining.ts';
import type { Actual, Link, Project } from '../project.ts';

const MAX_FINDINGS = 50;

/** `project` with its actuals. */
export function orderFindings(project: Project): PlanLint[] {
  const actuals = new Map(project.tasks.map(({ id, actual }) => [id, actual ?? {}]));
  return leafLinks(project)
    .flatMap((link): PlanLint[] => {
      const text = brokenText(link, actuals.get(link.from) ?? {}, actuals.get(link.to) ?? {});
      if (text === null) return [];
      const { from, to } = link;
      const message = `task “${to}” ${text}, which it should wait for; it stays as it happened`;
      return [{ code: 'out_of_order', severity: 'hint', ids: [from, to], message }];
    })
    .slice(0, MAX_FINDINGS);
}

const isBefore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && (other === undefined || one < other);

/** Links with a lead are meant to overlap. */
function brokenText({ from, type, lagMinutes }: Link, first: Actual, then: Actual): string | null {
  if (lagMinutes < 0) return null;
  const isDone = first.finished === undefined && first.progress === 1;
  if (isDone) return null;
  const bindsFinish = type === 'FS' || type === 'FF';
  if (bindsFinish && isBefore(then.finished, first.finished)) {
    return `was finished before “${from}”`;
  }
  if (type === 'FS' && isBefore(then.started, first.finished)) {
    return `was begun before “${from}” was finished`;
  }
  return type === 'SS' && isBefore(then.started, first.started)
    ? `was begun before “${from}” was`
    : null;
}
