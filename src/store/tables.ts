// Every table, described once in tables/: what write sets put and remove as rows, and what they reach by
// parts of their own. One shape for both stores: integers for times (ms) and flags, text for the rest, and
// a row is equal whichever store it came from.
import { accessTables } from './tables/access-tables.ts';
import { deliveryTables } from './tables/delivery-tables.ts';
import { planTables } from './tables/plan-tables.ts';
import { processTables } from './tables/process-tables.ts';
import { type movingOfSteps, runTables } from './tables/run-tables.ts';
import type { Account, ColumnType, Row, Table } from './tables/table.ts';
import { usageTables } from './tables/usage-tables.ts';

export { movingOfRuns, movingOfSteps } from './tables/run-tables.ts';

export const tables = {
  ...runTables,
  ...planTables,
  ...accessTables,
  ...deliveryTables,
  ...usageTables,
  ...processTables,
} as const;

export type TableName = keyof typeof tables;

type AppendOnlyTable = {
  [Name in TableName]: (typeof tables)[Name] extends { readonly isAppendOnly: true } ? Name : never;
}[TableName];

/** Tables whose rows can go. */
export type RemovableTable = Exclude<TableName, AppendOnlyTable>;

export type Rows = { readonly [Name in TableName]: Row<(typeof tables)[Name]> };

/** A shared budget with its account. */
export type PurseRow = Rows['purses'] & Account<typeof tables.purses>;

/** A process with the time its pulse is due; 0 where it has none. */
export type ProcessRow = Rows['processes'] & { readonly pulse_at: number };

/** A step's key, and what moves of it. */
export type MovedStep = Pick<Rows['steps'], 'run' | 'step' | (typeof movingOfSteps)[number]>;

export const tableNames = Object.keys(tables) as readonly TableName[];

interface Names {
  readonly key: readonly string[];
  readonly rest: readonly string[];
  readonly all: readonly string[];
}

function namesOf(table: Table): Names {
  const [key, rest] = [Object.keys(table.key), Object.keys(table.rest)];
  return { key, rest, all: [...key, ...rest] };
}

const names = Object.fromEntries(
  tableNames.map((name) => [name, namesOf(tables[name])]),
) as Readonly<Record<TableName, Names>>;

/** Key columns first: the order of the values in every statement that puts a row. */
export const columnsOf = (name: TableName): readonly string[] => names[name].all;
export const keyOf = (name: TableName): readonly string[] => names[name].key;
export const restOf = (name: TableName): readonly string[] => names[name].rest;

export const isAppendOnly = (name: TableName): boolean => {
  const table: Table = tables[name];
  return table.isAppendOnly === true;
};

export const columnTypeOf = (name: TableName, column: string): ColumnType => {
  const { key, rest }: Table = tables[name];
  return key[column] ?? rest[column] ?? 'text';
};
