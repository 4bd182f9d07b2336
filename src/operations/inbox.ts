// The inbox of the people of a tenant: over all open executions, what only a person settles, what is
// due first on top. Read through an index of what waits for a person, a page at a time, so that it costs
// what is shown and not what is open.
import type { z } from 'zod';
import { inboxListInput, inboxListOutput } from '../contract/approvals.ts';
import { type RunStatus, runIsOver } from '../engine/state.ts';
import type { PersonPlace } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { inboxKindOf, type Placed, placedItems } from './inbox-items.ts';
import { jsonOperation } from './operation.ts';

type StepRow = Rows['steps'];
type Only = z.output<typeof inboxListInput>['only'];

const textOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const order = (one: PersonPlace, other: PersonPlace): number =>
  one.person_due - other.person_due ||
  textOrder(one.run, other.run) ||
  one.position - other.position;

/** Where a page ended: when it was due, its execution and the place of its step. */
const cursorOf = ({ person_due, run, position }: PersonPlace): string =>
  `d${person_due}_${run}_p${position}`;

function placeOf(cursor: string | undefined): PersonPlace | undefined {
  const [, due, run = '', place] = /^d(\d+)_(exec_[0-9a-z]+)_p(\d+)$/.exec(cursor ?? '') ?? [];
  if (due === undefined) return undefined;
  return { person_due: Number(due), run, position: Number(place) };
}

/** Rows read at a time while others than those asked for are passed over. */
const rowsAtOnce = 500;

async function waitingSteps(
  { reader, principal, now }: Context,
  only: Only,
  limit: number,
  after: PersonPlace | undefined,
): Promise<StepRow[]> {
  const until = only === 'overdue' ? now() : Number.POSITIVE_INFINITY;
  const isWanted = (row: StepRow): boolean =>
    only === undefined || only === 'overdue' || inboxKindOf(row) === only;
  const atOnce = only === undefined || only === 'overdue' ? limit : rowsAtOnce;
  const found: StepRow[] = [];
  let place = after;
  while (found.length < limit) {
    const rows = await reader.personSteps(principal.tenant, atOnce, place);
    const due = rows.filter(({ person_due }) => person_due <= until);
    found.push(...due.filter(isWanted));
    if (rows.length < atOnce || due.length < rows.length) break;
    place = rows.at(-1);
  }
  return found.slice(0, limit);
}

/** What the caller has taken stays until it is done. */
async function takenSteps({ reader, principal }: Context): Promise<StepRow[]> {
  if (principal.kind !== 'person') return [];
  const held = await reader.heldSteps(principal.tenant, principal.id);
  const runs = await reader.runs(held.map(({ run }) => run));
  return held.filter(({ run }) => {
    const row = runs.get(run);
    return row?.kind === 'execution' && !runIsOver(row.status as RunStatus);
  });
}

function isWanted({ item }: Placed, only: Only): boolean {
  if (only === undefined) return true;
  return only === 'overdue' ? item.overdue : item.kind === only;
}

export const inboxList = jsonOperation({
  name: 'inbox_list',
  sdk: 'inbox',
  title: 'List what needs a person',
  description:
    'Lists approvals, questions, tasks for people, checks, budgets and failures of all executions, each with its due date and the call that settles it.',
  input: inboxListInput,
  output: inboxListOutput,
  scope: 'plan:read',
  rest: 'GET /api/inbox',
  cli: { command: 'inbox', asPerson: true },
  examples: [{ limit: 100 }, { only: 'overdue' }],
  async handler(context, { only, limit, cursor }) {
    const { reader, principal, now } = context;
    const after = placeOf(cursor);
    const waiting = await waitingSteps(context, only, limit + 1, after);
    const taken = await placedItems(context, await takenSteps(context));
    const own = taken.filter(
      (one) => isWanted(one, only) && (!after || order(one.place, after) > 0),
    );
    const all = [...(await placedItems(context, waiting)), ...own];
    const page = all.toSorted((one, other) => order(one.place, other.place)).slice(0, limit);
    const last = page.at(-1);
    const overdue = await reader.personStepsDue(principal.tenant, now());
    return {
      items: page.map(({ item }) => item),
      overdue: overdue + taken.filter(({ item }) => item.overdue).length,
      next_cursor: last && all.length > limit ? cursorOf(last.place) : null,
    };
  },
});
