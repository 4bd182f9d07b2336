// Rows beside the log: what claim, lists and faces read. One shape for both stores: integers for
// times (ms) and flags, text for the rest, so that a row is equal whichever store it came from.
import { type UsageRows, usageTables } from './usage-tables.ts';

export interface Rows extends UsageRows {
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
    /** Since when it is held; 0 if it is not. */
    readonly held_at: number;
    readonly held_by: string;
    /** The end it is on its way to while it undoes things: COMPLETED, FAILED, CANCELLED or ''. */
    readonly ending: string;
    readonly rev: number;
    /** Parts per million, the highest so far. */
    readonly progress: number;
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
    /** 0 goes first. */
    readonly urgency: number;
    /** The order among those that are ready. */
    readonly turn_at: number;
    readonly failures: number;
    /** The slot that it needs, by name. */
    readonly slot: string;
    readonly wait_key: string;
    readonly choice: string;
    /** The step that this one compensates. */
    readonly undoes: string;
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
  /** Plans that lists leave out. */
  readonly archives: {
    readonly plan: string;
    readonly tenant: string;
    readonly by: string;
    readonly at: number;
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
  readonly slots: {
    /** "run/step". */
    readonly place: string;
    readonly name: string;
    readonly tenant: string;
    readonly run: string;
  };
  readonly messages: {
    readonly id: string;
    readonly tenant: string;
    readonly run: string;
    readonly step: string;
    readonly sender: string;
    readonly recipient: string;
    readonly thread: string;
    /** The id of its content. */
    readonly content: string;
    readonly sent_at: number;
    /** 0 until it is. */
    readonly delivered_at: number;
  };
  readonly switches: {
    /** 'all', 'tenant:…' or 'agent:…'. */
    readonly scope: string;
    readonly by: string;
    readonly at: number;
    readonly reason: string;
  };
  readonly webhooks: {
    readonly id: string;
    readonly tenant: string;
    readonly url: string;
    /** Event types, space-separated; '' for all. */
    readonly types: string;
    readonly created_by: string;
    readonly created_at: number;
    readonly disabled_at: number;
    readonly disabled_why: string;
    readonly secret_version: number;
  };
  readonly deliveries: {
    readonly id: string;
    readonly tenant: string;
    readonly webhook: string;
    readonly run: string;
    readonly from_seq: number;
    readonly to_seq: number;
    readonly attempt: number;
    readonly at: number;
    /** Of the answer over HTTP; 0 without one. */
    readonly status: number;
    readonly error: string;
    readonly took_ms: number;
  };
  /** What a person sets of a purse; what runs take from it is an account that only requirements move. */
  readonly purses: {
    readonly id: string;
    readonly tenant: string;
    readonly label: string;
    /** Micro-units; -1 for no limit. */
    readonly limit_money: number;
    readonly limit_tokens: number;
    readonly limit_calls: number;
    readonly created_by: string;
    readonly created_at: number;
    readonly funded_by: string;
    readonly funded_at: number;
  };
}

/** A purse with its account. */
export type PurseRow = Rows['purses'] & PurseAccount;

interface PurseAccount {
  readonly spent_money: number;
  readonly spent_tokens: number;
  readonly spent_calls: number;
  /** For attempts under way. */
  readonly reserved_money: number;
  readonly reserved_tokens: number;
  readonly reserved_calls: number;
  /** The limit for which a warning was given; -1 for none. */
  readonly warned_money: number;
  readonly warned_tokens: number;
  readonly warned_calls: number;
  /** How often it moved. */
  readonly changes: number;
  /** The run that moved it last. */
  readonly last_run: string;
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
      'held_at',
      'held_by',
      'ending',
      'rev',
      'progress',
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
      'urgency',
      'turn_at',
      'failures',
      'slot',
      'wait_key',
      'choice',
      'undoes',
    ],
  },
  plans: {
    key: ['id'],
    rest: ['tenant', 'created_by', 'created_at', 'run', 'goal', 'title', 'erased_at'],
  },
  archives: { key: ['plan'], rest: ['tenant', 'by', 'at'] },
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
  slots: { key: ['place'], rest: ['name', 'tenant', 'run'] },
  messages: {
    key: ['id'],
    rest: [
      'tenant',
      'run',
      'step',
      'sender',
      'recipient',
      'thread',
      'content',
      'sent_at',
      'delivered_at',
    ],
  },
  switches: { key: ['scope'], rest: ['by', 'at', 'reason'] },
  webhooks: {
    key: ['id'],
    rest: [
      'tenant',
      'url',
      'types',
      'created_by',
      'created_at',
      'disabled_at',
      'disabled_why',
      'secret_version',
    ],
  },
  deliveries: {
    key: ['id'],
    rest: [
      'tenant',
      'webhook',
      'run',
      'from_seq',
      'to_seq',
      'attempt',
      'at',
      'status',
      'error',
      'took_ms',
    ],
  },
  ...usageTables,
  purses: {
    key: ['id'],
    rest: [
      'tenant',
      'label',
      'limit_money',
      'limit_tokens',
      'limit_calls',
      'created_by',
      'created_at',
      'funded_by',
      'funded_at',
    ],
  },
};

/** What changes of a run beside its status; the rest it is born with. */
export const movingOfRuns = [
  'head_seq',
  'head_hash',
  'started_at',
  'ended_at',
  'changed_at',
  'steps_total',
  'steps_done',
  'held_at',
  'held_by',
  'ending',
  'rev',
  'progress',
] as const satisfies readonly (keyof Rows['runs'])[];

/** What changes of a step while its place in the graph stays. */
export const movingOfSteps = [
  'state',
  'wait_for',
  'wait_until',
  'attempt',
  'holder',
  'output',
  'error',
  'changed_at',
  'turn_at',
  'failures',
  'wait_key',
  'choice',
] as const satisfies readonly (keyof Rows['steps'])[];

/** A step's key, and what moves of it. */
export type MovedStep = Pick<Rows['steps'], 'run' | 'step' | (typeof movingOfSteps)[number]>;

export interface TableShape<Table extends TableName> {
  readonly key: readonly (keyof Rows[Table] & string)[];
  readonly rest: readonly (keyof Rows[Table] & string)[];
}

export const tableNames = Object.keys(tables) as readonly TableName[];

const columns = new Map<TableName, readonly string[]>(
  tableNames.map((table) => [table, [...tables[table].key, ...tables[table].rest]]),
);

export const columnsOf = (table: TableName): readonly string[] => columns.get(table) ?? [];
