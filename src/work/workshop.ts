// What all tools of this process share: the journals, the sandbox, the way out, what must stay hidden.
import { join } from 'node:path';
import { createSafeFetch, type SafeFetch } from '../base/safe-fetch.ts';
import { journalFolder } from './journal-keeper.ts';
import { type JournalOptions, type JournalStore, openJournals } from './safety/journal.ts';
import { createRedactor, type Redactor } from './safety/redact.ts';
import { detectSandbox, type Sandbox } from './safety/sandbox.ts';

export interface Workshop {
  readonly journals: JournalStore;
  /** Found out by the first who needs it: trying takes half a second. */
  sandbox(): Promise<Sandbox>;
  readonly fetch: SafeFetch;
  readonly hidden: readonly string[];
  readonly redactor: Redactor;
  readonly now: () => number;
  /** The setting `agentPlanning`: without it no tool has effects. */
  readonly hasEffects: boolean;
  close(): Promise<void>;
}

export interface WorkshopOptions extends JournalOptions {
  readonly dataDir: string;
  readonly hasEffects: boolean;
  readonly fetchAllow: readonly string[];
  /** By value; they never leave through a tool. */
  readonly secrets: readonly string[];
  readonly now: () => number;
  /** For tests. */
  readonly sandbox?: () => Promise<Sandbox>;
}

/** Where commands find nothing: within the data folder, so that a killed server leaves nothing behind. */
export const sandboxIn = (dataDir: string): Promise<Sandbox> =>
  detectSandbox({ emptyFolder: join(dataDir, 'empty') });

export function openWorkshop(options: WorkshopOptions): Workshop {
  const { dataDir, onPoint } = options;
  const detect = options.sandbox ?? (() => sandboxIn(dataDir));
  let sandbox: Promise<Sandbox> | undefined;
  const fetch = createSafeFetch({ allow: options.fetchAllow });
  return {
    journals: openJournals(journalFolder(dataDir), onPoint ? { onPoint } : {}),
    sandbox: () => (sandbox ??= detect()),
    fetch,
    hidden: [dataDir],
    redactor: createRedactor(options.secrets),
    now: options.now,
    hasEffects: options.hasEffects,
    async close() {
      await fetch.close();
      await (await sandbox?.catch(() => undefined))?.close();
    },
  };
}
