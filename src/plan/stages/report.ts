// report.md from the plan alone.
import { z } from 'zod';
import { renderReport } from '../report/report-markdown.ts';
import { outputOf, type Stage } from '../stage.ts';
import { assembleStage } from './assemble.ts';

export const reportOutput = z.object({ markdown: z.string().min(1).max(1_000_000) });
export type ReportOutput = z.infer<typeof reportOutput>;

export const reportStage: Stage<ReportOutput> = {
  name: 'report',
  version: 1,
  needs: ['plan'],
  output: reportOutput,
  offline: (input) => ({ markdown: renderReport(outputOf(input, assembleStage)) }),
  render: (out) => out.markdown,
};
