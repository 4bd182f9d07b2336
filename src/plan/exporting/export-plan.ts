// One plan, one format, one file. Each is made from plan.json alone and says nothing of when it was
// made, so the same plan always gives the same bytes.
import type { Plan } from '../../contract/plan.ts';
import type { ExportFormat } from '../../contract/plan-export.ts';
import { writeCsv } from '../../schedule/write/csv.ts';
import { writeFlowchart } from '../../schedule/write/flowchart.ts';
import { writeIcal } from '../../schedule/write/ical.ts';
import { writeMermaid } from '../../schedule/write/mermaid.ts';
import { writeMsProject } from '../../schedule/write/msproject/msproject.ts';
import { jsonText } from '../document/plan-files.ts';
import { renderHtml } from '../report/html/index.ts';
import { renderReport } from '../report/report-markdown.ts';
import { carriedPlan } from './carried-plan.ts';
import { writeChecklist } from './checklist.ts';
import { datedPlan } from './dated-plan.ts';
import { writeDocx } from './docx/docx.ts';

/** The zip is made of the plan's files, which the plan alone does not hold. */
export type PlanFormat = Exclude<ExportFormat, 'zip'>;

export function exportPlan(plan: Plan, format: PlanFormat): string | Uint8Array {
  switch (format) {
    case 'csv':
      return writeCsv(datedPlan(plan));
    case 'mermaid':
      return writeMermaid(datedPlan(plan));
    case 'flowchart':
      return writeFlowchart(datedPlan(plan));
    case 'msproject':
      return writeMsProject(datedPlan(plan), carriedPlan(plan));
    case 'ical':
      return writeIcal(datedPlan(plan));
    case 'docx':
      return writeDocx(plan);
    case 'checklist':
      return writeChecklist(plan);
    case 'json':
      return jsonText(plan);
    case 'md':
      return renderReport(plan);
    case 'html':
      return renderHtml(plan);
  }
}
