// What the engine's thread tells whoever delivers. News only saves waiting: what none of it told of is
// found by the sweep.

export type HookNews =
  /** Rows were written for these webhooks by somebody who wants them sent now. */
  | { readonly kind: 'asked'; readonly hooks: readonly string[] }
  /** Webhooks came, changed or went. */
  | { readonly kind: 'changed' }
  /** Another process wrote something. */
  | { readonly kind: 'foreign' }
  /**
   * Something was committed. For these webhooks rows were made since this was last told; of these runs
   * there is more to tell than that steps went on their way.
   */
  | {
      readonly kind: 'moved';
      readonly hooks: readonly string[];
      readonly hurried: readonly string[];
    };

/** A row may be made this long before it is committed: as long as the engine has patience. */
export const warmMs = 6_000;
