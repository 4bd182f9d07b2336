// Calls that are safe to repeat: key, body and answer are one row, written in the commit that does
// the work. So there is no moment in which the work is done and the answer is not kept.
import type { Reader, Requirement, Store } from '../store/store.ts';
import type { Rejection } from './decision.ts';
import type { Once } from './engine-api.ts';

const keptMs = 24 * 3_600_000;
const prefix = 'once:';

interface Kept {
  readonly body: string;
  readonly answer: unknown;
}

export type Earlier =
  | { readonly isSame: true; readonly answer: unknown }
  | { readonly isSame: false; readonly rejection: Rejection };

export const onceKey = (once: Once): string => prefix + once.key;

export function onceRequirement(
  once: Once,
  owner: string,
  answer: unknown,
  now: number,
): Requirement {
  const kept: Kept = { body: once.bodyHash, answer };
  return { unique: onceKey(once), value: JSON.stringify(kept), until: now + keptMs, owner };
}

export function readKept(once: Once, value: string): Earlier {
  const kept = JSON.parse(value) as Kept;
  if (kept.body === once.bodyHash) return { isSame: true, answer: kept.answer };
  const message = 'This Idempotency-Key was used with another body before. Use a new key.';
  return { isSame: false, rejection: { code: 'idempotency_mismatch', message } };
}

/** The answer that was given before, if there was one. */
export async function findEarlier(
  reader: Pick<Reader, 'taken'> & Partial<Pick<Store, 'kept'>>,
  once: Once,
  now: number,
): Promise<Earlier | null> {
  const taken = await reader.taken(onceKey(once));
  if (!taken || taken.until < now) return null;
  await reader.kept?.();
  return readKept(once, taken.value);
}
