// The real engine on a real SQLite file in a folder of its own, with a clock that stands still.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../src/base/clock.ts';
import { createIds, type Ids, seededRandomness } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ClaimedStep, ClaimRequest, HolderCall } from '../../src/engine/engine-api.ts';
import type { GraphStep } from '../../src/engine/event-types.ts';
import type { ProcessView } from '../../src/engine/pulses.ts';
import type { SlotLimits } from '../../src/engine/slots.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';

export const tenant = 'tenant_temp';

export interface TempEngine {
  readonly clock: ManualClock;
  readonly ids: Ids;
  readonly store: Store;
  readonly engine: Engine;
  /** What went wrong behind everybody's back. */
  readonly errors: unknown[];
  /** Another engine on the same file, as another process would have. */
  beside(): Promise<Engine>;
  /** Another connection to the same file. */
  openStore(): Store;
  close(): Promise<void>;
}

interface TempOptions {
  readonly slots?: SlotLimits;
  readonly process?: ProcessView;
  readonly wokeAt?: () => number;
  /** It gives a term to what ran out before it started, as a server does. */
  readonly isServer?: true;
}

export async function openTempEngine(
  wrap = (store: Store): Store => store,
  options: TempOptions = {},
): Promise<TempEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-engine-'));
  const clock = new ManualClock(1_700_000_000_000);
  const ids = createIds(clock, seededRandomness(7));
  const errors: unknown[] = [];
  const stores: Store[] = [];
  const openStore = (): Store => {
    const store = openSqliteStore({
      path: join(folder, 'planwright.db'),
      synchronous: 'NORMAL',
      clock,
    });
    stores.push(store);
    return store;
  };
  const openEngine = async (store: Store): Promise<Engine> => {
    const onError = (error: unknown) => errors.push(error);
    const { isServer, ...given } = options;
    const awake = isServer ? {} : { wokeAt: () => 0 };
    const engine = new Engine({ store, ids, onError, ...awake, ...given });
    await engine.open();
    return engine;
  };
  const store = wrap(openStore());
  const engines = [await openEngine(store)];
  const [engine] = engines as [Engine];
  return {
    clock,
    ids,
    store,
    engine,
    errors,
    openStore,
    async beside() {
      const other = await openEngine(openStore());
      engines.push(other);
      return other;
    },
    async close() {
      for (const one of engines) await one.close();
      for (const one of stores) await one.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function createRun(
  engine: Engine,
  run: string,
  steps: readonly GraphStep[],
  owner = tenant,
): Promise<void> {
  const answer = await engine.createRun({
    run,
    kind: 'execution',
    plan: 'plan_temp1',
    tenant: owner,
    by: 'person_temp1',
    steps: steps.map((def) => ({ def, spec: { title: def.id } })),
  });
  if (!answer.ok) throw new Error(`${run} exists`);
}

export const claimRequest = (change: Partial<ClaimRequest> = {}): ClaimRequest => ({
  tenant,
  holder: 'agent_a',
  performers: ['agent'],
  actions: null,
  run: null,
  leaseMs: 60_000,
  waitMs: 0,
  ...change,
});

export const callOf = (claimed: ClaimedStep, holder = 'agent_a'): HolderCall => ({
  tenant,
  holder,
  token: claimed.token,
});

/** A step that must be there to be taken. */
export async function take(
  engine: Engine,
  change: Partial<ClaimRequest> = {},
): Promise<ClaimedStep> {
  const claimed = await engine.claim(claimRequest(change));
  if (!claimed) throw new Error('there is nothing to take');
  return claimed;
}

/** One turn of the event loop, so that what is due has happened. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export async function until(isSo: () => boolean | Promise<boolean>, turns = 20_000): Promise<void> {
  for (let count = 0; count < turns; count += 1) {
    if (await isSo()) return;
    await turn();
  }
  throw new Error('it did not come to pass');
}
