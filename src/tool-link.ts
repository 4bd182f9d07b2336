// The tools of this process, joined to its engine. Loaded with the first step that needs one: most
// processes never do, and there is much of it.
import process from 'node:process';
import type { Config } from './base/config.ts';
import type { Ids } from './base/ids.ts';
import type { Engine } from './engine/engine.ts';
import type { StepHandler } from './engine/inline-worker.ts';
import type { Telemetry } from './events/telemetry/telemetry.ts';
import type { Store } from './store/store.ts';
import { sweepJournals } from './work/journal-keeper.ts';
import { createRulesReader } from './work/run-rules.ts';
import { secretsOf } from './work/safety/redact.ts';
import { ToolActs } from './work/tool-acts.ts';
import { createToolHandler } from './work/tool-handler.ts';
import { openWorkshop } from './work/workshop.ts';

export interface WorkParts {
  readonly config: Config;
  readonly store: Store;
  readonly engine: Engine;
  readonly ids: Ids;
  /** The id of the worker that takes the steps. */
  readonly holder: string;
  readonly telemetry?: Telemetry;
}

/** Whatever of the configuration and the environment must not leave through a tool. */
function secretsIn({ key, personKey, database }: Config): string[] {
  const own = {
    KEY: key ?? undefined,
    PERSON_KEY: personKey ?? undefined,
    DATABASE: database?.url,
  };
  return [...secretsOf(own), ...secretsOf(process.env)];
}

export interface Tools {
  readonly handle: StepHandler;
  /** Forgets what was kept to undo runs that are over for good. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export function openTools({ config, store, engine, holder }: WorkParts): Tools {
  const workshop = openWorkshop({
    dataDir: config.dataDir,
    hasEffects: config.agentPlanning === 'on',
    fetchAllow: config.fetchAllow,
    secrets: secretsIn(config),
    now: () => store.now(),
  });
  const acts = new ToolActs(store, workshop, createRulesReader(store, config.workFolders));
  return {
    handle: createToolHandler(store, acts, { holder, engine }),
    sweep: async () => void (await sweepJournals(workshop.journals, store, store.now())),
    close: () => workshop.close(),
  };
}
