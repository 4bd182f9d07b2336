// Sends what the outbox holds, in a thread of its own in the server: it reads by itself and writes
// through the engine. It looks when the engine moved on, when a retry is due and every five seconds;
// what it remembers only saves reads. A crash between a message and its note sends the message again,
// so nothing is lost and receivers go by sequence.
import type { Ids } from '../../base/ids.ts';
import type { Counting } from '../../base/metrics.ts';
import type { SafePost } from '../../base/safe-fetch-post.ts';
import type { PendingOutbox } from '../../store/store.ts';
import type { Rows } from '../../store/tables.ts';
import { afterAllIds, DeliveryPruner, removeDeliveries } from './delivery-log.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { Endpoint } from './endpoint.ts';
import type { HookList } from './hook-list.ts';
import { type HookNews, warmMs } from './hook-news.ts';
import { HookOwner, slotMs } from './hook-owner.ts';
import { Messenger } from './messenger.ts';
import { dropOrphans } from './outbox-cleaning.ts';
import { Pace } from './pace.ts';

export interface DelivererOptions {
  readonly store: DeliveryStore;
  /** Loaded; it is read anew when the news says so. */
  readonly hooks: HookList;
  readonly ids: Ids;
  /** Whose slots it takes. One that follows another in the same server has the same. */
  readonly server: string;
  /** The server's own, which those of the webhooks are derived from. */
  readonly secret: string;
  readonly post: SafePost;
  readonly metrics?: Counting;
  readonly onError: (error: unknown) => void;
  readonly random?: () => number;
}

/** Rounds through the rows of a webhook are so far apart, in which events gather. */
const fillMs = 20;
const pageSize = 64;
const tickMs = 1_000;
const sweepTicks = 5;
const noTokenMs = 10;
/** After a failure of our own store. */
const troubleMs = 5_000;
const foreignMs = 100;

export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #store: DeliveryStore;
  readonly #messenger: Messenger;
  readonly #owner: HookOwner;
  readonly #pruner: DeliveryPruner;
  readonly #pace = new Pace();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #running = new Set<Promise<void>>();
  readonly #ticker: NodeJS.Timeout;
  readonly #stopReading: () => void;
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;
  #wakesAtMs = Number.POSITIVE_INFINITY;
  #turning: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: DelivererOptions) {
    const { store, hooks } = options;
    this.#options = options;
    this.#store = store;
    this.#messenger = new Messenger(options);
    this.#owner = new HookOwner(store, options.server);
    this.#pruner = new DeliveryPruner(store);
    this.#stopReading = hooks.onRead(() => this.#readHooks());
    this.#ticker = setInterval(() => this.#tick(), tickMs).unref();
    this.#readHooks();
    this.wake(0);
  }

  heard(news: HookNews): void {
    if (this.#isStopped) return;
    switch (news.kind) {
      case 'changed':
        this.#options.hooks.load().catch(this.#options.onError);
        return;
      case 'foreign':
        this.#lookAtAll(Math.max(foreignMs, this.#endpoints.size));
        return;
      case 'asked':
        this.#askedFor(news.hooks);
        return;
      case 'moved':
        this.#moved(news.hooks, news.hurried);
        return;
    }
  }

  wake(inMs: number): void {
    const atMs = performance.now() + inMs;
    if (this.#isStopped || atMs >= this.#wakesAtMs) return;
    clearTimeout(this.#timer);
    this.#wakesAtMs = atMs;
    this.#timer = setTimeout(() => this.#startTurn(), inMs).unref();
  }

  /** Whatever nobody told of: what another server wrote or left behind, retries that are due. */
  async sweep(): Promise<void> {
    this.#lookAtAll(0);
    await dropOrphans(this.#store, this.#options.hooks.hooks).catch(this.#options.onError);
  }

  /** Ends what is under way without an answer: it is sent again after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#ticker);
    this.#stopReading();
    this.#messenger.stop();
    await this.#turning;
    await Promise.allSettled(this.#running);
    await this.#options.hooks.settle();
  }

  #readHooks(): void {
    const { hooks } = this.#options.hooks;
    for (const [id, { hook }] of this.#endpoints) {
      if (hooks.has(id)) continue;
      this.#endpoints.delete(id);
      this.#removeLog(hook.row);
    }
    for (const [id, hook] of hooks) {
      const known = this.#endpoints.get(id);
      if (known) known.hook = hook;
      else this.#endpoints.set(id, new Endpoint(hook, performance.now()));
    }
    this.#owner.forget((id) => hooks.has(id));
    this.#pruner.forget((id) => hooks.has(id));
    this.wake(fillMs);
  }

  /** A note under way may come after the log of a deleted webhook was removed: then once more. */
  #removeLog(row: Rows['webhooks']): void {
    const underWay = [...this.#running];
    const removing = Promise.allSettled(underWay)
      .then(() => this.#store.webhook(row.tenant, row.id))
      .then((found) => (found ? undefined : removeDeliveries(this.#store, row, afterAllIds)))
      .catch(this.#options.onError)
      .finally(() => this.#running.delete(removing));
    this.#running.add(removing);
  }

  /** Somebody who asks for a delivery wants to see now whether it works. */
  #askedFor(ids: readonly string[]): void {
    for (const id of ids) {
      const endpoint = this.#endpoints.get(id);
      if (!endpoint) continue;
      endpoint.heldUntil = 0;
      endpoint.hurryAll();
      endpoint.isDirty = true;
    }
    this.wake(0);
  }

  /** Events had a moment to gather before it was told. */
  #moved(ids: readonly string[], hurried: readonly string[]): void {
    const nowMs = performance.now();
    let isNoteWaitedFor = false;
    for (const endpoint of this.#endpoints.values()) {
      for (const run of hurried) if (endpoint.hurry(run)) isNoteWaitedFor = true;
    }
    if (isNoteWaitedFor) this.#messenger.noteNow();
    for (const id of ids) this.#endpoints.get(id)?.mark(nowMs);
    if (this.#endpoints.size > 0) this.wake(0);
  }

  #lookAtAll(inMs: number): void {
    for (const endpoint of this.#endpoints.values()) endpoint.isDirty = true;
    if (this.#endpoints.size > 0) this.wake(inMs);
  }

  #tick(): void {
    this.#ticks += 1;
    for (const { hook, inFlight } of this.#endpoints.values()) {
      // A message may take longer than a slot.
      if (inFlight > 0) this.#owner.owns(hook.row.id).catch(this.#options.onError);
    }
    if (this.#ticks % sweepTicks === 0) void this.sweep();
  }

  #startTurn(): void {
    this.#wakesAtMs = Number.POSITIVE_INFINITY;
    if (this.#turning) {
      this.wake(noTokenMs);
      return;
    }
    this.#turning = this.#turn().finally(() => {
      this.#turning = null;
    });
  }

  async #turn(): Promise<void> {
    const warmSinceMs = performance.now() - warmMs;
    for (const endpoint of [...this.#endpoints.values()]) {
      if (this.#isStopped) return;
      if (endpoint.markedMs >= warmSinceMs) endpoint.isDirty = true;
      if (!endpoint.isDirty && endpoint.isEmpty) continue;
      try {
        await this.#serve(endpoint);
      } catch (error) {
        this.#options.onError(error);
        endpoint.heldUntil = this.#store.now() + troubleMs;
      }
    }
  }

  async #serve(endpoint: Endpoint): Promise<void> {
    if (!endpoint.hasRoom || this.#isHeld(endpoint) || this.#isForeign(endpoint)) return;
    if (this.#store.now() - endpoint.filledAt >= slotMs) endpoint.dropPage();
    while (endpoint.hasRoom) {
      const row = await this.#nextRow(endpoint);
      if (!row) return;
      if (!(await this.#owner.owns(endpoint.hook.row.id))) {
        endpoint.dropPage();
        this.wake(this.#owner.freeInMs() + fillMs);
        return;
      }
      if (!this.#pace.take()) {
        endpoint.putBack(row);
        this.wake(noTokenMs);
        return;
      }
      this.#start(endpoint, row);
    }
  }

  #isHeld(endpoint: Endpoint): boolean {
    const leftMs = endpoint.heldUntil - this.#store.now();
    if (leftMs <= 0) return false;
    // A longer wait is left to the sweep.
    if (leftMs < tickMs * sweepTicks) this.wake(leftMs);
    return true;
  }

  #isForeign({ hook }: Endpoint): boolean {
    if (!this.#owner.isForeign(hook.row.id)) return false;
    this.wake(this.#owner.freeInMs() + fillMs);
    return true;
  }

  /** What is left of this round of the rows, or the first of the next one. */
  async #nextRow(endpoint: Endpoint): Promise<PendingOutbox | null> {
    for (;;) {
      const row = endpoint.next();
      if (row) return row;
      if (endpoint.cursor === '' && !this.#beginRound(endpoint)) return null;
      endpoint.beginRead();
      const { id } = endpoint.hook.row;
      const now = this.#store.now();
      const page = await this.#store.outboxOf(id, endpoint.cursor, now, pageSize);
      const nowMs = performance.now();
      endpoint.fill(page, { isLast: page.length < pageSize, at: now, nowMs });
    }
  }

  #beginRound(endpoint: Endpoint): boolean {
    if (!endpoint.isDirty) return false;
    const nowMs = performance.now();
    const leftMs = endpoint.nextRoundMs(fillMs) - nowMs;
    if (leftMs > 0) {
      this.wake(leftMs);
      return false;
    }
    endpoint.beginRound(nowMs);
    return true;
  }

  #start(endpoint: Endpoint, row: PendingOutbox): void {
    endpoint.begin(row, performance.now());
    const work = this.#deliver(endpoint, row).finally(() => {
      endpoint.end(row);
      this.#running.delete(work);
    });
    this.#running.add(work);
  }

  async #deliver(endpoint: Endpoint, row: PendingOutbox): Promise<void> {
    try {
      const next = (): void => this.wake(endpoint.isEmpty ? fillMs : 0);
      await this.#messenger.deliver(endpoint, row, next);
      await this.#pruner.count(endpoint.hook.row);
      this.wake(fillMs);
    } catch (error) {
      if (this.#isStopped) return;
      this.#options.onError(error);
      endpoint.heldUntil = this.#store.now() + troubleMs;
    }
  }
}
