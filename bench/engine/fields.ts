// The throughput figures: which chain, how many at once, and who takes part.

export const contestants = ['ours', 'ours_full', 'langgraph', 'mastra', 'dbos'] as const;
export type ContestantName = (typeof contestants)[number] | 'langgraph_delta';

export interface Field {
  readonly name: string;
  readonly atOnce: number;
  readonly outputBytes: number;
  /** Where ours keeps its data; DBOS is on PostgreSQL in any case. */
  readonly store: 'sqlite' | 'postgres';
  readonly who: readonly ContestantName[];
}

export const stepsPerRun = 60;

const manyRuns = 40;
const sizes = [
  ['', 0],
  ['_8kb', 8 * 1024],
  ['_32kb', 32 * 1024],
] as const;

/** PostgreSQL has one durability, so that ours_full is the same there, and measured once. */
const onPostgres: readonly ContestantName[] = ['ours', 'dbos'];

const onSqlite = (bytes: number): readonly ContestantName[] =>
  bytes === 0 ? contestants : [...contestants, 'langgraph_delta'];

function sized(name: string, atOnce: number, store: Field['store']): Field[] {
  const place = store === 'postgres' ? '_pg' : '';
  return sizes.map(([size, outputBytes]) => ({
    name: `${name}${place}${size}`,
    atOnce,
    outputBytes,
    store,
    who: store === 'postgres' ? onPostgres : onSqlite(outputBytes),
  }));
}

export const fields: readonly Field[] = [
  ...sized('one_run', 1, 'sqlite'),
  ...sized('many_runs', manyRuns, 'sqlite'),
  ...sized('one_run', 1, 'postgres'),
  ...sized('many_runs', manyRuns, 'postgres'),
];
