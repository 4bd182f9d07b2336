// The schema as it is, made from the descriptions in tables/. Until version 0.1.0 it is changed in place,
// and a store that another build made is refused. From 0.1.0 on it is frozen: numbered migrations begin in
// `checkSchema`, which then leads from the schema it finds to the one that is expected.
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import type { ColumnType, Table } from './tables/table.ts';

export type StoreKind = 'sqlite' | 'postgres';

/** Text is collated "C": ids and paths sort by their bytes whatever the locale of the database. */
const sqlTypes = {
  sqlite: { text: 'text', integer: 'integer', bytes: 'blob' },
  postgres: { text: 'text collate "C"', integer: 'bigint', bytes: 'bytea' },
} as const satisfies Record<StoreKind, Record<ColumnType, string>>;

/** Quoted, since `by` is a word of the language. */
export const quoted = (column: string): string => `"${column}"`;

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

function columnsSql({ key, rest, account = {} }: Table, kind: StoreKind): string[] {
  const types = sqlTypes[kind];
  return [
    ...Object.entries({ ...key, ...rest }).map(
      ([name, type]) => `${quoted(name)} ${types[type]} not null`,
    ),
    ...Object.entries(account).map(([name, first]) => {
      const type = types[typeof first === 'number' ? 'integer' : 'text'];
      return `${quoted(name)} ${type} not null default ${literal(first)}`;
    }),
    `primary key (${Object.keys(key).map(quoted).join(', ')})`,
  ];
}

function tableSql(name: string, table: Table, kind: StoreKind): string {
  const isTree = kind === 'sqlite' && table.hasRowid !== true;
  const statements = [
    `create table ${name} (\n  ${columnsSql(table, kind).join(',\n  ')}\n)${isTree ? ' without rowid' : ''}`,
  ];
  for (const [index, on] of Object.entries(table.indexes ?? {})) {
    statements.push(`create index ${index} on ${name} ${typeof on === 'string' ? on : on[kind]}`);
  }
  for (const column of kind === 'postgres' ? (table.uncompressed ?? []) : []) {
    statements.push(`alter table ${name} alter column ${quoted(column)} set storage external`);
  }
  return statements.map((statement) => `${statement};\n`).join('');
}

export const tablesSql = (tables: Readonly<Record<string, Table>>, kind: StoreKind): string =>
  Object.entries(tables)
    .map(([name, table]) => tableSql(name, table, kind))
    .join('');

/** The row of `meta` that says which schema a store has. */
export const schemaKey = 'schema';

export const fingerprintOf = (sql: string): string => sha256Hex(sql).slice(0, 16);

/** Null where the store does not say which schema it has: builds before the first fingerprint. */
export function checkSchema(found: string | null, expected: string): void {
  if (found === expected) return;
  throw new PlanwrightError(
    'schema_mismatch',
    `Another build of Planwright made this data (schema ${found ?? 'unknown'}, this build has ${expected}). ` +
      'Before version 0.1.0 data is not carried over. Start with an empty data folder or database ' +
      '(PLANWRIGHT_HOME, PLANWRIGHT_DATABASE_URL). To keep something, export it with the build that made it ' +
      '(planwright export RUN --out FILE) and take it in here (planwright import FILE).',
    { found: found ?? '', expected },
  );
}
