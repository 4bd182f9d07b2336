// How the reads of the port are asked for, whichever store answers.

export type SqlValue = string | number;

export interface RowSource {
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  one<Row>(sql: string, ...values: SqlValue[]): Promise<Row | null>;
}

/** As many values as the statement has places; a name that comes twice changes nothing. */
export function filled(values: readonly string[], count: number): string[] {
  const [first] = values;
  if (first === undefined || values.length > count) {
    throw new RangeError(`From one to ${count} names can be asked for.`);
  }
  return Array.from({ length: count }, (_, index) => values[index] ?? first);
}
