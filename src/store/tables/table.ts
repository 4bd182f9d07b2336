// How a table is described: columns, key and indexes, once. Row types, column lists and the DDL of both
// stores follow from it (see ../schema.ts).

export const text = 'text' as const;
export const integer = 'integer' as const;
export const bytes = 'bytes' as const;
export type ColumnType = typeof text | typeof integer | typeof bytes;

type Columns = Readonly<Record<string, ColumnType>>;

/** What follows `on table` in `create index`. */
type IndexSql = string | { readonly sqlite: string; readonly postgres: string };

export interface Table {
  /** The columns of the primary key, in order. */
  readonly key: Columns;
  readonly rest: Columns;
  /** Columns that a put does not touch, with what they start with; statements of their own move them. */
  readonly account?: Readonly<Record<string, string | number>>;
  readonly indexes?: Readonly<Record<string, IndexSql>>;
  /** On SQLite rows lie in the tree of their key, unless they are too large for that. */
  readonly hasRowid?: true;
  /** A row that is there is never changed, and none is removed. */
  readonly isAppendOnly?: true;
  /** On PostgreSQL these columns are kept as they are: to compress them takes 10 µs for each KB. */
  readonly uncompressed?: readonly string[];
}

export const table = <const Described extends Table>(described: Described): Described => described;

type Value<Type> = Type extends 'text' ? string : Type extends 'integer' ? number : Uint8Array;

type Values<Of> = { readonly [Name in keyof Of]: Value<Of[Name]> };

type Flat<Type> = { readonly [Name in keyof Type]: Type[Name] };

export type Row<Described extends Table> = Flat<
  Values<Described['key']> & Values<Described['rest']>
>;

export type Account<Described extends { readonly account: object }> = {
  readonly [Name in keyof Described['account']]: Described['account'][Name] extends string
    ? string
    : number;
};
