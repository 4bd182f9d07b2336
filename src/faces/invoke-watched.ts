// A call may wait for most of a minute, and its key may be revoked meanwhile: the call ends then, over
// every face.
import { PlanwrightError } from '../base/errors.ts';
import type { Context, Principal } from '../operations/context.ts';
import { invoke } from '../operations/invoke.ts';
import type { JsonOperation } from '../operations/operation.ts';
import type { KeyLease } from './key-watch.ts';

/** Null for a caller without a key. */
export type WatchKey = (principal: Principal) => KeyLease | null;

export async function invokeWatched(
  operation: JsonOperation,
  context: Context,
  input: unknown,
  watchKey: WatchKey,
): Promise<object> {
  const key = operation.waits ? watchKey(context.principal) : null;
  if (!key) return invoke(operation, context, input);
  try {
    const signal = AbortSignal.any([context.signal, key.signal]);
    const answer = await invoke(operation, { ...context, signal }, input);
    if (!key.signal.aborted) return answer;
    const message = 'The key was revoked or ran out while this call waited. Use another one.';
    throw new PlanwrightError('unauthorized', message);
  } finally {
    key.release();
  }
}
