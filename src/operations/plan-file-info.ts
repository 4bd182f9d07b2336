// Where a file of a plan can be fetched, and all of them as one zip, whatever the plan's state.
import { sha256Hex } from '../base/hash.ts';
import { type ZipFile, zipOf } from '../base/zip.ts';
import { type PlanFileInfo, planFileInfoInput, planFileInfoOutput } from '../contract/plan-read.ts';
import { planRef } from '../contract/plans.ts';
import { type Manifest, manifestName, manifestOf } from '../plan/bundle-manifest.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { jsonOperation, type RawAnswer, rawOperation } from './operation.ts';
import { fundsOf } from './plan-budget.ts';
import { checkThere } from './plan-read.ts';
import { findPlan, planStateOf } from './plan-views.ts';

type File = Rows['artifacts'];

/** A map: the name is the caller's own text. */
const aliases: ReadonlyMap<string, (path: string) => boolean> = new Map([
  ['report', (path) => path === 'report.html'],
  ['md', (path) => path === 'report.md'],
  ['plan', (path) => path === 'plan.json'],
  ['summary', (path) => path === 'plan_summary.json'],
  ['csv', (path) => path.endsWith('.csv')],
]);

/** A plan without a page of its own has its report as Markdown. */
function findFile(files: readonly File[], artifact: string): File | undefined {
  const isMeant = aliases.get(artifact) ?? ((path: string) => path === artifact);
  const found = files.find(({ path }) => isMeant(path));
  return found ?? (artifact === 'report' ? findFile(files, 'md') : undefined);
}

const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const filesPlace = (plan: string): string => `/api/plans/${plan}/files`;

export async function zipBytes(context: Context, plan: Rows['plans']): Promise<Uint8Array> {
  const { reader } = context;
  const files = await reader.artifacts(plan.tenant, plan.id);
  const contents = await reader.contents(files.map(({ content }) => content));
  const there = files.flatMap(({ path, content, updated_at: updatedAtMs }) => {
    const row = contents.get(content);
    return row ? [{ path: `${plan.id}/${path}`, bytes: row.bytes, updatedAtMs }] : [];
  });
  const manifest = await manifestOf(reader, plan, await fundsOf(context, plan.run));
  const own = manifest === null ? [] : [manifestFile(manifest, plan)];
  return zipOf([...there, ...own].sort((a, b) => (a.path < b.path ? -1 : 1)));
}

/** With it a plan that is not finished can be gone on with elsewhere. */
const manifestFile = (manifest: Manifest, { id, created_at }: Rows['plans']): ZipFile => ({
  path: `${id}/${manifestName}`,
  bytes: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`),
  updatedAtMs: created_at,
});

async function zipInfo(context: Context, plan: Rows['plans']): Promise<Partial<PlanFileInfo>> {
  const bytes = await zipBytes(context, plan);
  return {
    path: `${plan.id}.zip`,
    content_type: 'application/zip',
    sha256: sha256Hex(bytes),
    download_size: bytes.byteLength,
    download_url: `/api/plans/${plan.id}/zip`,
  };
}

const fileInfo = (plan: string, file: File): Partial<PlanFileInfo> => ({
  path: file.path,
  content_type: file.content_type,
  sha256: file.sha256,
  download_size: file.size,
  download_url: `${filesPlace(plan)}/${segments(file.path)}`,
});

async function whyNot({ reader }: Context, { run }: Rows['plans']): Promise<string> {
  const state = planStateOf(await reader.run(run));
  if (state === 'completed') return 'This plan has no such file. plan_files lists those it has.';
  return `The plan is ${state}; plan_status says how far it is. The zip has what there is already.`;
}

export const planFileInfo = jsonOperation({
  name: 'plan_file_info',
  title: 'Get the download address of a plan file',
  description: 'Returns size, hash and address of a file, or of a zip of all files so far.',
  input: planFileInfoInput,
  output: planFileInfoOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  rest: 'GET /api/plans/{plan_id}/file-info',
  async handler(context, { plan_id, artifact }) {
    const plan = await findPlan(context, plan_id);
    checkThere(plan);
    const about = { plan_id, artifact };
    if (artifact === 'zip') {
      return { ...about, ready: true, ...(await zipInfo(context, plan)), expires_at: null };
    }
    const found = findFile(await context.reader.artifacts(plan.tenant, plan.id), artifact);
    if (!found) return { ...about, ready: false, reason: await whyNot(context, plan) };
    return { ...about, ready: true, ...fileInfo(plan.id, found), expires_at: null };
  },
});

export const asZip = (bytes: Uint8Array): RawAnswer => ({
  bytes,
  contentType: 'application/zip',
  sha256: sha256Hex(bytes),
  isDownload: true,
});

export const planZip = rawOperation({
  name: 'plan_zip',
  title: 'Download all files of a plan',
  description: 'Returns a zip of every file so far, in any state of the plan.',
  input: planRef,
  mediaTypes: ['application/zip'],
  scope: 'plan:read',
  rest: 'GET /api/plans/{plan_id}/zip',
  async handler(context, { plan_id }) {
    const plan = await findPlan(context, plan_id);
    checkThere(plan);
    return asZip(await zipBytes(context, plan));
  },
});
