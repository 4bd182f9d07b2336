// The engine's end of webhooks: it asks at every commit who wants its events, and must not wait for an
// answer. Whoever delivers hears from here what to look at, however fast commits are. The list is read
// anew when a webhook changes here, and within a second after another process wrote something.
import type { OutboxSource } from '../../engine/outbox-source.ts';
import type { OutboxRow, Store, WriteSet } from '../../store/store.ts';
import { type Hook, HookList } from './hook-list.ts';
import { type HookNews, warmMs } from './hook-news.ts';

const nothing: readonly OutboxRow[] = [];
const reloadMs = 1_000;
/** A first event waits so long for others to share its message. */
const gatherMs = 20;
/** Any more wait as long as those that nobody hurries. */
const hurriedMax = 1_000;

export const outboxId = (hook: string, run: string): string => `${hook}/${run}`;

function wants(hook: Hook, events: readonly { readonly type: string }[]): boolean {
  const { types } = hook;
  return types === null || events.some((event) => types.has(event.type));
}

export class HookOutbox implements OutboxSource {
  readonly #list: HookList;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(news: HookNews) => void>();
  readonly #stopForeign: () => void;
  /** Marked since it was last told; at most all there are. */
  #marked = new Set<string>();
  #hurried = new Set<string>();
  #markedMs = Number.NEGATIVE_INFINITY;
  #movedTimer: NodeJS.Timeout | undefined;
  #loadedMs = Number.NEGATIVE_INFINITY;
  #loadTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    store: Pick<Store, 'allWebhooks' | 'taken' | 'onForeignCommit'>,
    onError: (error: unknown) => void,
  ) {
    this.#list = new HookList(store);
    this.#list.onRead(() => this.#tell({ kind: 'changed' }));
    this.#onError = onError;
    this.#stopForeign = store.onForeignCommit(() => this.#heardForeign());
  }

  /** Must have been called once before the engine commits anything. */
  load(): Promise<void> {
    this.#loadedMs = performance.now();
    return this.#list.load();
  }

  get hooks(): ReadonlyMap<string, Hook> {
    return this.#list.hooks;
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
    const hooks = this.#list.ofTenant(tenant);
    if (hooks.length === 0) return nothing;
    const rows: OutboxRow[] = [];
    for (const hook of hooks) {
      if (!wants(hook, events)) continue;
      const topic = hook.row.id;
      this.#marked.add(topic);
      rows.push({ id: outboxId(topic, run), tenant, run, seq: newSeq, topic, sent: beforeSeq });
    }
    if (rows.length > 0) this.#markedMs = performance.now();
    return rows;
  }

  async committed(sets: readonly WriteSet[]): Promise<void> {
    const isChanged = sets.some((set) => set.rows?.some((write) => write.table === 'webhooks'));
    if (isChanged) await this.load();
    const hooks = sets.flatMap((set) => set.outbox ?? []).map((row) => row.topic);
    if (hooks.length > 0) this.#tell({ kind: 'asked', hooks });
  }

  /** For every commit of the engine, so it costs nothing where nobody wants to know. */
  advanced(run: string, isRoutine: boolean): void {
    if (this.#isStopped || this.#markedMs < performance.now() - warmMs) return;
    if (!isRoutine && this.#hurried.size < hurriedMax) this.#hurried.add(run);
    if (this.#movedTimer !== undefined) return;
    this.#movedTimer = setTimeout(() => this.#tellMoved(), gatherMs).unref();
  }

  /** The store may close when this has settled. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#loadTimer);
    clearTimeout(this.#movedTimer);
    this.#stopForeign();
    await this.#list.settle();
  }

  #tellMoved(): void {
    this.#movedTimer = undefined;
    const hooks = [...this.#marked];
    const hurried = [...this.#hurried];
    this.#marked = new Set();
    this.#hurried = new Set();
    this.#tell({ kind: 'moved', hooks, hurried });
  }

  #heardForeign(): void {
    this.#tell({ kind: 'foreign' });
    if (this.#loadTimer !== undefined || this.#isStopped) return;
    const waitMs = Math.max(0, this.#loadedMs + reloadMs - performance.now());
    this.#loadTimer = setTimeout(() => {
      this.#loadTimer = undefined;
      this.load().catch(this.#onError);
    }, waitMs).unref();
  }

  #tell(news: HookNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}
