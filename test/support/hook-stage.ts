// Webhooks on a real SQLite file, with one or more servers' worth of deliverers and a clock that
// stands still. Events are written as the engine writes them: with their outbox rows, in one commit.
// Deliverers run in the test's own thread, with what the server's have: a list of their own, and news.
import type { ManualClock } from '../../src/base/clock.ts';
import { createIds, type Ids, seededRandomness } from '../../src/base/ids.ts';
import { createSafePost, type SafePost } from '../../src/base/safe-fetch-post.ts';
import type { EventDraft } from '../../src/engine/event-types.ts';
import { emptyHead, encodeEvent, type Head } from '../../src/engine/log-header.ts';
import { Deliverer } from '../../src/events/webhooks/deliverer.ts';
import { HookList } from '../../src/events/webhooks/hook-list.ts';
import { HookOutbox } from '../../src/events/webhooks/hook-outbox.ts';
import type { CommitResult, Store, WriteSet } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';
import { openReceiver, type Receiver } from './hook-receiver.ts';
import { openTempStore } from './temp-store.ts';

export const tenant = 'tenant_hooks';

export interface HookServer {
  readonly store: Store;
  readonly hooks: HookOutbox;
  readonly deliverer: Deliverer;
  /** Writes events of a run: notes, or of the types that are named. */
  write(run: string, count: number, type?: 'note.recorded' | 'step.woken'): Promise<void>;
  register(change?: Partial<Rows['webhooks']>): Promise<Rows['webhooks']>;
  /** As the engine does for rows of no run. */
  commit(sets: readonly WriteSet[]): Promise<CommitResult[]>;
  stop(): Promise<void>;
}

export interface HookStage {
  readonly clock: ManualClock;
  readonly ids: Ids;
  readonly receiver: Receiver;
  readonly errors: unknown[];
  secret(): Promise<string>;
  /** One more server on the same file. */
  open(wrap?: (store: Store) => Store): Promise<HookServer>;
  /** Throws what went wrong behind everybody's back. */
  close(): Promise<void>;
}

const draftOf = (type: 'note.recorded' | 'step.woken'): EventDraft =>
  type === 'step.woken'
    ? { type, data: { step: 'task_1' } }
    : { type, data: { by: 'agent_a', step: '', kind: 'remark', reported_at: 0 } };

const runRow = (id: string, head: Head): Rows['runs'] => ({
  ...{ id, tenant, kind: 'execution', plan: 'plan_hooks1', status: 'RUNNING' },
  ...{ head_seq: head.seq, head_hash: head.hash, created_by: 'person_a', created_at: 1 },
  ...{ started_at: 1, ended_at: 0, changed_at: 1, steps_total: 1, steps_done: 0 },
  ...{ held_at: 0, held_by: '', ending: '', rev: 1, progress: 0, stored_bytes: 0 },
});

class RunWriter {
  readonly #heads = new Map<string, Head>();

  async write(
    store: Store,
    hooks: HookOutbox,
    run: string,
    count: number,
    type: EventDraft['type'],
  ) {
    const draft = draftOf(type as 'note.recorded');
    const before = await this.#head(store, run);
    let head = before;
    const events = Array.from({ length: count }, () => {
      const event = encodeEvent(run, head, store.now(), draft);
      head = event;
      return event;
    });
    const outbox = hooks.outboxFor(tenant, run, before.seq, head.seq, [draft]);
    const rows = [{ table: 'runs', put: runRow(run, head) } as const];
    const set = { run, expectedSeq: before.seq, events, rows, outbox };
    const [result] = await store.commit([set]);
    if (!result?.ok) throw new Error('the run moved elsewhere');
    this.#heads.set(run, head);
  }

  async #head(store: Store, run: string): Promise<Head> {
    const known = this.#heads.get(run) ?? emptyHead;
    return (await store.events(run, known.seq, 10_000)).at(-1) ?? known;
  }
}

function registerIn(commit: HookServer['commit'], now: () => number, ids: Ids, url: string) {
  return async (change: Partial<Rows['webhooks']> = {}): Promise<Rows['webhooks']> => {
    const put = {
      ...{ id: ids.next('hook'), tenant, url, types: '', created_by: 'person_a' },
      ...{ created_at: now(), disabled_at: 0, disabled_why: '', secret_version: 1 },
      ...change,
    };
    await commit([{ rows: [{ table: 'webhooks', put }] }]);
    return put;
  };
}

export async function openHookStage(): Promise<HookStage> {
  const temp = openTempStore();
  const { clock } = temp;
  const ids = createIds(clock, seededRandomness(11));
  const receiver = await openReceiver();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const open: { stop(): Promise<void> }[] = [];

  const openServer = async (wrap = (store: Store): Store => store): Promise<HookServer> => {
    const store = wrap(temp.open());
    const hooks = new HookOutbox(store, onError);
    await hooks.load();
    const commit = async (sets: readonly WriteSet[]): Promise<CommitResult[]> => {
      const results = await store.commit(sets);
      await hooks.committed(sets);
      return results;
    };
    const list = new HookList(store);
    await list.load();
    const post: SafePost = createSafePost({ allow: [receiver.hostPort] });
    const secret = (await store.meta('secret')) ?? '';
    const deliverer = new Deliverer({
      ...{ store: { ...store, commit }, hooks: list, ids, server: ids.next('server') },
      ...{ secret, post, onError, random: () => 0 },
    });
    hooks.on((news) => deliverer.heard(news));
    const writer = new RunWriter();
    let isStopped = false;
    const server: HookServer = {
      ...{ store, hooks, deliverer },
      async write(run, count, type = 'note.recorded') {
        await writer.write(store, hooks, run, count, type);
        hooks.advanced(run, false);
      },
      register: registerIn(commit, () => store.now(), ids, receiver.url()),
      commit,
      async stop() {
        if (isStopped) return;
        isStopped = true;
        await deliverer.stop();
        await hooks.stop();
        await post.close();
        await store.close();
      },
    };
    open.push(server);
    return server;
  };
  return {
    ...{ clock, ids, receiver, errors },
    open: openServer,
    secret: async () => (await temp.open().meta('secret')) ?? '',
    async close() {
      for (const server of open) await server.stop();
      await receiver.close();
      await temp.close();
      if (errors.length > 0) throw errors[0];
    },
  };
}

export const upTo = (last: number, from = 1): number[] =>
  Array.from({ length: last - from + 1 }, (_, index) => from + index);
