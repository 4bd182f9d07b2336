// A call that is repeated with its Idempotency-Key is done once. Keys are the caller's own: the same
// text from another principal, or for another operation, is another key.
import { canonicalJson } from '../base/canonical-json.ts';
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import type { Once } from '../engine/engine-api.ts';
import { findEarlier, onceRequirement } from '../engine/once.ts';
import type { Requirement } from '../store/store.ts';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';

const keyPattern = /^[\x21-\x7e]{1,200}$/;

export function withOnce(context: Context, operation: Operation, input: object): Context {
  const { idempotencyKey: key, principal } = context;
  if (key === null || operation.kind !== 'json' || operation.effect === 'read') return context;
  if (!keyPattern.test(key)) {
    const message = 'Idempotency-Key: 1 to 200 visible ASCII characters, without spaces.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const owner = [principal.tenant, principal.id, operation.name, key];
  const once = { key: sha256Hex(owner.join('|')), bodyHash: sha256Hex(canonicalJson(input)) };
  return { ...context, once };
}

/** To spread into a request to the engine. */
export const onceOf = ({ once }: Context): { readonly once?: Once } => (once ? { once } : {});

/** For what is stored in a commit of its own: the requirement that keeps the answer with it. */
export const keepAnswer = (context: Context, answer: unknown): Requirement[] =>
  context.once ? [onceRequirement(context.once, '', answer, context.now())] : [];

/** The answer that was kept for this key, if there is one. */
export async function keptAnswer<Answer>({ once, reader, now }: Context): Promise<Answer | null> {
  const earlier = once ? await findEarlier(reader, once, now()) : null;
  if (!earlier) return null;
  if (earlier.isSame) return earlier.answer as Answer;
  throw new PlanwrightError(earlier.rejection.code, earlier.rejection.message);
}

/**
 * For operations that look at the state first: the repetition of a call that was done finds another
 * state than the call itself did.
 */
export const wasDone = async (context: Context): Promise<boolean> =>
  (await keptAnswer(context)) !== null;
