// A set that only moves its run on, as nearly every step does, as a statement of its own: its values go
// as they are, and how it is done is planned once a connection. As a batch of one it took 95 µs more
// of the database's time, for reading JSON and for beginning six statements. Where the head of the run
// is another, nothing is written and no row comes back; the batch then tells why.
import type { DueRow, OutboxRow, WriteSet } from '../store.ts';
import { columnTypeOf, movingOfRuns, movingOfSteps } from '../tables.ts';
import type { NamedStatement } from './connection.ts';
import { type Keyed, keyed, movedRun, type Row, rowOf } from './keyed-set.ts';

/** Rows of one table. Among the columns `#` marks integers, `=` bytes. */
interface Part {
  readonly columns: readonly string[];
  /** A set with more goes as a batch. */
  readonly rowsMax: number;
  /** Reads `moved`, so that nothing is done without it; the rows are `v`. */
  sql(rows: string): string;
}

const runColumns = ['status', ...movingOfRuns] as const;
const stepColumns = ['run', 'step', ...movingOfSteps] as const;

const parts = {
  events: {
    columns: ['run', '#seq', 'header', 'hash'],
    rowsMax: 3,
    sql: (rows) => `insert into events (run, seq, header, hash) select v.* from moved, ${rows}`,
  },
  contents: {
    columns: ['id', 'tenant', 'owner', '=salt', '=bytes'],
    rowsMax: 1,
    sql: (rows) =>
      `insert into content (id, tenant, owner, salt, bytes) select v.* from moved, ${rows}`,
  },
  steps: {
    columns: stepColumns.map((column) =>
      columnTypeOf('steps', column) === 'integer' ? `#${column}` : column,
    ),
    rowsMax: 2,
    sql: (rows) => `update steps t
      set ${movingOfSteps.map((column) => `${column} = v.${column}`).join(', ')}
      from moved, ${rows} where t.run = v.run and t.step = v.step`,
  },
  due: {
    columns: ['id', '#at', 'kind', 'tenant', 'run', 'step', '#attempt'],
    rowsMax: 1,
    sql: (rows) => `insert into due (id, at, kind, tenant, run, step, attempt)
      select v.* from moved, ${rows} on conflict (id) do update
      set at = excluded.at, kind = excluded.kind, attempt = excluded.attempt`,
  },
  cleared: {
    columns: ['id'],
    rowsMax: 1,
    sql: (rows) => `delete from due t using moved, ${rows} where t.id = v.id`,
  },
  outbox: {
    columns: ['id', 'tenant', 'run', '#seq', 'topic', '#sent'],
    rowsMax: 1,
    sql: (rows) => `insert into outbox as t (id, tenant, run, seq, topic, sent, next_at, tries)
      select v.*, 0, 0 from moved, ${rows}
      on conflict (id) do update set seq = excluded.seq where excluded.seq > t.seq`,
  },
} as const satisfies Readonly<Record<string, Part>>;

type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];
type Lists = { readonly [Name in PartName]: unknown[][] };

/** So many kinds of sets have a statement: each connection keeps the plan of each. */
const statementsMax = 48;
const statements = new Map<string, string>();

const nameOf = (column: string): string => column.replace(/[#=]/, '');
const typeOf = (column: string): string =>
  column.startsWith('#') ? 'bigint' : column.startsWith('=') ? 'bytea' : 'text';

const dueValues = ({ id, at, kind, tenant, run, step, attempt }: DueRow): unknown[] => [
  ...[id, at, kind, tenant, run, step, attempt],
];

const outboxValues = ({ id, tenant, run, seq, topic, sent }: OutboxRow): unknown[] => [
  ...[id, tenant, run, seq, topic, sent],
];

/** False where a row is none that a statement takes. */
function listRows({ steps }: Lists, { rows }: Keyed, moved: object): boolean {
  for (const write of rows.values()) {
    if (write === moved) continue;
    if (!('move' in write)) return false;
    const row = rowOf(write);
    steps.push(stepColumns.map((column) => row[column]));
  }
  return true;
}

function listsOf(set: WriteSet, keyed: Keyed, moved: object): Lists | null {
  const lists: Lists = { events: [], contents: [], steps: [], due: [], cleared: [], outbox: [] };
  if (!listRows(lists, keyed, moved)) return null;
  for (const { seq, header, hash } of set.events ?? []) {
    lists.events.push([set.run, seq, header, hash]);
  }
  for (const { id, tenant, owner, salt, bytes } of set.content ?? []) {
    lists.contents.push([id, tenant, owner, salt, bytes]);
  }
  for (const write of keyed.due.values()) {
    if ('clear' in write) lists.cleared.push([write.clear]);
    else lists.due.push(dueValues(write.set));
  }
  for (const row of keyed.outbox.values()) lists.outbox.push(outboxValues(row));
  return lists;
}

const hasMore = ({ freeSlots, snapshot, outboxSent, outboxRemove }: WriteSet): boolean =>
  snapshot !== undefined ||
  [freeSlots, outboxSent, outboxRemove].some((list) => list !== undefined && list.length > 0);

/** `from` counts the values before. */
function rowsSql({ columns }: Part, count: number, from: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const first = from + 1 + row * columns.length;
    return `(${columns.map((column, index) => `$${first + index}::${typeOf(column)}`).join(', ')})`;
  });
  return `(values ${rows.join(', ')}) v (${columns.map(nameOf).join(', ')})`;
}

function textOf(lists: Lists): string {
  const moves = runColumns.map((column, index) => `${column} = $${index + 3}`);
  const written: string[] = [];
  let count = runColumns.length + 2;
  for (const name of partNames) {
    const { length } = lists[name];
    if (length === 0) continue;
    const part: Part = parts[name];
    written.push(`, to_${name} as (${part.sql(rowsSql(part, length, count))})`);
    count += length * part.columns.length;
  }
  return `with moved as (
    update runs set ${moves.join(', ')} where id = $1 and head_seq = $2 returning 1
  )${written.join('')} select 1 from moved`;
}

function namedStatement(lists: Lists): { name: string; text: string } | null {
  const name = `pw_move_${partNames.map((part) => lists[part].length).join('_')}`;
  const known = statements.get(name);
  if (known !== undefined) return { name, text: known };
  const isSmall = partNames.every((part) => lists[part].length <= parts[part].rowsMax);
  if (!isSmall || statements.size === statementsMax) return null;
  const text = textOf(lists);
  statements.set(name, text);
  return { name, text };
}

/** Null where it takes a batch. A row comes back if it was written. */
export function movingStatement(set: WriteSet): NamedStatement | null {
  if (hasMore(set)) return null;
  const one = keyed(set);
  const moved = movedRun(one);
  const lists = moved && listsOf(set, one, moved);
  const statement = lists && namedStatement(lists);
  if (!statement) return null;
  const row: Row = rowOf(moved);
  const values: unknown[] = [set.run, set.expectedSeq, ...runColumns.map((column) => row[column])];
  for (const name of partNames) {
    for (const entry of lists[name]) values.push(...entry);
  }
  return { ...statement, values };
}
