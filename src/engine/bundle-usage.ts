// The line of a bundle that tells of one call of a model. Its texts follow in lines of their own.
import { z } from 'zod';

const name = z.string().max(300);
const word = z.string().max(60);
/** -1 where it is not known. */
const amount = z.int().min(-1).max(Number.MAX_SAFE_INTEGER);
const count = z.int().min(0).max(1_000_000);
const digest = z.string().regex(/^([0-9a-f]{64})?$/);
const content = z.string().regex(/^([a-z]+_[0-9a-z_]{1,100}\.[0-9a-z]{1,60})?$/);

export const usageLine = z.strictObject({
  usage: z.strictObject({
    id: z.string().regex(/^[a-z]+_[0-9a-z_]{1,100}\.[0-9a-z]{1,60}$/),
    tenant: name,
    key: name,
    plan: name,
    run: name,
    step: name,
    step_attempt: count,
    stage: name,
    model: name,
    model_name: name,
    provider: name,
    attempt: count,
    kind: word,
    tokens_in: amount,
    tokens_out: amount,
    tokens_reasoning: amount,
    tokens_cached: amount,
    cost_micros: amount,
    first_token_ms: amount,
    duration_ms: amount,
    finish: word,
    error_class: word,
    error_id: word,
    reuse_key: digest,
    prompt_hash: digest,
    reply_hash: digest,
    reasoning_hash: digest,
    prompt: content,
    reply: content,
    reasoning: content,
    at: z.int().min(0).max(253_402_300_799_999),
  }),
});
