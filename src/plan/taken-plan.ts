// A plan that was not made here but taken in: its file becomes the files of a plan by one step of the
// engine, so that it is on the record, survives a crash and is erased like any other.
import { PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { contentJson } from '../engine/content.ts';
import type { Artifact } from '../engine/engine-api.ts';
import type { StepHandler } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import { gatedPlan } from './document/gated-plan.ts';
import { jsonText, planFiles } from './document/plan-files.ts';
import { importReportMarkdown } from './importing/import-report.ts';
import { renderHtml } from './report/html/index.ts';
import { renderReport } from './report/report-markdown.ts';
import type { Taking } from './taking-step.ts';

function filesOf({ plan, report }: Taking): Artifact[] {
  const file = (path: string, contentType: string, body: string): Artifact => ({
    ...{ owner: plan.plan_id, path, contentType },
    bytes: Buffer.from(body),
  });
  return [
    file('plan.json', 'application/json', jsonText(plan)),
    file('report.md', 'text/markdown; charset=utf-8', renderReport(plan)),
    file('report.html', 'text/html; charset=utf-8', renderHtml(plan)),
    ...planFiles(plan).map(({ path, contentType, body }) => file(path, contentType, body)),
    ...(report
      ? [
          file('import_report.json', 'application/json', jsonText(report)),
          file('import_report.md', 'text/markdown; charset=utf-8', importReportMarkdown(report)),
        ]
      : []),
  ];
}

export function createTakingHandler(reader: Reader): StepHandler {
  return async (step) => {
    const row = await reader.content(step.spec);
    if (!row) throw new PlanwrightError('content_unavailable', 'The plan was erased.');
    const { plan, ...more } = contentJson(row) as Taking;
    const artifacts = filesOf({ ...more, plan: gatedPlan(migratePlan(plan) as Plan) });
    return { output: { paths: artifacts.map(({ path }) => path) }, artifacts };
  };
}
