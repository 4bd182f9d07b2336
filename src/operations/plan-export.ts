// A finished plan as a file of another program's format; a zip of its files in any state.
import { sha256Hex } from '../base/hash.ts';
import {
  type ExportFormat,
  planExportFileInput,
  planExportInput,
  planExportOutput,
} from '../contract/plan-export.ts';
import { pageChars } from '../contract/plan-read.ts';
import { readArtifact } from '../engine/artifacts.ts';
import { fileNameOf, formatFiles } from '../plan/exporting/format-files.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { jsonOperation, type RawAnswer, rawOperation } from './operation.ts';
import { zipBytes } from './plan-file-info.ts';
import { checkThere, planDocument } from './plan-read.ts';
import { exportMediaTypes, findPlan } from './plan-views.ts';
import { pageOf } from './read-page.ts';

/** The plan has these already, as they were written when it was finished. */
const keptFiles: Partial<Record<ExportFormat, string>> = { md: 'report.md', html: 'report.html' };

async function bytesOf(
  context: Context,
  plan: Rows['plans'],
  format: ExportFormat,
): Promise<Uint8Array> {
  if (format === 'zip') return zipBytes(context, plan);
  const document = await planDocument(context, plan);
  const path = keptFiles[format];
  const kept = path && (await readArtifact(context.reader, plan.tenant, plan.id, path));
  if (kept) return kept.bytes;
  const { exportPlan } = await import('../plan/exporting/export-plan.ts');
  const made = exportPlan(document, format);
  return typeof made === 'string' ? Buffer.from(made) : made;
}

interface Exported extends RawAnswer {
  readonly fileName: string;
}

async function exported(context: Context, planId: string, format: ExportFormat): Promise<Exported> {
  const plan = await findPlan(context, planId);
  checkThere(plan);
  const bytes = await bytesOf(context, plan, format);
  return {
    ...{ bytes, contentType: formatFiles[format].contentType, sha256: sha256Hex(bytes) },
    ...{ isDownload: true, fileName: fileNameOf(format, plan.title, plan.id) },
  };
}

const isText = (format: ExportFormat): boolean => format !== 'docx' && format !== 'zip';

function nextOf(format: ExportFormat, cursor: string | null): string {
  if (!isText(format)) return 'Fetch download_url, with the same key.';
  return cursor === null
    ? 'That is all of it.'
    : `There is more: call again with cursor ${cursor}.`;
}

export const planExport = jsonOperation({
  name: 'plan_export',
  title: 'Export a plan',
  description:
    'Returns a finished plan as CSV, Mermaid, MS Project XML, iCalendar, Word, checklist or another format: the text in pages, or a download address.',
  input: planExportInput,
  output: planExportOutput,
  scope: 'plan:read',
  rest: 'GET /api/plans/{plan_id}/export-info',
  async handler(context, { plan_id, format, cursor }) {
    const file = await exported(context, plan_id, format);
    const text = Buffer.from(file.bytes).toString('utf8');
    const page = isText(format)
      ? pageOf({ kind: 'text', text }, cursor, pageChars)
      : { next_cursor: null };
    return {
      ...{ plan_id, format, file_name: file.fileName, content_type: file.contentType },
      ...{ sha256: file.sha256, download_size: file.bytes.byteLength },
      download_url: `/api/plans/${plan_id}/export?format=${format}`,
      ...page,
      next_action: nextOf(format, page.next_cursor),
    };
  },
});

export const planExportFile = rawOperation({
  name: 'plan_export_file',
  title: 'Download an export of a plan',
  description: 'Returns the bytes of plan_export. The file is named after the plan.',
  input: planExportFileInput,
  mediaTypes: exportMediaTypes,
  scope: 'plan:read',
  rest: 'GET /api/plans/{plan_id}/export',
  handler: (context, { plan_id, format }) => exported(context, plan_id, format),
});
