// What a contestant of the engine benchmark can do. Each runs in a process of its own, so that none
// disturbs another, and is driven by messages (contestant-process.ts, contestant-child.ts).

export interface OpenOptions {
  /** An empty folder. */
  readonly dir: string;
  /** An empty database, for those that use PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly steps: number;
  readonly outputBytes: number;
  /** Most runs at a time, for pools. */
  readonly atOnce: number;
  /** Ours alone: the mode of SQLite, and where webhooks go. */
  readonly synchronous?: 'NORMAL' | 'FULL';
  readonly hookUrl?: string;
}

export interface StepOutput {
  readonly n: number;
  readonly text: string;
}

export interface Contestant {
  /** A chain of steps, each persisted before the next; gives how many it did. */
  runOnce(id: string): Promise<number>;
  /** How many steps of that run the database holds: the proof that each was persisted. */
  countPersisted(id: string): Promise<number>;
  /** Waits for what a run leaves behind, such as deliveries; inside the measured time. */
  settle?(): Promise<void>;
  close(): Promise<void>;
}

export interface ContestantModule {
  open(
    options: OpenOptions & { readonly makeOutput: (n: number) => StepOutput },
  ): Promise<Contestant>;
}

export interface Window {
  readonly steps: number;
  readonly elapsedMs: number;
  /** It took too long: steps of runs that did not end are counted, and they still go on. */
  readonly isCut: boolean;
}

export type ChildRequest =
  | { readonly do: 'open'; readonly module: string; readonly options: OpenOptions }
  | { readonly do: 'window'; readonly atOnce: number; readonly windowMs: number }
  | { readonly do: 'close' };

export type ChildAnswer =
  | { readonly ok: true; readonly window?: Window }
  | { readonly ok: false; readonly error: string };
