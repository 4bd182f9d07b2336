// A plan part by part, so that a reader with a small window gets what it asks for and no more.
import { PlanwrightError } from '../base/errors.ts';
import { suggest } from '../base/suggest.ts';
import type { Plan } from '../contract/plan.ts';
import {
  type PlanPart,
  type PlanRead,
  pageChars,
  planPageInput,
  planReadInput,
  planReadOutput,
} from '../contract/plan-read.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { readArtifact } from '../engine/artifacts.ts';
import { usageOf } from '../plan/usage.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { jsonOperation } from './operation.ts';
import { documentPart, sectionMatter } from './plan-parts.ts';
import { findPlan } from './plan-views.ts';
import { type Matter, type Page, pageOf } from './read-page.ts';
import { reasoningPage } from './reasoning-page.ts';

type PlanRow = Rows['plans'];

interface Wish {
  readonly part: PlanPart;
  readonly path?: string | undefined;
  readonly cursor?: string | undefined;
}

export function checkThere({ erased_at }: PlanRow): void {
  if (erased_at > 0) throw new PlanwrightError('plan_erased', 'This plan was erased.');
}

const isText = (contentType: string): boolean =>
  /^(text\/|application\/(json|jsonl|x-ndjson|xml)|image\/svg)/.test(contentType);

async function fileMatter(
  { reader }: Context,
  plan: PlanRow,
  path: string,
  orElse: string,
): Promise<Matter> {
  const file = await readArtifact(reader, plan.tenant, plan.id, path);
  if (!file) throw new PlanwrightError('file_not_found', orElse);
  if (isText(file.row.content_type)) {
    return { kind: 'text', text: Buffer.from(file.bytes).toString('utf8') };
  }
  const message = `${path.slice(0, 80)} is no text. plan_file_info tells where to download it.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

/** The document itself. */
export async function planDocument({ reader }: Context, plan: PlanRow): Promise<Plan> {
  const file = await readArtifact(reader, plan.tenant, plan.id, 'plan.json');
  if (file) return migratePlan(JSON.parse(Buffer.from(file.bytes).toString('utf8'))) as Plan;
  throw new PlanwrightError(
    'plan_not_ready',
    'The plan is not finished. Call plan_wait, or plan_status to see why.',
  );
}

async function sectionOf(context: Context, plan: PlanRow, name: string): Promise<Matter> {
  const document = await planDocument(context, plan);
  if (Object.hasOwn(document, name)) return sectionMatter(document[name as keyof Plan]);
  const names = Object.keys(document);
  const near = suggest(name, names);
  const hint = near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`;
  throw new PlanwrightError(
    'file_not_found',
    `The plan has no section ${name.slice(0, 40)}. ${hint}`,
  );
}

async function usageMatter({ reader }: Context, plan: PlanRow): Promise<Matter> {
  const { total, by_model, by_stage } = await usageOf(reader, plan.tenant, { plan: plan.id });
  return { kind: 'list', head: { total, by_model }, items: by_stage };
}

/** Made for agents where there is one; else taken out of the plan. */
async function summaryMatter(context: Context, plan: PlanRow): Promise<Matter> {
  const file = await readArtifact(context.reader, plan.tenant, plan.id, 'plan_summary.json');
  if (!file) return documentPart(await planDocument(context, plan), 'summary');
  return sectionMatter(JSON.parse(Buffer.from(file.bytes).toString('utf8')));
}

function pathOf({ part, path }: Wish): string {
  if (path !== undefined) return path;
  const what =
    part === 'file' ? 'a file, such as report.md' : 'a section of the plan, such as charter';
  throw new PlanwrightError('INVALID_ARGUMENTS', `path: name ${what}.`);
}

/** Reasoning is read page by page; all else is there at once. */
async function readPage(context: Context, plan: PlanRow, wish: Wish): Promise<Page> {
  const { part, path, cursor } = wish;
  if (part === 'reasoning') return reasoningPage(context.reader, plan, { stage: path, cursor });
  return pageOf(await matterOf(context, plan, { ...wish, part }), cursor, pageChars);
}

async function matterOf(
  context: Context,
  plan: PlanRow,
  wish: Wish & { readonly part: Exclude<PlanPart, 'reasoning'> },
): Promise<Matter> {
  const { part } = wish;
  switch (part) {
    case 'file': {
      const path = pathOf(wish);
      const missing = `The plan has no file ${path.slice(0, 80)}. plan_files lists them.`;
      return fileMatter(context, plan, path, missing);
    }
    case 'section':
      return sectionOf(context, plan, pathOf(wish));
    case 'usage':
      return usageMatter(context, plan);
    case 'summary':
      return summaryMatter(context, plan);
    default:
      return documentPart(await planDocument(context, plan), part);
  }
}

const nextOf = ({ part }: Wish, cursor: string | null): string => {
  if (cursor !== null) return `There is more: call again with cursor ${cursor}.`;
  if (part !== 'summary') return 'That is all of it.';
  return 'Other parts: tasks, schedule, risks, assumptions, costs, gates, usage, reasoning; section and file take a path.';
};

/** With the summary, so that nobody has to guess. */
async function sectionsOf(context: Context, plan: PlanRow, { part, cursor }: Wish) {
  if (part !== 'summary' || cursor !== undefined) return {};
  return { sections: Object.keys(await planDocument(context, plan)) };
}

async function readPart(context: Context, planId: string, wish: Wish): Promise<PlanRead> {
  const plan = await findPlan(context, planId);
  checkThere(plan);
  const page = await readPage(context, plan, wish);
  return {
    plan_id: planId,
    part: wish.part,
    ...(wish.path === undefined ? {} : { path: wish.path }),
    ...page,
    ...(await sectionsOf(context, plan, wish)),
    next_action: nextOf(wish, page.next_cursor),
  };
}

export const planRead = jsonOperation({
  name: 'plan_read',
  sdk: 'readPlan',
  title: 'Read a part of a plan',
  description: 'Reads a finished plan part by part, in pages. Start with the summary.',
  input: planReadInput,
  output: planReadOutput,
  scope: 'plan:read',
  scopeBy: { field: 'part', scopes: { reasoning: 'plan:reasoning' } },
  toolsets: ['default'],
  rest: 'GET /api/plans/{plan_id}/read',
  handler: (context, { plan_id, ...wish }) => readPart(context, plan_id, wish),
});

export const planTasks = jsonOperation({
  name: 'plan_tasks',
  title: 'List the tasks of a plan',
  description: 'Lists all tasks with their phases, in pages.',
  input: planPageInput,
  output: planReadOutput,
  scope: 'plan:read',
  toolsets: [],
  rest: 'GET /api/plans/{plan_id}/tasks',
  handler: (context, { plan_id, cursor }) => readPart(context, plan_id, { part: 'tasks', cursor }),
});

export const planGates = jsonOperation({
  name: 'plan_gates',
  title: 'List the gate results of a plan',
  description: 'Lists every gate with its status and findings, and the verdict.',
  input: planPageInput,
  output: planReadOutput,
  scope: 'plan:read',
  rest: 'GET /api/plans/{plan_id}/gates',
  cli: 'gates',
  handler: (context, { plan_id, cursor }) => readPart(context, plan_id, { part: 'gates', cursor }),
});
