// Purses: made by whoever starts runs, filled by a person, shared by plans and executions that name them.
import type { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  purseCreateInput,
  purseFundInput,
  purseListInput,
  purseListOutput,
  purseOutput,
  purseRef,
  type purseView,
} from '../contract/purses.ts';
import { newPurse, purseLimits, unmoved } from '../engine/purse.ts';
import type { RowWrite } from '../store/store.ts';
import type { PurseRow } from '../store/tables.ts';
import { amountsOf, shownAmounts, shownLimits } from './budget.ts';
import type { Context } from './context.ts';
import { keepAnswer, keptAnswer } from './once.ts';
import { jsonOperation } from './operation.ts';

export async function findPurse({ reader, principal }: Context, id: string): Promise<PurseRow> {
  const row = await reader.purse(principal.tenant, id);
  if (row) return row;
  throw new PlanwrightError('purse_not_found', 'There is no such purse. purse_list shows yours.');
}

/** To spread into a request for a run; the purse must be there. */
export async function sharedPurse(
  context: Context,
  id: string | undefined,
): Promise<{ readonly purse?: string }> {
  return id === undefined ? {} : { purse: (await findPurse(context, id)).id };
}

/** Of a run that shares one with others; those that belong to it share it too. */
export async function inheritedPurse(
  { engine }: Context,
  run: string,
): Promise<{ readonly purse?: string }> {
  const { family } = await engine.purse(run);
  return family === undefined ? {} : { purse: family };
}

/** What an execution shares is what its plan does; only one whose plan has none may name another. */
export async function purseOfExecution(
  context: Context,
  planRun: string,
  wanted: string | undefined,
): Promise<{ readonly purse?: string }> {
  const own = await inheritedPurse(context, planRun);
  if (own.purse === undefined) return sharedPurse(context, wanted);
  if (wanted === undefined || wanted === own.purse) return own;
  const message = `budget.purse_id: its plan has a purse, and its executions share it (${own.purse}).`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

function viewOf(row: PurseRow): z.input<typeof purseView> {
  const { id, label, created_by, funded_by } = row;
  return {
    ...{ purse_id: id, label, created_by, funded_by },
    budget: shownLimits(row),
    spent: shownAmounts(row.spent_money, row.spent_tokens, row.spent_calls),
    reserved: shownAmounts(row.reserved_money, row.reserved_tokens, row.reserved_calls),
    created_at: isoTime(row.created_at),
    funded_at: isoTime(row.funded_at),
  };
}

const putPurse = (put: ReturnType<typeof newPurse>): RowWrite => ({ table: 'purses', put });

async function createPurse(context: Context, label: string, limits: object): Promise<string> {
  const { tenant, id: by } = context.principal;
  const now = context.now();
  const about = { id: context.ids.next('purse', now), tenant, label, by, now };
  const require = keepAnswer(context, { id: about.id });
  const rows = [putPurse(newPurse(about, limits))];
  const [result] = await context.engine.commit([require.length > 0 ? { rows, require } : { rows }]);
  if (result?.ok) return about.id;
  const earlier = await keptAnswer<{ id: string }>(context);
  if (earlier) return earlier.id;
  throw new PlanwrightError('conflict', 'Somebody else used this Idempotency-Key. Try again.');
}

export const purseCreate = jsonOperation({
  name: 'purse_create',
  title: 'Create a shared budget',
  description:
    'Creates a budget for several plans and executions. Pass its id as purse_id to plan_create, or in the budget of execution_create.',
  input: purseCreateInput,
  output: purseOutput,
  scope: 'run',
  rest: { method: 'POST', path: '/api/purses', status: 201 },
  cli: { command: 'new-purse', positional: ['label'] },
  examples: [{ label: 'Summer campaign', budget: { usd: 50 } }],
  async handler(context, { label, budget }) {
    const kept = await keptAnswer<{ id: string }>(context);
    const id = kept?.id ?? (await createPurse(context, label, amountsOf(budget)));
    return {
      ...viewOf(await findPurse(context, id)),
      next_action: `plan_create with purse_id ${id}: the plan and its executions are paid from it.`,
    };
  },
});

export const purseGet = jsonOperation({
  name: 'purse_get',
  title: 'Get a shared budget',
  description: 'Returns what is available, reserved and spent over all its runs.',
  input: purseRef,
  output: purseOutput,
  scope: 'plan:read',
  toolsets: ['worker'],
  rest: 'GET /api/purses/{purse_id}',
  cli: 'purse',
  async handler(context, { purse_id }) {
    return {
      ...viewOf(await findPurse(context, purse_id)),
      next_action: 'A person gives it another budget with purse_fund.',
    };
  },
});

export const purseList = jsonOperation({
  name: 'purse_list',
  title: 'List shared budgets',
  description: 'Lists shared budgets, newest first.',
  input: purseListInput,
  output: purseListOutput,
  scope: 'plan:read',
  rest: 'GET /api/purses',
  cli: 'purses',
  examples: [{ limit: 10 }],
  async handler({ reader, principal }, { limit, cursor }) {
    const rows = await reader.purses(principal.tenant, { before: cursor ?? 'purse_~', limit });
    const next = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
    return { purses: rows.map(viewOf), next_cursor: next };
  },
});

/** The account stays as it is; what runs take at the same time is not lost. */
async function fundPurse(context: Context, row: PurseRow, limits: object): Promise<void> {
  const { id, tenant, label, created_by, created_at } = row;
  const put = {
    ...{ id, tenant, label, created_by, created_at, ...purseLimits(limits) },
    ...{ funded_by: context.principal.id, funded_at: context.now() },
  };
  const move = { purse: id, tenant, run: '', asks: '', ...unmoved } as const;
  await context.engine.commit([{ rows: [putPurse(put)], require: [move] }]);
}

export const purseFund = jsonOperation({
  name: 'purse_fund',
  title: 'Set a shared budget',
  description:
    'Replaces the current amounts. Work that waits for money continues as soon as the budget allows.',
  input: purseFundInput,
  output: purseOutput,
  scope: 'approve',
  isIdempotent: true,
  rest: 'POST /api/purses/{purse_id}/budget',
  cli: { command: 'fund', positional: ['purse_id', 'budget'] },
  async handler(context, { purse_id, budget }) {
    await fundPurse(context, await findPurse(context, purse_id), amountsOf(budget));
    return {
      ...viewOf(await findPurse(context, purse_id)),
      next_action: 'What waited for it goes on by itself.',
    };
  },
});
