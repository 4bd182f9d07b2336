// Plans, newest first. What was put away or erased is left out unless it is asked for.
import type { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { planListInput, planListOutput } from '../contract/plans.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { jsonOperation } from './operation.ts';
import { percentOfRun } from './percent.ts';
import { parentsOf } from './plan-parents.ts';
import { planStateOf, planTitle } from './plan-views.ts';

type Row = z.input<typeof planListOutput>['plans'][number];
type Wish = z.output<typeof planListInput>;
type PlanRow = Rows['plans'];

/** How many are looked at for one page where only some are wanted. */
const listScan = 200;

/** When each of them was put away. */
export async function archivedAt(
  { reader, principal }: Context,
  plans: readonly Pick<PlanRow, 'id'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = plans.map(({ id }) => id).sort();
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const rows = await reader.archives(principal.tenant, first, last);
  return new Map(rows.map(({ plan, at }) => [plan, at]));
}

interface Facts {
  readonly runs: ReadonlyMap<string, Rows['runs']>;
  readonly parents: ReadonlyMap<string, string>;
  readonly away: ReadonlyMap<string, number>;
}

function rowOf(plan: PlanRow, { runs, parents, away }: Facts): Row {
  const run = runs.get(plan.run) ?? null;
  const parent = parents.get(plan.id);
  const archived = away.get(plan.id);
  return {
    plan_id: plan.id,
    title: planTitle(plan),
    state: planStateOf(run),
    progress_percentage: run ? percentOfRun(run) : 0,
    created_at: isoTime(plan.created_at),
    prompt_excerpt: plan.goal.slice(0, 120),
    ...(parent === undefined ? {} : { parent_plan_id: parent }),
    ...(archived === undefined ? {} : { archived_at: isoTime(archived) }),
  };
}

const stateWanted = ({ state, status }: Wish) => (status === 'ready' ? 'completed' : state);

const isWanted =
  (wish: Wish) =>
  ({ state, parent_plan_id: parent }: Row): boolean =>
    state === (stateWanted(wish) ?? state) && parent === (wish.parent_plan_id ?? parent);

async function factsOf(context: Context, rows: readonly PlanRow[], wish: Wish): Promise<Facts> {
  return {
    runs: await context.reader.runs(rows.map((plan) => plan.run)),
    parents: await parentsOf(context, rows),
    away: wish.include_archived ? await archivedAt(context, rows) : new Map(),
  };
}

export const planList = jsonOperation({
  name: 'plan_list',
  title: 'List plans',
  description: 'Lists plans, newest first.',
  input: planListInput,
  output: planListOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  rest: 'GET /api/plans',
  cli: { command: 'list', flags: { archived: 'include_archived' } },
  examples: [{ limit: 10 }],
  async handler(context, wish) {
    const { reader, principal } = context;
    const isEvery = stateWanted(wish) === undefined && wish.parent_plan_id === undefined;
    const filter = { before: wish.cursor ?? 'plan_~', limit: isEvery ? wish.limit : listScan };
    const rows = await (wish.include_archived
      ? reader.plans(principal.tenant, filter)
      : reader.listedPlans(principal.tenant, filter));
    const facts = await factsOf(context, rows, wish);
    const found = rows.map((plan) => rowOf(plan, facts)).filter(isWanted(wish));
    const plans = found.slice(0, wish.limit);
    // What was looked at behind the last one of a full page is looked at again.
    const last = (found.length > plans.length ? plans.at(-1)?.plan_id : rows.at(-1)?.id) ?? '';
    const isLastPage = rows.length < filter.limit && last === (rows.at(-1)?.id ?? '');
    return { plans, next_cursor: isLastPage ? null : last };
  },
});
