// What `planwright export --help` says of each format.
import type { ExportFormat } from '../contract/plan-export.ts';

const meanings: Readonly<Record<ExportFormat, string>> = {
  csv: 'tasks with dates, roles, cost and what they wait for, for spreadsheets',
  mermaid: 'the schedule as a Mermaid gantt chart',
  flowchart: 'what comes before what, as a Mermaid flowchart',
  msproject: 'MS Project XML; planwright import takes it back without loss',
  ical: 'tasks and milestones for calendars',
  docx: 'the report as a Word document',
  checklist: 'tasks and what they are accepted by, with boxes, in Markdown',
  json: 'plan.json',
  md: 'the report as Markdown',
  html: 'the report as one page',
  zip: 'every file of the plan, in any state; planwright import takes it back',
};

export const exportFormatHelp = `Formats
${Object.entries(meanings)
  .map(([name, meaning]) => `  ${name.padEnd(11)}${meaning}`)
  .join('\n')}

Texts go to standard output, docx and zip to a new file named after the plan; --out names another
file, and --out - is standard output. See docs/exporting.md.`;
