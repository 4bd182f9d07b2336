// One message: read it from the log, sign and send it, and note what became of it. The note is one
// commit: the cursor, the line in the delivery log, and what a failure leads to.
import { isPlanwrightError } from '../../base/errors.ts';
import { failpoint } from '../../base/failpoints.ts';
import type { Ids } from '../../base/ids.ts';
import { type Counting, noCounting } from '../../base/metrics.ts';
import type { SafePost } from '../../base/safe-fetch-post.ts';
import type { OutboxNote, PendingOutbox } from '../../store/store.ts';
import type { Rows } from '../../store/tables.ts';
import { type Answer, type Batch, judge, type Verdict } from './delivery.ts';
import { afterAllIds } from './delivery-log.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { Endpoint } from './endpoint.ts';
import type { Hook, HookList } from './hook-list.ts';
import { NoteBook } from './note-book.ts';
import { dropAll } from './outbox-cleaning.ts';
import { readBatch } from './read-batch.ts';
import { signedHeaders, signingKey, webhookSecret } from './sign.ts';

interface MessengerOptions {
  readonly store: DeliveryStore;
  readonly hooks: HookList;
  readonly ids: Ids;
  readonly secret: string;
  readonly post: SafePost;
  readonly metrics?: Counting;
  readonly random?: () => number;
}

const timeoutMs = 15_000;
/** Where to look for the message that failed before. */
const lookBack = 200;
/** Signing keys that are kept. */
const keysMax = 1_000;

interface Attempt {
  readonly row: PendingOutbox;
  readonly batch: Batch;
  readonly answer: Answer;
  readonly tookMs: number;
  readonly failedBefore: number;
}

export class Messenger {
  readonly #options: MessengerOptions;
  readonly #store: DeliveryStore;
  readonly #notes: NoteBook;
  readonly #signingKeys = new Map<string, Buffer>();
  readonly #stop = new AbortController();

  constructor(options: MessengerOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#notes = new NoteBook(options.store, (hook) => options.hooks.hooks.has(hook));
  }

  stop(): void {
    this.#stop.abort();
    this.#notes.flush();
  }

  /** Somebody waits for what was sent to be noted. */
  noteNow(): void {
    this.#notes.flush();
  }

  /** Resolves when it is noted; `onAnswer` tells that another message may go. */
  async deliver(endpoint: Endpoint, row: PendingOutbox, onAnswer: () => void): Promise<void> {
    const { hook } = endpoint;
    const { run, sent } = row;
    // Messages that fail side by side are one failure of the endpoint.
    const failedBefore = Math.max(endpoint.failures, row.tries);
    const upTo = row.tries > 0 ? await this.#endOfLastTry(hook, row) : row.seq;
    const batch = await readBatch(this.#store, { run, sent, upTo, types: hook.types });
    if (batch.size === 0) {
      // Nothing in it is wanted, or the log ends before the row says.
      const end = batch.toSeq > sent ? batch.toSeq : row.seq;
      await this.#notes.add({ outboxSent: [this.#note(row, end)], outboxRemove: [row.id] }, true);
      return;
    }
    if (batch.isFull) endpoint.hurry(run);
    const startedMs = performance.now();
    failpoint('delivery-before');
    const answer = await this.#send(hook, batch);
    failpoint('delivery-sent');
    const tookMs = Math.round(performance.now() - startedMs);
    endpoint.answered(row);
    onAnswer();
    await this.#settle(endpoint, { row, batch, answer, tookMs, failedBefore });
    failpoint('delivery-noted');
  }

  /** A retry sends exactly what was sent before, so that its id and bytes stay the same. */
  async #endOfLastTry({ row: hook }: Hook, row: PendingOutbox): Promise<number> {
    const log = await this.#store.deliveries(hook.tenant, hook.id, afterAllIds, lookBack);
    const before = log.find((entry) => entry.run === row.run && entry.from_seq === row.sent + 1);
    return before?.to_seq ?? row.seq;
  }

  async #send(hook: Hook, batch: Batch): Promise<Answer> {
    const { id, body: text } = batch.message(hook.row.id);
    // Records are ASCII; as bytes it is copied once for the signature and the socket.
    const body = Buffer.from(text, 'latin1');
    const timestampSeconds = Math.floor(this.#store.now() / 1_000);
    const headers = signedHeaders(this.#keys(hook), { id, timestampSeconds, body });
    const { signal } = this.#stop;
    try {
      const init = { headers, body, timeoutMs, signal };
      return { status: await this.#options.post(hook.row.url, init), error: '' };
    } catch (error) {
      if (signal.aborted) throw error;
      return { status: 0, error: isPlanwrightError(error) ? error.message : 'It was not reached.' };
    }
  }

  #keys({ row, oldSecretUntil }: Hook): Buffer[] {
    const { id, secret_version: version } = row;
    const isTwofold = version > 1 && this.#store.now() < oldSecretUntil;
    const versions = isTwofold ? [version, version - 1] : [version];
    return versions.map((one) => this.#keyOf(id, one));
  }

  /** To derive it costs as much as to sign with it. */
  #keyOf(hook: string, version: number): Buffer {
    const name = `${hook}:${version}`;
    const known = this.#signingKeys.get(name);
    if (known) return known;
    const key = signingKey(webhookSecret(this.#options.secret, hook, version));
    if (this.#signingKeys.size >= keysMax) this.#signingKeys.clear();
    this.#signingKeys.set(name, key);
    return key;
  }

  async #settle(endpoint: Endpoint, attempt: Attempt): Promise<void> {
    const { row, batch, answer } = attempt;
    const failures = attempt.failedBefore + 1;
    const verdict = judge(answer, failures, (this.#options.random ?? Math.random)());
    const entry = this.#entry(endpoint.hook, attempt);
    this.#count(batch, verdict.kind);
    if (verdict.kind === 'delivered') {
      endpoint.isWell();
      const isAll = batch.toSeq >= row.seq;
      const outboxSent = [this.#note(row, batch.toSeq)];
      const isUrgent = !isAll || endpoint.isHurried(row.run);
      await this.#notes.add({ entry, outboxSent, outboxRemove: isAll ? [row.id] : [] }, isUrgent);
      return;
    }
    const nextAt = this.#store.now() + (verdict.kind === 'retry' ? verdict.afterMs : 0);
    endpoint.hold(nextAt, failures);
    const outboxSent = [{ ...this.#note(row, row.sent), nextAt, tries: failures }];
    await this.#notes.add({ entry, outboxSent }, true);
    if (verdict.kind === 'disable') await this.#disable(endpoint.hook.row, verdict);
  }

  #count(batch: Batch, outcome: Verdict['kind']): void {
    const { metrics = noCounting } = this.#options;
    const lagMs = Math.max(0, this.#store.now() - batch.firstAt);
    metrics.add('planwright_webhook_messages_total', [outcome]);
    metrics.observe('planwright_webhook_lag_seconds', lagMs / 1_000, [outcome]);
  }

  #note(row: PendingOutbox, sent: number): OutboxNote {
    return { id: row.id, sent, nextAt: 0, tries: 0 };
  }

  #entry({ row: hook }: Hook, { row, batch, answer, tookMs }: Attempt): Rows['deliveries'] {
    const at = this.#store.now();
    return {
      id: this.#options.ids.next('del', at),
      tenant: hook.tenant,
      webhook: hook.id,
      run: row.run,
      from_seq: batch.fromSeq,
      to_seq: batch.toSeq,
      attempt: row.tries + 1,
      at,
      status: answer.status,
      error: answer.error,
      took_ms: tookMs,
    };
  }

  /** As the row is now: it may have got a new secret meanwhile, or be gone. */
  async #disable(
    { tenant, id }: Rows['webhooks'],
    { why }: Verdict & { kind: 'disable' },
  ): Promise<void> {
    const row = await this.#store.webhook(tenant, id);
    if (row?.disabled_at === 0) {
      const put = { ...row, disabled_at: this.#store.now(), disabled_why: why };
      await this.#store.commit([{ rows: [{ table: 'webhooks', put }] }]);
    }
    await this.#options.hooks.load();
    await dropAll(this.#store, id);
  }
}
