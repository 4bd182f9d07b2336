// The tables of what models were asked, and of what can be used again.

export interface UsageRows {
  /** One call of a model. An amount of -1 is not known. */
  readonly usage: {
    /** Begins with its run and a dot, as the ids of its contents do. */
    readonly id: string;
    readonly tenant: string;
    /** On whose behalf: who asked for the plan. */
    readonly key: string;
    readonly plan: string;
    readonly run: string;
    readonly step: string;
    /** Of the step; `attempt` counts the calls within it. */
    readonly step_attempt: number;
    readonly stage: string;
    /** As the configuration calls it; `model_name` is the provider's own word. */
    readonly model: string;
    readonly model_name: string;
    readonly provider: string;
    readonly attempt: number;
    /** Why it was made: the first, a retry, with feedback … */
    readonly kind: string;
    readonly tokens_in: number;
    readonly tokens_out: number;
    readonly tokens_reasoning: number;
    readonly tokens_cached: number;
    readonly cost_micros: number;
    readonly first_token_ms: number;
    readonly duration_ms: number;
    readonly finish: string;
    readonly error_class: string;
    readonly error_id: string;
    /** The same for an equal call; '' once it is erased. */
    readonly reuse_key: string;
    /** Digests of the contents below, SHA-256(salt ‖ bytes). */
    readonly prompt_hash: string;
    readonly reply_hash: string;
    readonly reasoning_hash: string;
    /** Ids of contents, '' where there is none. */
    readonly prompt: string;
    readonly reply: string;
    readonly reasoning: string;
    readonly at: number;
  };
  /** Where an equal call finds what was made before. */
  readonly replies: {
    readonly tenant: string;
    readonly reuse_key: string;
    /** The run that the output belongs to; erasing it erases the row. */
    readonly owner: string;
    /** The attempt whose verified output it is. */
    readonly step: string;
    readonly attempt: number;
    /** The id of the output where it is known; else it is the step's. */
    readonly content: string;
    readonly stage: string;
    readonly at: number;
  };
}

export const usageTables = {
  usage: {
    key: ['id'],
    rest: [
      'tenant',
      'key',
      'plan',
      'run',
      'step',
      'step_attempt',
      'stage',
      'model',
      'model_name',
      'provider',
      'attempt',
      'kind',
      'tokens_in',
      'tokens_out',
      'tokens_reasoning',
      'tokens_cached',
      'cost_micros',
      'first_token_ms',
      'duration_ms',
      'finish',
      'error_class',
      'error_id',
      'reuse_key',
      'prompt_hash',
      'reply_hash',
      'reasoning_hash',
      'prompt',
      'reply',
      'reasoning',
      'at',
    ],
  },
  replies: {
    key: ['tenant', 'reuse_key'],
    rest: ['owner', 'step', 'attempt', 'content', 'stage', 'at'],
  },
} as const;
