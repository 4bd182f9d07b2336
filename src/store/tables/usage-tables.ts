// What models were asked, and what can be used again.
import { integer, table, text } from './table.ts';

export const usageTables = {
  /** One call of a model. An amount of -1 is not known. */
  usage: table({
    /** Begins with its run and a dot, as the ids of its contents do. */
    key: { id: text },
    rest: {
      tenant: text,
      /** On whose behalf: who asked for the plan. */
      key: text,
      plan: text,
      run: text,
      step: text,
      /** Of the step; `attempt` counts the calls within it. */
      step_attempt: integer,
      stage: text,
      /** As the configuration calls it; `model_name` is the provider's own word. */
      model: text,
      model_name: text,
      provider: text,
      attempt: integer,
      /** Why it was made: the first, a retry, with feedback … */
      kind: text,
      tokens_in: integer,
      tokens_out: integer,
      tokens_reasoning: integer,
      tokens_cached: integer,
      cost_micros: integer,
      first_token_ms: integer,
      duration_ms: integer,
      finish: text,
      error_class: text,
      error_id: text,
      /** The same for an equal call; '' once it is erased. */
      reuse_key: text,
      /** Digests of the contents below, SHA-256(salt ‖ bytes). */
      prompt_hash: text,
      reply_hash: text,
      reasoning_hash: text,
      /** Ids of contents, '' where there is none. */
      prompt: text,
      reply: text,
      reasoning: text,
      at: integer,
    },
    indexes: { usage_plan: '(tenant, plan, id)', usage_at: '(tenant, at)' },
  }),
  /** Where an equal call finds what was made before. */
  replies: table({
    key: { tenant: text, reuse_key: text },
    rest: {
      /** The run that the output belongs to; erasing it erases the row. */
      owner: text,
      /** The attempt whose verified output it is. */
      step: text,
      attempt: integer,
      /** The id of the output where it is known; else it is the step's. */
      content: text,
      stage: text,
      at: integer,
    },
    indexes: { replies_owner: '(owner)' },
  }),
} as const;
