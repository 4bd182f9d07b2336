// What a file of each format is called and says that it is.
import type { ExportFormat } from '../../contract/plan-export.ts';

interface FormatFile {
  readonly ending: string;
  readonly contentType: string;
}

const mermaid = 'text/vnd.mermaid; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';

export const formatFiles: Readonly<Record<ExportFormat, FormatFile>> = {
  csv: { ending: '.csv', contentType: 'text/csv; charset=utf-8' },
  mermaid: { ending: '-gantt.mmd', contentType: mermaid },
  flowchart: { ending: '-flowchart.mmd', contentType: mermaid },
  msproject: { ending: '.xml', contentType: 'application/xml; charset=utf-8' },
  ical: { ending: '.ics', contentType: 'text/calendar; charset=utf-8' },
  docx: {
    ending: '.docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  checklist: { ending: '-checklist.md', contentType: markdown },
  json: { ending: '.json', contentType: 'application/json' },
  md: { ending: '.md', contentType: markdown },
  html: { ending: '.html', contentType: 'text/html; charset=utf-8' },
  zip: { ending: '.zip', contentType: 'application/zip' },
};

const MAX_STEM = 60;

/** The title in letters that every file system takes; a title in other letters gives way to the id. */
export function fileStem(title: string, planId: string): string {
  const plain = title.slice(0, 300).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = plain.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_STEM);
  const stem = letters.replace(/^-|-$/g, '');
  return stem.length >= 3 ? stem : planId;
}

export const fileNameOf = (format: ExportFormat, title: string, planId: string): string =>
  `${fileStem(title, planId)}${formatFiles[format].ending}`;
