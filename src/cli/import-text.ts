// What `planwright import` tells a person: what was taken in, what was wrong with it, what that saves.
import type { z } from 'zod';
import type { planImportOutput } from '../contract/plan-import.ts';
import { safeText } from './safe-text.ts';

type Taken = z.infer<typeof planImportOutput>;

const shownDefects = 8;

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function daysLine({ schedule }: Taken): string[] {
  if (schedule === null) return [];
  const { days, waterfall_days: inARow, days_saved: saved } = schedule;
  const less = saved > 0 ? `: ${many(saved, 'day')} saved` : '';
  return [`  ${many(days, 'day')}; one task after the other it would be ${inARow}${less}`];
}

function defectLines({ defects, defect_count: count, plan_id }: Taken): string[] {
  if (count === 0) return [];
  const repaired = defects.filter((defect) => defect.repaired).length;
  const kinds = Map.groupBy(defects, ({ kind }) => kind);
  const summary = [...kinds].map(([kind, all]) => `${kind} ${all.length}`).join(', ');
  // Of each kind one, before more of any.
  const firsts = [...kinds.values()].flatMap((all) => all.slice(0, 1));
  const shown = [...new Set([...firsts, ...defects])].slice(0, shownDefects);
  return [
    `  ${many(count, 'defect')} found, ${repaired} repaired: ${safeText(summary, 400)}`,
    ...shown.map(({ kind, detail }) => `    ${safeText(kind, 40)}: ${safeText(detail, 300)}`),
    ...(count > shown.length
      ? [`    and ${count - shown.length} more: planwright read ${plan_id} file import_report.md`]
      : []),
  ];
}

export function importText(taken: Taken): string {
  const { plan_id, title, tasks, dependencies, steps, warnings, next_action, executable } = taken;
  const size = `${many(tasks, 'task')}, ${dependencies} dependencies, ${many(steps, 'step')}`;
  return [
    `${safeText(title, 200)}: ${executable ? size : safeText(next_action, 300)}`,
    ...daysLine(taken),
    ...defectLines(taken),
    ...warnings.map(({ message }) => `  warning: ${safeText(message, 600)}`),
    `  next: planwright ${executable ? 'run' : 'resume'} ${plan_id}`,
    '',
  ].join('\n');
}
