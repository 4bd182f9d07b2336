// The account as files of the plan: one line for each call, and their sums. No text of a prompt or a
// reply is in them.
import { isoTime } from '../base/clock.ts';
import type { Artifact } from '../engine/engine-api.ts';
import type { Reader } from '../store/store.ts';
import { type UsageRow, unknownAmount } from './ledger.ts';
import { type Usage, usageOf, usdOf } from './usage.ts';

export const usageMetricsPath = 'usage_metrics.jsonl';
export const usageSummaryPath = 'usage_summary.json';

const pageSize = 500;

export const known = (amount: number): number | null => (amount === unknownAmount ? null : amount);
export const said = (text: string): string | null => (text === '' ? null : text);

/** Money twice: exactly, and as people read it. */
const moneyOf = (micros: number) => ({
  cost_micros: known(micros),
  cost_usd: micros === unknownAmount ? null : usdOf(micros),
});

export const metricsLine = (row: UsageRow): string =>
  JSON.stringify({
    id: row.id,
    tenant: row.tenant,
    key: row.key,
    plan: row.plan,
    run: row.run,
    step: row.step,
    step_attempt: row.step_attempt,
    stage: row.stage,
    model: row.model,
    model_name: row.model_name,
    provider: row.provider,
    attempt: row.attempt,
    kind: row.kind,
    tokens_in: known(row.tokens_in),
    tokens_out: known(row.tokens_out),
    tokens_reasoning: known(row.tokens_reasoning),
    tokens_cached: known(row.tokens_cached),
    ...moneyOf(row.cost_micros),
    first_token_ms: known(row.first_token_ms),
    duration_ms: row.duration_ms,
    finish: said(row.finish),
    error_class: said(row.error_class),
    error_id: said(row.error_id),
    prompt_hash: said(row.prompt_hash),
    reply_hash: said(row.reply_hash),
    at: isoTime(row.at),
  });

export async function allUsageRows(
  reader: Pick<Reader, 'usageRows'>,
  tenant: string,
  plan: string,
): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  for (;;) {
    const page = await reader.usageRows(tenant, plan, rows.at(-1)?.id ?? '', pageSize);
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}

export const usageMetrics = (rows: readonly UsageRow[]): string =>
  rows.map((row) => `${metricsLine(row)}\n`).join('');

export interface UsageSummary extends Usage {
  readonly plan_id: string;
}

export async function usageSummary(
  reader: Pick<Reader, 'usageOfPlan' | 'usageOfRun'>,
  tenant: string,
  plan: string,
): Promise<UsageSummary> {
  return { plan_id: plan, ...(await usageOf(reader, tenant, { plan })) };
}

/** Of all makings of the plan so far; the last step of each leaves them. */
export async function usageArtifacts(
  reader: Reader,
  { id, tenant }: { readonly id: string; readonly tenant: string },
): Promise<Artifact[]> {
  const rows = await allUsageRows(reader, tenant, id);
  const summary = JSON.stringify(await usageSummary(reader, tenant, id), null, 2);
  const file = (path: string, contentType: string, text: string): Artifact => ({
    ...{ owner: id, path, contentType },
    bytes: Buffer.from(text),
  });
  return [
    file(usageMetricsPath, 'application/x-ndjson', usageMetrics(rows)),
    file(usageSummaryPath, 'application/json', `${summary}\n`),
  ];
}
