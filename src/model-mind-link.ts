// The mind that is a model, joined to this process: loaded with the first step that asks one.
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { sharedRead } from './base/shared-read.ts';
import { decodeEvent } from './engine/log-header.ts';
import { slotLimitsOf } from './engine/slots.ts';
import { liveModelsConfig } from './models/live-config.ts';
import type { Model } from './models/model.ts';
import { modelsOf } from './models/open-models.ts';
import { envSecrets } from './models/secrets.ts';
import { createTokenMeter } from './models/tokens.ts';
import { CallLimits } from './plan/brains/model/call-limits.ts';
import { ModelGate } from './plan/brains/model/model-gate.ts';
import { createModelMind } from './plan/brains/model/model-mind.ts';
import type { Limited } from './plan/brains/model/reserve-within.ts';
import { Ledger } from './plan/ledger.ts';
import type { Mind } from './plan/mind.ts';
import { openReplyStore, type ReplyStore } from './plan/reply-store.ts';
import type { WorkParts } from './tool-link.ts';

/** Ends early, without an error, when the signal is aborted. */
const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
};

/** Tenants whose keys are at hand. */
const repliesMax = 1_000;

type Profiles = (profile: string) => Promise<readonly Model[]>;

/** Opened with the first plan of a profile; what could not be opened may be set up by the next time. */
function openProfiles(config: WorkParts['config'], onError: (error: unknown) => void): Profiles {
  const secrets = envSecrets(process.env);
  const current = liveModelsConfig(config, secrets, onError);
  const known = new Map<string, Promise<readonly Model[]>>();
  let openedFrom: object | null = null;
  return async (profile) => {
    const models = current();
    if (models !== openedFrom) known.clear();
    openedFrom = models;
    const found = known.get(profile);
    if (found) return found;
    const opened = modelsOf(models, profile, { secrets });
    known.set(profile, opened);
    opened.catch(() => known.delete(profile));
    return opened;
  };
}

/** Of its own budget, or of the purse that it shares. */
async function budgetOf({ engine, store }: WorkParts, run: string): Promise<Limited | null> {
  const { limits, family } = await engine.purse(run, true);
  const tenant = family === undefined ? undefined : (await store.run(run))?.tenant;
  const shared = family && tenant ? await store.purse(tenant, family) : null;
  const has = (kind: 'money' | 'tokens' | 'calls'): boolean =>
    limits[kind] !== undefined || (shared?.[`limit_${kind}`] ?? -1) >= 0;
  if (has('money')) return { money: true };
  return has('tokens') || has('calls') ? { money: false } : null;
}

/** Their keys come from one secret, which stays as long as the data. */
function openReplies(store: WorkParts['store']): (tenant: string) => Promise<ReplyStore> {
  const opened = new Map<string, Promise<ReplyStore>>();
  return (tenant) => {
    if (opened.size >= repliesMax && !opened.has(tenant)) opened.clear();
    return sharedRead(opened, tenant, () => openReplyStore(store, tenant));
  };
}

const pageSize = 1_000;

async function isResumedAfter(
  store: WorkParts['store'],
  run: string,
  seq: number,
): Promise<boolean> {
  for (let after = seq; ; ) {
    const page = await store.events(run, after, pageSize);
    const types = page.map(({ header }) => decodeEvent(header).type);
    if (types.some((type) => type === 'run.resumed' || type === 'run.released')) return true;
    if (page.length < pageSize) return false;
    after = page.at(-1)?.seq ?? after;
  }
}

export function openModelMind(parts: WorkParts, onError: (error: unknown) => void): Mind {
  const { config, store, ids, telemetry } = parts;
  const tools = { random: Math.random, sleep };
  return createModelMind({
    ledger: new Ledger(store, ids, telemetry?.called),
    replies: openReplies(store),
    models: openProfiles(config, onError),
    budget: (run) => budgetOf(parts, run),
    limits: new CallLimits({ store, limits: slotLimitsOf(config.slots), ...tools }),
    gate: new ModelGate({
      now: () => store.now(),
      headOf: async (run) => (await store.run(run))?.head_seq ?? 0,
      isResumedAfter: (run, seq) => isResumedAfter(store, run, seq),
    }),
    tools: {
      ...tools,
      now: () => store.now(),
      tokens: createTokenMeter(),
      errorId: () => ids.next('err'),
    },
  });
}
