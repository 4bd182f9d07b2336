// Sums of what models were asked, as people and agents see them. They are made from the rows alone.
import type { StatusUsage, UsageView } from '../contract/usage.ts';
import type { PurseAnswer } from '../engine/engine-api.ts';
import type { Reader, UsageSums, UsageTotal } from '../store/store.ts';
import type { PurseRow } from '../store/tables.ts';

const microsOfUsd = 1_000_000;

export const usdOf = (micros: number): number => micros / microsOfUsd;

const noSums: UsageSums = {
  calls: 0,
  failed: 0,
  unpriced: 0,
  tokens_in: 0,
  tokens_out: 0,
  tokens_reasoning: 0,
  tokens_cached: 0,
  cost_micros: 0,
  duration_ms: 0,
};

const sumNames = Object.keys(noSums) as (keyof UsageSums)[];

function added(sums: readonly UsageSums[]): UsageSums {
  const total: { -readonly [Name in keyof UsageSums]: number } = { ...noSums };
  for (const one of sums) for (const name of sumNames) total[name] += one[name];
  return total;
}

/** Nothing was spent where nothing was called; where no price is known nobody knows what was. */
const costOf = ({ calls, unpriced, cost_micros }: UsageSums): number | null =>
  calls > 0 && unpriced === calls ? null : usdOf(cost_micros);

export const usageView = (sums: UsageSums): UsageView => ({
  calls: sums.calls,
  failed_calls: sums.failed,
  tokens_in: sums.tokens_in,
  tokens_out: sums.tokens_out,
  tokens_reasoning: sums.tokens_reasoning,
  tokens_cached: sums.tokens_cached,
  cost_usd: costOf(sums),
  unpriced_calls: sums.unpriced,
  duration_ms: sums.duration_ms,
});

function grouped<Name extends object>(
  totals: readonly UsageTotal[],
  nameOf: (total: UsageTotal) => Name,
): (Name & UsageView)[] {
  const groups = new Map<string, { name: Name; members: UsageTotal[] }>();
  for (const total of totals) {
    const name = nameOf(total);
    const key = JSON.stringify(name);
    const group = groups.get(key) ?? { name, members: [] };
    group.members.push(total);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ name, members }) => ({
    ...name,
    ...usageView(added(members)),
  }));
}

export interface Usage {
  readonly total: UsageView;
  readonly by_stage: ({ readonly stage: string } & UsageView)[];
  readonly by_model: ({ readonly model: string; readonly provider: string } & UsageView)[];
}

const summed = (totals: readonly UsageTotal[]): Usage => ({
  total: usageView(added(totals)),
  by_stage: grouped(totals, ({ stage }) => ({ stage })),
  by_model: grouped(totals, ({ model, provider }) => ({ model, provider })),
});

type UsageOwner = { readonly plan: string } | { readonly run: string };
type UsageSource = Pick<Reader, 'usageOfPlan' | 'usageOfRun'>;

/** Of all runs of a plan, or of one run. */
export async function usageOf(
  reader: UsageSource,
  tenant: string,
  owner: UsageOwner,
): Promise<Usage> {
  const totals =
    'plan' in owner
      ? await reader.usageOfPlan(tenant, owner.plan)
      : await reader.usageOfRun(tenant, owner.run);
  return summed(totals);
}

type RunPurse = Pick<PurseAnswer, 'limits' | 'spent' | 'reserved' | 'family'>;
type Kind = 'money' | 'tokens' | 'calls';

/** What has no limit has no end. */
const leftInRun = ({ limits, spent, reserved }: RunPurse, kind: Kind): number =>
  (limits[kind] ?? Number.POSITIVE_INFINITY) - spent[kind] - reserved[kind];

function leftInFamily(family: PurseRow | null, kind: Kind): number {
  const limit = family?.[`limit_${kind}`] ?? -1;
  if (!family || limit < 0) return Number.POSITIVE_INFINITY;
  return limit - family[`spent_${kind}`] - family[`reserved_${kind}`];
}

/** The lesser of what the run and the purse that it shares have left; never below nothing. */
function leftOf(purse: RunPurse, family: PurseRow | null): StatusUsage['budget_left'] {
  const left = (kind: Kind): number =>
    Math.max(0, Math.min(leftInRun(purse, kind), leftInFamily(family, kind)));
  const [money, tokens, calls] = [left('money'), left('tokens'), left('calls')];
  if (![money, tokens, calls].some(Number.isFinite)) return null;
  return {
    ...(Number.isFinite(money) ? { usd: usdOf(money) } : {}),
    ...(Number.isFinite(tokens) ? { tokens } : {}),
    ...(Number.isFinite(calls) ? { calls } : {}),
  };
}

async function budgetLeft(
  reader: Pick<Reader, 'purse'>,
  tenant: string,
  purse: RunPurse,
): Promise<StatusUsage['budget_left']> {
  const { family: id = '' } = purse;
  const family = id === '' ? null : await reader.purse(tenant, id);
  return leftOf(purse, family);
}

type StatusSource = UsageSource & Pick<Reader, 'purse'>;

/** In short, for the status of a plan; the purse is that of the run that makes it. */
export async function statusUsage(
  reader: Pick<Reader, 'purse'>,
  tenant: string,
  totals: readonly UsageTotal[],
  purse: RunPurse | null,
): Promise<StatusUsage> {
  const { total } = summed(totals);
  return {
    calls: total.calls,
    tokens: total.tokens_in + total.tokens_out,
    cost_usd: total.cost_usd,
    budget_left: purse ? await budgetLeft(reader, tenant, purse) : null,
  };
}

export const planUsage = async (
  reader: StatusSource,
  tenant: string,
  plan: string,
  purse: RunPurse | null = null,
): Promise<StatusUsage> =>
  statusUsage(reader, tenant, await reader.usageOfPlan(tenant, plan), purse);
