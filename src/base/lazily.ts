// Code that most processes never need, loaded with its first use.
export interface Lazy<Loaded> {
  /** Loads with the first call; a load that failed is tried again with the next one. */
  load(): Promise<Loaded>;
  /** Undefined until the first use. */
  readonly begun: Promise<Loaded> | undefined;
}

export function lazily<Loaded>(load: () => Promise<Loaded>): Lazy<Loaded> {
  let begun: Promise<Loaded> | undefined;
  return {
    load() {
      begun ??= load().catch((error: unknown) => {
        begun = undefined;
        throw error;
      });
      return begun;
    },
    get begun() {
      return begun;
    },
  };
}
