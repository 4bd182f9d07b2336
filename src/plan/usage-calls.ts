// The calls of models for a plan one by one, page by page, without their texts.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { type ModelErrorClass, modelErrorClasses } from '../contract/failures.ts';
import type { UsageCall } from '../contract/usage.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { UsageRow } from './ledger.ts';
import { usdOf } from './usage.ts';
import { known, said } from './usage-files.ts';

/** The id of a row has a dot, which a cursor has not. */
const dot = '__';

export const cursorOfCall = (id: string): string => `call_${id.replace('.', dot)}`;

/** The id of the last row of the page before; '' from the start. */
export function callAfter(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const [, run, part] = /^call_([a-z]+_[0-9a-z_]*?)__([0-9a-z]+)$/.exec(cursor) ?? [];
  if (run !== undefined && part !== undefined) return `${run}.${part}`;
  throw new PlanwrightError('INVALID_ARGUMENTS', 'cursor: must be the next_cursor of an answer.');
}

interface Wish {
  readonly after: string;
  readonly limit: number;
  readonly only?: 'failed' | undefined;
}

const pageSize = 500;

/** In the order in which they were made, run by run. */
export async function readCalls(
  reader: Pick<Reader, 'usageRows'>,
  { tenant, id }: Pick<Rows['plans'], 'tenant' | 'id'>,
  { after, limit, only }: Wish,
): Promise<{ rows: readonly UsageRow[]; isMore: boolean }> {
  const found: UsageRow[] = [];
  for (let last = after; ; ) {
    const page = await reader.usageRows(tenant, id, last, only ? pageSize : limit + 1);
    found.push(...page.filter((row) => only === undefined || row.error_class !== ''));
    const isLastPage = page.length < (only ? pageSize : limit + 1);
    if (found.length > limit || isLastPage) break;
    last = page.at(-1)?.id ?? last;
  }
  return { rows: found.slice(0, limit), isMore: found.length > limit };
}

const classOf = (name: string): ModelErrorClass | null =>
  modelErrorClasses.find((one) => one === name) ?? null;

export const usageCallOf = (row: UsageRow): UsageCall => ({
  call_id: row.id,
  run_id: row.run,
  stage: row.stage,
  step: row.step,
  step_attempt: row.step_attempt,
  attempt: row.attempt,
  kind: row.kind,
  provider: row.provider,
  model: row.model,
  model_name: row.model_name,
  started_at: isoTime(row.at),
  first_token_ms: known(row.first_token_ms),
  duration_ms: Math.max(0, row.duration_ms),
  tokens_in: known(row.tokens_in),
  tokens_out: known(row.tokens_out),
  tokens_reasoning: known(row.tokens_reasoning),
  tokens_cached: known(row.tokens_cached),
  cost_usd: row.cost_micros < 0 ? null : usdOf(row.cost_micros),
  finish: said(row.finish),
  error_class: classOf(row.error_class),
  error_id: said(row.error_id),
});
