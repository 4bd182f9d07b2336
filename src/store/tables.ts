// Rows beside the log: what claim, lists and faces read. One shape for both stores: integers for
// times (ms) and flags, text for the rest, so that a row is equal whichever store it came from.

export interface Rows {
  readonly runs: {
    readonly id: string;
    readonly tenant: string;
    readonly kind: string;
    readonly plan: string;
    readonly status: string;
    readonly head_seq: number;
    readonly head_hash: string;
    readonly created_by: string;
    readonly created_at: number;
    readonly started_at: number;
    readonly ended_at: number;
    readonly changed_at: number;
    readonly steps_total: number;
    readonly steps_done: number;
  };
  readonly steps: {
    readonly run: string;
    readonly step: string;
    readonly tenant: string;
    readonly position: number;
    readonly parent: string;
    readonly performer: string;
    readonly purpose: string;
    readonly action: string;
    readonly tier: number;
    readonly state: string;
    readonly wait_for: string;
    readonly wait_until: number;
    readonly attempt: number;
    readonly attempts_max: number;
    /** Who holds it, or held it last. */
    readonly holder: string;
    readonly spec: string;
    readonly output: string;
    readonly error: string;
    readonly changed_at: number;
  };
  readonly plans: {
    readonly id: string;
    readonly tenant: string;
    readonly created_by: string;
    readonly created_at: number;
    readonly run: string;
    readonly goal: string;
    readonly title: string;
    readonly erased_at: number;
  };
  readonly artifacts: {
    readonly tenant: string;
    readonly owner: string;
    readonly path: string;
    readonly content: string;
    readonly content_type: string;
    readonly size: number;
    readonly sha256: string;
    readonly updated_at: number;
  };
  readonly telemetry: {
    readonly run: string;
    readonly step: string;
    readonly at: number;
    readonly progress: number;
    readonly note: string;
  };
  readonly agents: {
    readonly id: string;
    readonly tenant: string;
    readonly name: string;
    readonly role: string;
    /** JSON: [{action, params}] */
    readonly capabilities: string;
    readonly created_at: number;
    readonly seen_at: number;
  };
  readonly keys: {
    readonly id: string;
    readonly tenant: string;
    readonly principal: string;
    readonly kind: string;
    readonly label: string;
    /** Space-separated. */
    readonly scopes: string;
    readonly secret_hash: string;
    readonly created_at: number;
    readonly expires_at: number;
    readonly revoked_at: number;
  };
}

export type TableName = keyof Rows;

/** Key columns first; both stores build their put and remove statements from this one table. */
export const tables: { readonly [Table in TableName]: TableShape<Table> } = {
  runs: {
    key: ['id'],
    rest: [
      'tenant',
      'kind',
      'plan',
      'status',
      'head_seq',
      'head_hash',
      'created_by',
      'created_at',
      'started_at',
      'ended_at',
      'changed_at',
      'steps_total',
      'steps_done',
    ],
  },
  steps: {
    key: ['run', 'step'],
    rest: [
      'tenant',
      'position',
      'parent',
      'performer',
      'purpose',
      'action',
      'tier',
      'state',
      'wait_for',
      'wait_until',
      'attempt',
      'attempts_max',
      'holder',
      'spec',
      'output',
      'error',
      'changed_at',
    ],
  },
  plans: {
    key: ['id'],
    rest: ['tenant', 'created_by', 'created_at', 'run', 'goal', 'title', 'erased_at'],
  },
  artifacts: {
    key: ['owner', 'path'],
    rest: ['tenant', 'content', 'content_type', 'size', 'sha256', 'updated_at'],
  },
  telemetry: { key: ['run', 'step'], rest: ['at', 'progress', 'note'] },
  agents: {
    key: ['id'],
    rest: ['tenant', 'name', 'role', 'capabilities', 'created_at', 'seen_at'],
  },
  keys: {
    key: ['id'],
    rest: [
      'tenant',
      'principal',
      'kind',
      'label',
      'scopes',
      'secret_hash',
      'created_at',
      'expires_at',
      'revoked_at',
    ],
  },
};

export interface TableShape<Table extends TableName> {
  readonly key: readonly (keyof Rows[Table] & string)[];
  readonly rest: readonly (keyof Rows[Table] & string)[];
}

export const tableNames = Object.keys(tables) as readonly TableName[];

const columns = new Map<TableName, readonly string[]>(
  tableNames.map((table) => [table, [...tables[table].key, ...tables[table].rest]]),
);

export const columnsOf = (table: TableName): readonly string[] => columns.get(table) ?? [];
