// Files that those who work put into an execution.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { executionRef } from '../contract/executions.ts';
import {
  executionFileInput,
  executionFilesOutput,
  maxFileBytes,
  workFileInput,
  workFileOutput,
} from '../contract/files.ts';
import { readArtifact } from '../engine/artifacts.ts';
import { findExecution } from './execution-views.ts';
import { holderCall, placeOfToken } from './holder.ts';
import { onceOf } from './once.ts';
import { jsonOperation, rawOperation } from './operation.ts';
import { fileView, mediaTypeOf } from './plan-views.ts';

export const executionFiles = jsonOperation({
  name: 'execution_files',
  title: 'List the files of an execution',
  description: 'Lists every file added to the execution, with its hash.',
  input: executionRef,
  output: executionFilesOutput,
  scope: 'plan:read',
  rest: 'GET /api/executions/{execution_id}/files',
  async handler(context, { execution_id }) {
    const run = await findExecution(context, execution_id);
    const rows = await context.reader.artifacts(run.tenant, run.id);
    return { execution_id, files: rows.map(fileView) };
  },
});

/** An agent wrote them: what a browser would run is not called by its name. */
const harmlessTypes = [
  ...['plain', 'markdown', 'csv'].map((name) => `text/${name}`),
  ...['json', 'pdf', 'zip'].map((name) => `application/${name}`),
  ...['png', 'jpeg', 'gif', 'webp'].map((name) => `image/${name}`),
];
const unknownType = 'application/octet-stream';

export const executionFile = rawOperation({
  name: 'execution_file',
  title: 'Download a file of an execution',
  description: 'Returns the bytes of one file, always as a download.',
  input: executionFileInput,
  mediaTypes: [...harmlessTypes, unknownType],
  scope: 'plan:read',
  rest: 'GET /api/executions/{execution_id}/files/{path}',
  async handler(context, { execution_id, path }) {
    const run = await findExecution(context, execution_id);
    const file = await readArtifact(context.reader, run.tenant, run.id, path);
    if (!file) {
      const message = `The execution has no file ${path.slice(0, 80)}. execution_files lists them.`;
      throw new PlanwrightError('file_not_found', message);
    }
    const { content_type: type, sha256 } = file.row;
    const contentType = harmlessTypes.includes(mediaTypeOf(type)) ? type : unknownType;
    return { bytes: file.bytes, contentType, sha256, isDownload: true };
  },
});

function bytesOf(content: string | undefined, base64: string | undefined): Uint8Array {
  const bytes =
    content === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(content, 'utf8');
  if (bytes.byteLength <= maxFileBytes) return bytes;
  const message = `content: at most ${maxFileBytes} bytes. Put larger things elsewhere and name them.`;
  throw new PlanwrightError('too_large', message);
}

const maxFiles = 1_000;

/** A new version of a file takes the place of the old one. */
export function checkFileRoom(files: readonly { readonly path: string }[], path: string): void {
  if (files.length < maxFiles || files.some((file) => file.path === path)) return;
  const message = `The execution has ${maxFiles} files already. Write over one of them.`;
  throw new PlanwrightError('limit_exceeded', message);
}

export const workFile = jsonOperation({
  name: 'work_file',
  sdk: 'putFile',
  title: 'Add a file to an execution',
  description: 'Stores a file with the task you hold. The answer contains its SHA-256.',
  input: workFileInput,
  output: workFileOutput,
  scope: 'work',
  toolsets: ['worker'],
  isIdempotent: true,
  rest: { method: 'POST', path: '/api/work/file', status: 201 },
  async handler(context, { lease_token, path, content, content_base64, content_type }) {
    const bytes = bytesOf(content, content_base64);
    // Only the holder gets further; it is a sign of life as well.
    const call = holderCall(context, lease_token);
    const { signal } = await context.engine.heartbeat({ ...call, progress: null, note: null });
    const { run, step } = placeOfToken(lease_token);
    checkFileRoom(await context.reader.artifacts(call.tenant, run), path);
    const now = context.now();
    const sha256 = sha256Hex(bytes);
    const file = { path, content_type, size: bytes.byteLength, sha256 };
    const { seq } = await context.engine.note({
      tenant: call.tenant,
      run,
      by: call.holder,
      step,
      kind: 'file',
      reportedAt: now,
      note: { message: `Put the file ${path}.`, ...file },
      artifacts: [{ owner: run, path, contentType: content_type, bytes }],
      ...onceOf(context),
    });
    return { ...file, updated_at: isoTime(now), seq, signal };
  },
});
