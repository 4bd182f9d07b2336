// Who is to be told of a run's events. The engine asks while it makes a write set, so that what must
// be delivered is stored in the very commit that stores the events.
import type { OutboxRow, WriteSet } from '../store/store.ts';

export interface OutboxSource {
  /** Rows for events `beforeSeq + 1` to `newSeq` of a run; called for each commit, so it is quick. */
  outboxFor(
    tenant: string,
    run: string,
    beforeSeq: number,
    newSeq: number,
    events: readonly { readonly type: string }[],
  ): readonly OutboxRow[];
  /** Rows that belong to no run were committed. Await it before the caller hears: what it
   * registered counts from the next event on. */
  committed(sets: readonly WriteSet[]): Promise<void>;
}

const nothing: readonly OutboxRow[] = [];

export const noOutbox: OutboxSource = {
  outboxFor: () => nothing,
  committed: async () => undefined,
};
