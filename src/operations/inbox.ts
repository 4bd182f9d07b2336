// The inbox of the people of a tenant: over all open executions, what only a person settles, what is
// due first on top.
import type { z } from 'zod';
import { inboxListInput, inboxListOutput } from '../contract/approvals.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { itemsOf, type Placed } from './inbox-items.ts';
import { jsonOperation } from './operation.ts';

/** So many open executions are looked at, a page of ids at a time. */
const idsAPage = 500;
const maxPages = 20;
/** More than anybody reads; what is left out comes when these are settled. */
const maxItems = 5_000;

async function* openExecutions({ reader, principal }: Context): AsyncGenerator<Rows['runs']> {
  let last = '';
  for (let page = 0; page < maxPages; page += 1) {
    const ids = await reader.openRuns(last, idsAPage);
    const runs = await reader.runs(ids.filter((id) => id.startsWith('exec_')));
    for (const run of runs.values()) if (run.tenant === principal.tenant) yield run;
    last = ids.at(-1) ?? '';
    if (ids.length < idsAPage) return;
  }
}

async function allItems(context: Context): Promise<Placed[]> {
  const all: Placed[] = [];
  for await (const run of openExecutions(context)) {
    all.push(...(await itemsOf(context, run)));
    if (all.length >= maxItems) break;
  }
  return all;
}

const textOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const order = (one: Placed, other: Placed): number =>
  one.dueAt - other.dueAt ||
  textOrder(one.item.execution_id, other.item.execution_id) ||
  one.position - other.position;

/** Where a page ended: when it was due, its execution and the place of its step. */
const cursorOf = ({ dueAt, item, position }: Placed): string =>
  `d${dueAt}_${item.execution_id}_p${position}`;

function isAfter(placed: Placed, cursor: string | undefined): boolean {
  const [, due, run = '', place] = /^d(\d+)_(exec_[0-9a-z]+)_p(\d+)$/.exec(cursor ?? '') ?? [];
  if (due === undefined) return true;
  const ended = { dueAt: Number(due), position: Number(place) };
  return order(placed, { ...ended, item: { ...placed.item, execution_id: run } }) > 0;
}

type Only = z.output<typeof inboxListInput>['only'];

function isWanted({ item }: Placed, only: Only): boolean {
  if (only === undefined) return true;
  return only === 'overdue' ? item.overdue : item.kind === only;
}

export const inboxList = jsonOperation({
  name: 'inbox_list',
  title: 'What waits for a person',
  description:
    'Over all executions: approvals, questions, tasks for people, checks, budgets and failures that need one, each with when it is due and the call that settles it.',
  input: inboxListInput,
  output: inboxListOutput,
  scope: 'plan:read',
  rest: 'GET /api/inbox',
  cli: 'inbox',
  examples: [{ limit: 100 }, { only: 'overdue' }],
  async handler(context, { only, limit, cursor }) {
    const all = (await allItems(context)).toSorted(order);
    const rest = all.filter((placed) => isWanted(placed, only) && isAfter(placed, cursor));
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map(({ item }) => item),
      overdue: all.filter(({ item }) => item.overdue).length,
      next_cursor: last && rest.length > limit ? cursorOf(last) : null,
    };
  },
});
