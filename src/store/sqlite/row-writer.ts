// Rows of the ordinary tables, put or removed by their keys.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  moveRunColumns,
  moveRunSql,
  moveStepColumns,
  moveStepSql,
  putSql,
  removeSql,
} from '../sql/write.ts';
import type { RowWrite } from '../store.ts';
import {
  columnsOf,
  isAppendOnly,
  keyOf,
  type Rows,
  type TableName,
  tableNames,
} from '../tables.ts';

type Value = string | number;
type Row = Readonly<Record<string, Value>>;

interface TableWriter {
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly put: StatementSync;
  /** Null for a table that is append-only. */
  readonly remove: StatementSync | null;
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
  readonly #moveStep: StatementSync;

  constructor(db: DatabaseSync) {
    this.#moveRun = db.prepare(moveRunSql);
    this.#moveStep = db.prepare(moveStepSql);
    const entries = tableNames.map((table) => [
      table,
      {
        columns: columnsOf(table),
        key: keyOf(table),
        put: db.prepare(putSql(table)),
        remove: isAppendOnly(table) ? null : db.prepare(removeSql(table)),
      },
    ]);
    this.#tables = Object.fromEntries(entries);
  }

  write(write: RowWrite): void {
    if ('move' in write) {
      this.#moveStep.run(...valuesOf(moveStepColumns, write.move));
      return;
    }
    const { columns, key, put, remove } = this.#tables[write.table];
    if ('put' in write) put.run(...valuesOf(columns, write.put as unknown as Row));
    else remove?.run(...valuesOf(key, write.remove));
  }

  /** A run that is still at this event and stays in its lists goes on; false changes nothing. */
  hasMoved(run: Rows['runs'], expectedSeq: number): boolean {
    const values = valuesOf(moveRunColumns, run as unknown as Row);
    values.push(expectedSeq);
    return this.#moveRun.run(...values).changes === 1;
  }
}
