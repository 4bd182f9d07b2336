// Our own engine as the server has it: the store, the engine, the in-process worker and a webhook
// subscriber to every event. Everything that this benchmark asks of src/ goes through this file.
import path from 'node:path';
import process from 'node:process';
import { createIds, type Ids } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ClaimedStep } from '../../src/engine/engine-api.ts';
import type { GraphStep } from '../../src/engine/event-types.ts';
import { startInlineWorker } from '../../src/engine/inline-worker.ts';
import { newStoreShare, type StoreShare } from '../../src/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { SyncMark } from '../../src/store/sqlite/sync-mark.ts';
import type { Store } from '../../src/store/store.ts';
import type { Contestant, OpenOptions, StepOutput } from './contestant.ts';
import { allReceived, openHooks } from './ours-hooks.ts';
import { RunEnds } from './run-ends.ts';

export const tenant = 'tenant_bench';
const holder = 'worker_bench';

/** What every step must return; its check in the completing commit. */
const outputSchema = {
  type: 'object',
  properties: { n: { type: 'integer' }, text: { type: 'string' } },
  required: ['n', 'text'],
  additionalProperties: false,
};

export interface Place {
  readonly dir: string;
  readonly databaseUrl: string | null;
  readonly synchronous?: 'NORMAL' | 'FULL';
  readonly hookUrl?: string;
}

export interface Ours {
  readonly engine: Engine;
  readonly store: Store;
  readonly ids: Ids;
  /** Steps that a tool performs are done by this, in this process. */
  work(perform: (step: ClaimedStep) => Promise<StepOutput>): void;
  createRun(run: string, steps: readonly GraphStep[]): Promise<void>;
  close(): Promise<void>;
}

export const databaseFile = (dir: string): string => path.join(dir, 'planwright.db');

async function openStore(
  { dir, databaseUrl, synchronous = 'NORMAL' }: Place,
  share: StoreShare,
): Promise<Store> {
  if (databaseUrl === null) {
    const syncMark = new SyncMark(share);
    return openSqliteStore({ path: databaseFile(dir), synchronous, syncMark });
  }
  const { openStore: openByConfig } = await import('../../src/open-store.ts');
  const { dataConfig } = await import('../lib/data-config.ts');
  return openByConfig(dataConfig({ home: dir, databaseUrl }));
}

/** Nothing may go wrong behind the scenes; if it does, it is seen. */
const complain = (error: unknown): void => {
  process.stderr.write(`ours: ${error instanceof Error ? error.stack : String(error)}\n`);
};

export async function openOurs(place: Place): Promise<Ours> {
  const share = newStoreShare();
  const store = await openStore(place, share);
  const ids = createIds({ now: () => store.now() });
  const hooks = await openHooks(store, tenant, { ...place, share }, complain);
  const parts = { store, ids, onError: complain, outbox: hooks.outbox };
  const engine = new Engine(parts);
  await engine.open();
  await hooks.start(engine, ids);
  const closers = [() => hooks.stop()];
  return {
    engine,
    store,
    ids,
    work(perform) {
      const handle = async (step: ClaimedStep) => ({ output: await perform(step) });
      const worker = startInlineWorker(engine, { holder, handle, onError: complain });
      closers.unshift(() => worker.stop());
    },
    async createRun(run, steps) {
      const added = steps.map((def) => ({ def, spec: { title: def.id }, outputSchema }));
      const kind = 'execution';
      const by = 'person_bench';
      await engine.createRun({ run, kind, plan: 'plan_bench', tenant, by, steps: added });
    },
    async close() {
      for (const closeOne of closers) await closeOne();
      await engine.close();
    },
  };
}

export const leaf = (
  id: string,
  needs: readonly string[],
  performer: GraphStep['performer'] = 'tool',
): GraphStep => ({
  id,
  needs,
  performer,
  purpose: 'work',
  action: 'bench',
  attempts_max: 3,
  timeout_ms: 600_000,
  tier: 1,
});

/** Each step needs the one before. */
export const chain = (
  steps: number,
  performer: GraphStep['performer'] = 'tool',
  prefix = 'step',
): GraphStep[] =>
  Array.from({ length: steps }, (_, n) =>
    leaf(`${prefix}_${n}`, n === 0 ? [] : [`${prefix}_${n - 1}`], performer),
  );

export const numberOf = (step: string): number => Number(step.slice(step.lastIndexOf('_') + 1));

const runId = (id: string): string => `exec_${id.replaceAll('-', '')}`;

/** As one of the contestants. */
export async function open(
  options: OpenOptions & { readonly makeOutput: (n: number) => StepOutput },
): Promise<Contestant> {
  const ours = await openOurs(options);
  const ends = new RunEnds(ours.engine, ours.store);
  const graph = chain(options.steps);
  let events = 0;
  ours.work(async ({ run, step }) => {
    const n = numberOf(step);
    if (n === options.steps - 1) ends.isNear(run);
    return options.makeOutput(n);
  });
  return {
    async runOnce(id) {
      const over = ends.of(runId(id));
      await ours.createRun(runId(id), graph);
      const end = await over;
      if (end.status !== 'COMPLETED') throw new Error(`${id} is ${end.status}`);
      events += end.events;
      return graph.length;
    },
    async countPersisted(id) {
      const rows = await ours.store.steps(runId(id));
      return rows.filter((row) => row.state === 'VERIFIED').length;
    },
    async settle() {
      if (options.hookUrl !== undefined) await allReceived(options.hookUrl, events);
    },
    close: () => ours.close(),
  };
}
