// The store port. Writes are values (`commit(writeSets)`), never callbacks: nothing can await inside
// a transaction, and whatever queued meanwhile merges into one commit.
import type { Head, StoredEvent } from '../engine/log-header.ts';
import type { PurseMove, WarnOf } from '../engine/purse.ts';
import type { ownTables } from './tables/own-tables.ts';
import type { Row } from './tables/table.ts';
import type { MovedStep, ProcessRow, PurseRow, RemovableTable, Rows, TableName } from './tables.ts';

type OwnTables = typeof ownTables;

export type ContentRow = Row<OwnTables['content']>;

export type RowWrite =
  | { [Table in TableName]: { readonly table: Table; readonly put: Rows[Table] } }[TableName]
  /** Of a row that is there only what moves is written; where there is none, nothing. */
  | { readonly table: 'steps'; readonly move: MovedStep }
  | { readonly table: RemovableTable; readonly remove: Readonly<Record<string, string>> };

/** `unheard` is the end of a lease whose token nobody has shown yet. */
export const dueKinds = ['lease', 'unheard', 'wake', 'pulse', 'overdue'] as const;
export type DueKind = (typeof dueKinds)[number];

export type DueRow = Row<OwnTables['due']> & { readonly kind: DueKind };

export type DueWrite = { readonly set: DueRow } | { readonly clear: string };

/** Checked inside the commit; one that does not hold makes the write set a conflict. */
export type Requirement =
  /** The key is not taken yet; it is taken by this commit. */
  | UniqueRequirement
  /** The due row exists, and is still of this time or this attempt where they are given. */
  | { readonly due: string; readonly at?: number; readonly attempt?: number }
  /** Fewer than `max` places have this slot, or this one has it; the place has it from then on. */
  | SlotRequirement
  /** The purse has what is asked for; it moves by these amounts. */
  | PurseMove
  /** Four fifths of a part of the purse are spent, and nobody has said so; it is said from then on. */
  | WarnOf;

export interface UniqueRequirement {
  readonly unique: string;
  /** Any text; an answer of up to 64 KiB may stand here. */
  readonly value: string;
  /** When the key is free again (ms). */
  readonly until: number;
  /** The run or plan that the value tells of; erasing it erases the key too. */
  readonly owner?: string;
}

export interface SlotRequirement {
  readonly slot: string;
  readonly max: number;
  /** "run/step". */
  readonly place: string;
  readonly tenant: string;
  readonly run: string;
}

/** Something to deliver up to `seq`. Where there is one with its id, only `seq` moves, never back. */
export type OutboxRow = Omit<PendingOutbox, 'next_at' | 'tries'>;

/** What the deliverer notes of a row. */
export interface OutboxNote {
  readonly id: string;
  readonly sent: number;
  readonly nextAt: number;
  readonly tries: number;
}

export type PendingOutbox = Row<OwnTables['outbox']>;

/** The state of a run after `seq`, so that reading it needs only the events behind. */
export type Snapshot = Omit<SnapshotWrite, 'run'>;

export type SnapshotWrite = Row<OwnTables['snapshots']>;

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
  readonly outboxSent?: readonly OutboxNote[];
  /** Ids that go, unless something came that is not sent yet. */
  readonly outboxRemove?: readonly string[];
  /**
   * Places that give up their slot, but for those that this set asks one for; they do not count for its
   * requirements.
   */
  readonly freeSlots?: readonly string[];
  /** The newest two of a run are kept. */
  readonly snapshot?: SnapshotWrite;
  /** Owners (a run, a plan) whose contents, salts, files and texts go for good. */
  readonly erase?: { readonly owners: readonly string[]; readonly at: number };
}

export interface CommitHow {
  /**
   * It may be answered when it is written and seen, before it is on the disk; for what goes on in this
   * process alone. See `kept`.
   */
  readonly isEarly?: boolean;
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
  /** Of a purse the key says what is short. */
  | { readonly ok: false; readonly conflict: 'due' | 'slot' | 'purse'; readonly key: string };

export interface ClaimFilter {
  readonly tenant: string;
  readonly performer: string;
  /** Only this run, where given. */
  readonly run?: string;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: StepTurn;
}

/** A step's place in the order in which steps are handed out. */
export type StepTurn = Pick<Rows['steps'], 'urgency' | 'turn_at' | 'run' | 'position'>;

export interface PlanFilter {
  readonly limit: number;
  readonly before: string;
}

export interface AgentFilter extends Partial<PlanFilter> {
  readonly seenAfter?: number;
}

/** The log, its contents, and what lists show. */
export interface LogReader {
  events(run: string, after: number, limit: number): Promise<StoredEvent[]>;
  event(run: string, seq: number): Promise<StoredEvent | null>;
  /** The newest. */
  snapshot(run: string): Promise<Snapshot | null>;
  run(id: string): Promise<Rows['runs'] | null>;
  /** Those that exist, by id; any number of ids in few round trips. */
  runs(ids: readonly string[]): Promise<ReadonlyMap<string, Rows['runs']>>;
  /** Of notes, messages and files in all its runs. */
  storedBytes(tenant: string): Promise<number>;
  plan(tenant: string, id: string): Promise<Rows['plans'] | null>;
  plans(tenant: string, filter: PlanFilter): Promise<Rows['plans'][]>;
  /** Without those that were put away or erased. */
  listedPlans(tenant: string, filter: PlanFilter): Promise<Rows['plans'][]>;
  /** Of the plans with ids from the first to the last, those that were put away. */
  archives(tenant: string, first: string, last: string): Promise<Rows['archives'][]>;
  planRuns(tenant: string, planId: string): Promise<Rows['runs'][]>;
  runsOfKind(tenant: string, kind: string, filter: PlanFilter): Promise<Rows['runs'][]>;
  content(id: string): Promise<ContentRow | null>;
  contents(ids: readonly string[]): Promise<ReadonlyMap<string, ContentRow>>;
  artifacts(tenant: string, owner: string): Promise<Rows['artifacts'][]>;
  artifact(tenant: string, owner: string, path: string): Promise<Rows['artifacts'] | null>;
  agent(tenant: string, id: string): Promise<Rows['agents'] | null>;
  /** The newest first. */
  agents(tenant: string, filter?: AgentFilter): Promise<Rows['agents'][]>;
  /** How many were seen at that time or later. */
  agentCount(tenant: string, seenAfter: number): Promise<number>;
  /** Those not seen since before that time, the longest unseen first. */
  unseenAgents(tenant: string, seenBefore: number, limit: number): Promise<Rows['agents'][]>;
  /** By id alone: the key is what tells the tenant. */
  key(id: string): Promise<Rows['keys'] | null>;
  keys(tenant: string): Promise<Rows['keys'][]>;
  /** The newest first, those with an id below `before`. */
  keyPage(tenant: string, filter: PlanFilter): Promise<Rows['keys'][]>;
  keysOf(tenant: string, principal: string): Promise<Rows['keys'][]>;
  /** The newest first, those with an id below `before`. */
  audit(tenant: string, filter: PlanFilter): Promise<Rows['audit'][]>;
  /** Not the first, which has no row. */
  tenant(id: string): Promise<Rows['tenants'] | null>;
  /** All but the first, the oldest first. */
  tenants(limit: number): Promise<Rows['tenants'][]>;
  taken(key: string): Promise<{ readonly value: string; readonly until: number } | null>;
  meta(key: string): Promise<string | null>;
  runIds(after: string, limit: number): Promise<string[]>;
  /** Ids of runs that are queued or running. */
  openRuns(after: string, limit: number): Promise<string[]>;
  /** The next run that has events, whether it has a row or not. */
  nextRunInLog(after: string): Promise<string | null>;
  /** Of all tenants, in the order of the plans' ids. */
  runsOfPlans(after: string, limit: number): Promise<Pick<Rows['plans'], 'id' | 'run'>[]>;
  /** Contents of an owner that are still there, to tell how many an erase took. */
  contentIds(owner: string): Promise<string[]>;
}

export type FirstStep = Pick<Rows['steps'], 'run' | 'action' | 'spec'>;

/** A place in what waits for a person. */
export type PersonPlace = Pick<Rows['steps'], 'person_due' | 'run' | 'position'>;

/** So many of something wait, up to a limit. */
export interface QueueDepth {
  readonly what: 'ready' | 'leased' | 'parked' | 'runs' | 'outbox';
  /** Of `ready`; '' for the rest. */
  readonly performer: string;
  readonly count: number;
}

export type ReadyQueue = Pick<Rows['steps'], 'tenant' | 'performer'>;

/** Steps, what hands them out, and what rings. */
export interface WorkReader {
  steps(run: string): Promise<Rows['steps'][]>;
  /** Ids of those that are a person's work, through an index. */
  humanSteps(run: string): Promise<string[]>;
  /** By step the id of its output, of those that have one; any number of steps. */
  outputsOf(run: string, steps: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** By run the step that was there first; any number of runs. */
  firstSteps(runs: readonly string[]): Promise<ReadonlyMap<string, FirstStep>>;
  telemetry(run: string): Promise<Rows['telemetry'][]>;
  /**
   * In turn: by urgency, then by when their turn came. Those of a run that is held are left out, and
   * of one that is ending all but what compensates.
   */
  readySteps(filter: ClaimFilter): Promise<Rows['steps'][]>;
  /** Tenants, and which of these performers (at most four), for whom `readySteps` would give something. */
  readyQueues(performers: readonly string[]): Promise<ReadyQueue[]>;
  /** Steps that wait for somebody who can do them, in the same order and of the same runs. */
  parkedSteps(filter: ClaimFilter): Promise<Rows['steps'][]>;
  /** Leased now by this agent or person. */
  heldSteps(tenant: string, holder: string): Promise<Rows['steps'][]>;
  /** How many, of one holder or of all. */
  heldCount(tenant: string, holder?: string): Promise<number>;
  /** Of all tenants: leased now by this in-process worker. Reads all steps of all open runs. */
  heldByWorker(holder: string): Promise<Rows['steps'][]>;
  /** Of all tenants: held by a worker whose pulse has no row any more. */
  orphanedSteps(limit: number): Promise<Rows['steps'][]>;
  /** Processes with a worker, by id. */
  processes(limit: number): Promise<ProcessRow[]>;
  /** Of all tenants: ready for an agent since before that time, and nobody takes them. */
  idleSteps(before: number, limit: number): Promise<Rows['steps'][]>;
  /** By time and id; `after` is the last row of the page before. */
  due(until: number, limit: number, after?: Pick<DueRow, 'at' | 'id'>): Promise<DueRow[]>;
  dueOfRun(run: string): Promise<DueRow[]>;
  nextDueAt(): Promise<number | null>;
  slotCount(name: string): Promise<number>;
  /** What waits for a person, by when it is due, then by run and place; of runs that are open. */
  personSteps(tenant: string, limit: number, after?: PersonPlace): Promise<Rows['steps'][]>;
  /** How much of it was due by that time. */
  personStepsDue(tenant: string, by: number): Promise<number>;
  /** Of all tenants, each counted through an index and up to 100,000. */
  queueDepths(): Promise<QueueDepth[]>;
}

/** Purses over several runs, and what waits for them. */
export interface PurseReader {
  purse(tenant: string, id: string): Promise<PurseRow | null>;
  /** The newest first, those with an id below `before`. */
  purses(tenant: string, filter: PlanFilter): Promise<PurseRow[]>;
  /** Of all tenants, in the order of their ids. */
  allPurses(after: string, limit: number): Promise<PurseRow[]>;
  /** Of all tenants: the next key after this one that steps wait for a budget by. */
  nextUnpaidKey(after: string): Promise<string | null>;
  /** Those that wait for a budget by this key, in turn; of runs that hand out something. */
  unpaidSteps(key: string, limit: number, after?: StepTurn): Promise<Rows['steps'][]>;
}

/** What goes out, and what stops everything. */
export interface DeliveryReader {
  switches(): Promise<Rows['switches'][]>;
  webhook(tenant: string, id: string): Promise<Rows['webhooks'] | null>;
  webhooks(tenant: string): Promise<Rows['webhooks'][]>;
  /** Of all tenants, without those that are disabled. */
  allWebhooks(): Promise<Rows['webhooks'][]>;
  /** The newest first, those with an id below `before`. */
  deliveries(
    tenant: string,
    webhook: string,
    before: string,
    limit: number,
  ): Promise<Rows['deliveries'][]>;
  /** Something to send, and its time has come; by time and id. */
  outboxPending(now: number, limit: number): Promise<PendingOutbox[]>;
  /** The same for one webhook, by id, after the row with the id `after` ('' from the start). */
  outboxOf(webhook: string, after: string, now: number, limit: number): Promise<PendingOutbox[]>;
  nextOutboxAt(): Promise<number | null>;
  /** Not delivered yet to these (at most eight), the oldest first. */
  messagesFor(
    tenant: string,
    recipients: readonly string[],
    limit: number,
  ): Promise<Rows['messages'][]>;
}

/** Sums of calls; amounts that are not known are left out of them, and counted. */
export interface UsageSums {
  readonly calls: number;
  readonly failed: number;
  /** Calls whose price is not known. */
  readonly unpriced: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly tokens_reasoning: number;
  readonly tokens_cached: number;
  readonly cost_micros: number;
  readonly duration_ms: number;
}

export interface UsageTotal extends UsageSums {
  readonly stage: string;
  readonly model: string;
  readonly provider: string;
  /** When the last of them was made. */
  readonly last_at: number;
}

/** How long calls took: good answers, and the time of all calls for them. */
export interface UsagePace {
  readonly stage: string;
  readonly model: string;
  readonly provider: string;
  readonly answers: number;
  readonly duration_ms: number;
}

export interface UsageDay extends UsageSums {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly model: string;
  readonly provider: string;
}

/** Where a reply can be used again, with how its step stands now ('' and 0 where it is gone). */
export type FoundReply = Rows['replies'] & {
  readonly step_state: string;
  readonly step_attempt: number;
  readonly step_output: string;
};

/** What models were asked, and what came of it. */
export interface UsageReader {
  /** By stage, model and provider. */
  usageOfPlan(tenant: string, plan: string): Promise<UsageTotal[]>;
  usageOfRun(tenant: string, run: string): Promise<UsageTotal[]>;
  /** By id, those after it. */
  usageRows(tenant: string, plan: string, after: string, limit: number): Promise<Rows['usage'][]>;
  /** Of one step of a run, in the order in which they were made. */
  usageOfStep(run: string, step: string): Promise<Rows['usage'][]>;
  /** By day, the newest first, then by model; times from and until (exclusive). */
  usageByDay(tenant: string, from: number, until: number): Promise<UsageDay[]>;
  /** When the last call before that time was made; null if there was none. */
  lastUsageBefore(tenant: string, before: number): Promise<number | null>;
  /** Over the newest calls of a tenant, so many of them. */
  usagePace(tenant: string, limit: number): Promise<UsagePace[]>;
  reply(tenant: string, reuseKey: string): Promise<FoundReply | null>;
}

/** Reads. Every read of a tenant's things takes the tenant; a foreign id reads as absent. */
export interface Reader extends LogReader, WorkReader, PurseReader, DeliveryReader, UsageReader {}

export interface Store extends Reader {
  readonly kind: 'sqlite' | 'postgres';
  /** The clock that counts: the database's own on PostgreSQL. */
  now(): number;
  commit(sets: readonly WriteSet[], how?: CommitHow): Promise<CommitResult[]>;
  /** When all that was answered so far is on the disk; before that nobody outside is told of it. */
  kept(): Promise<void>;
  /** Forgets up to so many keys whose time is over; tells how many. */
  purgeUniques(now: number, limit: number): Promise<number>;
  /** Tells of commits by others (another process or server); the callback may be spurious. */
  onForeignCommit(listener: () => void): () => void;
  /** After an erase: no deleted byte stays in the files (SQLite); a vacuum on PostgreSQL. */
  scrub(): Promise<void>;
  /** Lets go of memory that is only there to be quick. */
  rest(): void;
  /** A consistent copy while others write. */
  backup(target: string): Promise<void>;
  close(): Promise<void>;
}
