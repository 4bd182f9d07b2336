// The files that a finished plan comes with, each made from plan.json alone, so that no two of them
// can differ.
import type { Plan } from '../../contract/plan.ts';
import { writeCsv } from '../../schedule/write/csv.ts';
import { writeMermaid } from '../../schedule/write/mermaid.ts';
import { planSummaryText } from './plan-summary.ts';
import { promisedFiles } from './promised-files.ts';
import { scheduledPlan } from './scheduled-plan.ts';
import { costsCsv, risksCsv } from './tables.ts';

export interface PlanFile {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

const json = 'application/json';
const csv = 'text/csv; charset=utf-8';

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const file = (path: string, contentType: string, body: string): PlanFile => ({
  ...{ path, contentType, body },
});

/** All but plan.json itself and the reports. */
export function planFiles(plan: Plan): PlanFile[] {
  const dated = scheduledPlan(plan);
  return [
    file('plan_summary.json', json, planSummaryText(plan)),
    file('risks.csv', csv, risksCsv(plan)),
    file('costs.csv', csv, costsCsv(plan, dated?.lines ?? null)),
    ...(dated
      ? [
          file('schedule.csv', csv, writeCsv(dated.scheduled)),
          file('gantt.mmd', 'text/vnd.mermaid; charset=utf-8', writeMermaid(dated.scheduled)),
        ]
      : []),
    ...Object.entries(promisedFiles(plan)).map(([path, value]) =>
      file(path, json, jsonText(value)),
    ),
  ];
}
