// The store port. Writes are values (`commit(writeSets)`), never callbacks: nothing can await inside
// a transaction, and whatever queued meanwhile merges into one commit.
import type { Head, StoredEvent } from '../engine/log-header.ts';
import type { Rows, TableName } from './tables.ts';

export interface ContentRow {
  readonly id: string;
  readonly tenant: string;
  /** The run or plan that the bytes belong to; erasing it erases them. */
  readonly owner: string;
  readonly salt: Uint8Array;
  readonly bytes: Uint8Array;
}

export type RowWrite =
  | { [Table in TableName]: { readonly table: Table; readonly put: Rows[Table] } }[TableName]
  | { readonly table: TableName; readonly remove: Readonly<Record<string, string>> };

export const dueKinds = ['lease', 'wake'] as const;
export type DueKind = (typeof dueKinds)[number];

export interface DueRow {
  readonly id: string;
  readonly at: number;
  readonly kind: DueKind;
  readonly tenant: string;
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
}

export type DueWrite = { readonly set: DueRow } | { readonly clear: string };

/** Checked inside the commit; one that does not hold makes the write set a conflict. */
export type Requirement =
  /** The key is not taken yet; it is taken by this commit until `until` (ms). */
  | { readonly unique: string; readonly value: string; readonly until: number }
  /** The due row exists, and is still of this time or this attempt where they are given. */
  | { readonly due: string; readonly at?: number; readonly attempt?: number };

export interface OutboxRow {
  readonly id: string;
  readonly tenant: string;
  readonly run: string;
  readonly seq: number;
  readonly topic: string;
}

export interface WriteSet {
  readonly run?: string;
  /** The head this set builds on; needed with `run`. */
  readonly expectedSeq?: number;
  readonly require?: readonly Requirement[];
  readonly events?: readonly StoredEvent[];
  readonly content?: readonly ContentRow[];
  readonly rows?: readonly RowWrite[];
  readonly due?: readonly DueWrite[];
  readonly outbox?: readonly OutboxRow[];
  /** Owners (a run, a plan) whose contents, salts, files and texts go for good. */
  readonly erase?: { readonly owners: readonly string[]; readonly at: number };
}

export type CommitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly conflict: 'seq'; readonly head: Head }
  | {
      readonly ok: false;
      readonly conflict: 'unique';
      readonly key: string;
      readonly value: string;
    }
  | { readonly ok: false; readonly conflict: 'due'; readonly key: string };

export interface ClaimFilter {
  readonly tenant: string;
  readonly performer: string;
  /** Only this run, where given. */
  readonly run?: string;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: Pick<Rows['steps'], 'changed_at' | 'run' | 'position'>;
}

export interface PlanFilter {
  readonly limit: number;
  readonly before: string;
}

/** Reads. Every read of a tenant's things takes the tenant; a foreign id reads as absent. */
export interface Reader {
  events(run: string, after: number, limit: number): Promise<StoredEvent[]>;
  run(id: string): Promise<Rows['runs'] | null>;
  /** Those that exist, by id; any number of ids in few round trips. */
  runs(ids: readonly string[]): Promise<ReadonlyMap<string, Rows['runs']>>;
  steps(run: string): Promise<Rows['steps'][]>;
  plan(tenant: string, id: string): Promise<Rows['plans'] | null>;
  plans(tenant: string, filter: PlanFilter): Promise<Rows['plans'][]>;
  planRuns(tenant: string, planId: string): Promise<Rows['runs'][]>;
  runsOfKind(tenant: string, kind: string, filter: PlanFilter): Promise<Rows['runs'][]>;
  content(id: string): Promise<ContentRow | null>;
  contents(ids: readonly string[]): Promise<ReadonlyMap<string, ContentRow>>;
  artifacts(tenant: string, owner: string): Promise<Rows['artifacts'][]>;
  artifact(tenant: string, owner: string, path: string): Promise<Rows['artifacts'] | null>;
  telemetry(run: string): Promise<Rows['telemetry'][]>;
  agent(tenant: string, id: string): Promise<Rows['agents'] | null>;
  agents(tenant: string): Promise<Rows['agents'][]>;
  /** By id alone: the key is what tells the tenant. */
  key(id: string): Promise<Rows['keys'] | null>;
  keys(tenant: string): Promise<Rows['keys'][]>;
  taken(key: string): Promise<{ readonly value: string; readonly until: number } | null>;
  readySteps(filter: ClaimFilter): Promise<Rows['steps'][]>;
  /** Tenants that have something ready for this performer; for in-process workers. */
  readyTenants(performer: string): Promise<string[]>;
  due(until: number, limit: number): Promise<DueRow[]>;
  dueOfRun(run: string): Promise<DueRow[]>;
  nextDueAt(): Promise<number | null>;
  meta(key: string): Promise<string | null>;
  runIds(after: string, limit: number): Promise<string[]>;
  /** The next run that has events, whether it has a row or not. */
  nextRunInLog(after: string): Promise<string | null>;
  /** Of all tenants, in the order of the plans' ids. */
  runsOfPlans(after: string, limit: number): Promise<Pick<Rows['plans'], 'id' | 'run'>[]>;
  /** Contents of an owner that are still there, to tell how many an erase took. */
  contentIds(owner: string): Promise<string[]>;
}

export interface Store extends Reader {
  readonly kind: 'sqlite' | 'postgres';
  /** The clock that counts: the database's own on PostgreSQL. */
  now(): number;
  commit(sets: readonly WriteSet[]): Promise<CommitResult[]>;
  /** Tells of commits by others (another process or server); the callback may be spurious. */
  onForeignCommit(listener: () => void): () => void;
  /** After an erase: no deleted byte stays in the files (SQLite); a vacuum on PostgreSQL. */
  scrub(): Promise<void>;
  /** A consistent copy while others write. */
  backup(target: string): Promise<void>;
  close(): Promise<void>;
}
