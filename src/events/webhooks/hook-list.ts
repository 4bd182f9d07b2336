// The webhooks that are on, by tenant and in memory: the engine asks at every commit who wants its
// events, and must not wait for an answer. Read anew when a webhook changes here, and within a second
// after another process wrote something.
import type { OutboxSource } from '../../engine/outbox-source.ts';
import type { OutboxRow, Store, WriteSet } from '../../store/store.ts';
import type { Rows } from '../../store/tables.ts';
import { oldSecretKey } from './sign.ts';

export interface Hook {
  readonly row: Rows['webhooks'];
  /** Null for all. */
  readonly types: ReadonlySet<string> | null;
  /** Until then messages are signed with the secret before as well. */
  readonly oldSecretUntil: number;
  /** When a row for it was last made here, by performance.now(). */
  markedMs: number;
}

export type HookNews =
  /** Rows were written for these webhooks by somebody who wants them sent now. */
  | { readonly kind: 'asked'; readonly hooks: readonly string[] }
  /** The list was read anew. */
  | { readonly kind: 'changed' }
  /** Another process wrote something. */
  | { readonly kind: 'foreign' };

const nothing: readonly OutboxRow[] = [];
const reloadMs = 1_000;

export const outboxId = (hook: string, run: string): string => `${hook}/${run}`;

const typesOf = (row: Rows['webhooks']): ReadonlySet<string> | null =>
  row.types === '' ? null : new Set(row.types.split(' '));

function wants(hook: Hook, events: readonly { readonly type: string }[]): boolean {
  const { types } = hook;
  return types === null || events.some((event) => types.has(event.type));
}

export class HookList implements OutboxSource {
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(news: HookNews) => void>();
  readonly #stopForeign: () => void;
  #byId: ReadonlyMap<string, Hook> = new Map();
  #byTenant: ReadonlyMap<string, readonly Hook[]> = new Map();
  #loading: Promise<void> = Promise.resolve();
  #loadedMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
    this.#stopForeign = store.onForeignCommit(() => this.#heardForeign());
  }

  /** Must have been called once before the engine commits anything. */
  load(): Promise<void> {
    // After the one under way: what it read may be from before the change.
    this.#loading = this.#loading.catch(() => undefined).then(() => this.#read());
    return this.#loading;
  }

  get hooks(): ReadonlyMap<string, Hook> {
    return this.#byId;
  }

  on(listener: (news: HookNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  outboxFor(
    tenant: string,
    run: string,
    beforeSeq: number,
    newSeq: number,
    events: readonly { readonly type: string }[],
  ): readonly OutboxRow[] {
    const hooks = this.#byTenant.get(tenant);
    if (hooks === undefined) return nothing;
    const rows: OutboxRow[] = [];
    for (const hook of hooks) {
      if (!wants(hook, events)) continue;
      hook.markedMs = performance.now();
      const topic = hook.row.id;
      rows.push({ id: outboxId(topic, run), tenant, run, seq: newSeq, topic, sent: beforeSeq });
    }
    return rows;
  }

  async committed(sets: readonly WriteSet[]): Promise<void> {
    const isChanged = sets.some((set) => set.rows?.some((write) => write.table === 'webhooks'));
    if (isChanged) await this.load();
    const hooks = sets.flatMap((set) => set.outbox ?? []).map((row) => row.topic);
    if (hooks.length > 0) this.#tell({ kind: 'asked', hooks });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#stopForeign();
  }

  async #read(): Promise<void> {
    const startedMs = performance.now();
    const rows = await this.#store.allWebhooks();
    const hooks = await Promise.all(rows.map((row) => this.#hookOf(row)));
    this.#byId = new Map(hooks.map((hook) => [hook.row.id, hook]));
    this.#byTenant = Map.groupBy(hooks, (hook) => hook.row.tenant);
    this.#loadedMs = startedMs;
    this.#tell({ kind: 'changed' });
  }

  async #hookOf(row: Rows['webhooks']): Promise<Hook> {
    const markedMs = this.#byId.get(row.id)?.markedMs ?? Number.NEGATIVE_INFINITY;
    const old = row.secret_version > 1 ? await this.#store.taken(oldSecretKey(row)) : null;
    return { row, types: typesOf(row), oldSecretUntil: old?.until ?? 0, markedMs };
  }

  #heardForeign(): void {
    this.#tell({ kind: 'foreign' });
    if (this.#timer !== undefined || this.#isStopped) return;
    const waitMs = Math.max(0, this.#loadedMs + reloadMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.load().catch(this.#onError);
    }, waitMs).unref();
  }

  #tell(news: HookNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}
