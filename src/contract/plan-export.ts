// A finished plan in the formats that other programs open.
import { z } from 'zod';
import { cursor, nextAction, planId } from './common.ts';

export const exportFormats = [
  'csv',
  'mermaid',
  'flowchart',
  'msproject',
  'ical',
  'docx',
  'checklist',
  'json',
  'md',
  'html',
  'zip',
] as const;
export type ExportFormat = (typeof exportFormats)[number];

const format = z.enum(exportFormats);

export const planExportFileInput = z.strictObject({ plan_id: planId, format });

export const planExportInput = z.strictObject({
  plan_id: planId,
  format,
  cursor: cursor.optional(),
});

export const planExportOutput = z.object({
  plan_id: planId,
  format,
  file_name: z.string(),
  content_type: z.string(),
  sha256: z.string(),
  download_size: z.int(),
  download_url: z.string().describe('On this server; takes the same key.'),
  text: z.string().optional().describe('Of a text format; docx and zip are only to download.'),
  total: z.int().optional().describe('How many characters there are in all.'),
  next_cursor: z.string().nullable(),
  next_action: nextAction,
});
