// Who changes an agent's row has read it before, and writes it whole. Of several who read the same state
// only the first writes; the others find out in their commit, so that nothing is undone or brought back.
import type { Requirement } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';

/** Longer than any call takes between its read and its commit. */
const stateMs = 600_000;

type Agent = Rows['agents'];

export const whileAsRead = ({ id, seen_at }: Agent, now: number): Requirement => ({
  ...{ unique: `agent-state/${id}/${seen_at}`, value: '', until: now + stateMs },
});

/** Each write is another state, also within a millisecond. */
export const seenNow = ({ seen_at }: Agent, now: number): number => Math.max(now, seen_at + 1);
