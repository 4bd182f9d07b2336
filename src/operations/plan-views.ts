// A plan's rows as callers see them.
import type { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { PlanState, planFilesOutput } from '../contract/plans.ts';
import type { RunStatus } from '../engine/state.ts';
import { formatFiles } from '../plan/exporting/format-files.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';

/** A foreign id answers as one that does not exist. */
export async function findPlan(context: Context, id: string): Promise<Rows['plans']> {
  const plan = await context.reader.plan(context.principal.tenant, id);
  if (plan) return plan;
  throw new PlanwrightError('PLAN_NOT_FOUND', 'There is no such plan. plan_list shows yours.');
}

/** What was erased has no title left to show. */
export const planTitle = (plan: Rows['plans']): string =>
  plan.erased_at > 0 ? '(erased)' : plan.title;

export function planStateOf(run: Rows['runs'] | null): PlanState {
  if (run && run.held_at > 0) return 'stopped';
  switch (run?.status as RunStatus | undefined) {
    case undefined:
    case 'CREATED':
    case 'QUEUED':
      return 'pending';
    case 'RUNNING':
      return 'processing';
    case 'COMPLETED':
      return 'completed';
    case 'FAILED':
      return 'failed';
    case 'CANCELLED':
      return 'stopped';
  }
}

/** Without parameters. */
export const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0] ?? '';

export const exportMediaTypes = [
  ...new Set(Object.values(formatFiles).map(({ contentType }) => mediaTypeOf(contentType))),
];

/** Of the files that a plan is made of. */
export const fileMediaTypes = [
  ...exportMediaTypes,
  'application/x-ndjson',
  'text/plain',
  'application/octet-stream',
];

export const fileView = (
  row: Rows['artifacts'],
): z.input<typeof planFilesOutput>['files'][number] => ({
  path: row.path,
  content_type: row.content_type,
  size: row.size,
  sha256: row.sha256,
  updated_at: isoTime(row.updated_at),
});
