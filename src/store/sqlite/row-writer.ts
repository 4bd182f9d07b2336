// Rows of the ordinary tables, put or removed by their keys.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { moveRunColumns, moveRunSql, putSql, removeSql } from '../sql/write.ts';
import type { RowWrite } from '../store.ts';
import { columnsOf, type TableName, tableNames, tables } from '../tables.ts';

type Value = string | number;
type Row = Readonly<Record<string, Value>>;

interface TableWriter {
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly put: StatementSync;
  readonly remove: StatementSync;
}

const valuesOf = (columns: readonly string[], row: Row): Value[] => {
  const values: Value[] = new Array(columns.length);
  for (let index = 0; index < columns.length; index += 1) {
    values[index] = row[columns[index] as string] as Value;
  }
  return values;
};

export class RowWriter {
  readonly #tables: { readonly [Table in TableName]: TableWriter };

  readonly #moveRun: StatementSync;

  constructor(db: DatabaseSync) {
    this.#moveRun = db.prepare(moveRunSql);
    const entries = tableNames.map((table) => [
      table,
      {
        columns: columnsOf(table),
        key: tables[table].key,
        put: db.prepare(putSql(table)),
        remove: db.prepare(removeSql(table)),
      },
    ]);
    this.#tables = Object.fromEntries(entries);
  }

  write(write: RowWrite): void {
    const { columns, key, put, remove } = this.#tables[write.table];
    if (!('put' in write)) {
      remove.run(...valuesOf(key, write.remove));
      return;
    }
    const row = write.put as unknown as Row;
    if (write.table === 'runs' && this.#hasMoved(row)) return;
    put.run(...valuesOf(columns, row));
  }

  #hasMoved(run: Row): boolean {
    return this.#moveRun.run(...valuesOf(moveRunColumns, run)).changes === 1;
  }
}
