// report.md from the plan alone; the other files of a plan are made where its result is kept.
import { z } from 'zod';
import { planSchema } from '../../contract/plan.ts';
import { renderReport } from '../report/report-markdown.ts';
import { outputOf, type Stage } from '../stage.ts';

export const reportOutput = z.object({ markdown: z.string().min(1).max(1_000_000) });
export type ReportOutput = z.infer<typeof reportOutput>;

const plan = { name: 'plan', output: planSchema };

export const reportStage: Stage<ReportOutput> = {
  name: 'report',
  version: 3,
  needs: ['plan'],
  output: reportOutput,
  offline: (input) => ({ markdown: renderReport(outputOf(input, plan)) }),
  render: (out) => out.markdown,
};
