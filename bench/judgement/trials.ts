// Chains of steps in one process, with or without what makes them trustworthy.
import { createIds } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ClaimedStep, NewStep } from '../../src/engine/engine-api.ts';
import type { GraphStep } from '../../src/engine/event-types.ts';
import { type StepResult, startInlineWorker } from '../../src/engine/inline-worker.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { chain, databaseFile, numberOf, tenant } from '../engine/ours.ts';
import { RunEnds } from '../engine/run-ends.ts';
import type { Slice } from '../lib/alternate.ts';

const stepsOfOne = 60;
const outputSchema = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
};

const check = {
  key: 'look',
  performer: 'tool',
  action: 'look',
  attempts_max: 2,
  timeout_ms: 60_000,
} as const;

interface Wishes {
  /** The default check. */
  readonly hasSchema?: boolean;
  readonly isPaid?: boolean;
  readonly isChecked?: boolean;
  readonly isApproved?: boolean;
}

export interface Trials {
  chain(wishes: Wishes): Slice;
  close(): Promise<void>;
}

/** All that there is may be spent: the purse is looked at and never empty. */
const budget = { money: 1e12, tokens: 1e12, calls: 1e9 };

function stepsFor({ hasSchema = true, isPaid, isChecked, isApproved }: Wishes): NewStep[] {
  const more: Partial<GraphStep> = {
    ...(isPaid && { cost: { money: 1_000, tokens: 100, calls: 1 } }),
    ...(isChecked && { checks: [check] }),
    ...(isApproved && { approval: { lasts_ms: 600_000 } }),
  };
  return chain(stepsOfOne).map((def) => ({
    def: { ...def, ...more },
    spec: { title: def.id },
    ...(hasSchema ? { outputSchema } : {}),
  }));
}

/** A person who approves whatever is asked, as soon as it is. */
function approveAll(engine: Engine, store: Store, fail: (error: unknown) => void): () => void {
  const approve = async (run: string): Promise<void> => {
    for (const row of await store.steps(run)) {
      if (row.wait_for !== 'approval') continue;
      const word = { action: 'approve', step: row.step, digest: row.wait_key } as const;
      await engine.control({ tenant, run, by: 'person_bench', ...word });
    }
  };
  return engine.onAdvance(({ run, readyFor }) => {
    if (run !== '' && readyFor === undefined && asking.has(run)) approve(run).catch(fail);
  });
}

const asking = new Set<string>();

const resultOf = ({ step, judges }: ClaimedStep): StepResult =>
  judges === ''
    ? { output: { n: numberOf(step) }, usage: { money: 900, tokens: 90, calls: 1 } }
    : { output: { seen: true }, choice: 'accept' };

export async function openTrials(dir: string): Promise<Trials> {
  const store = openSqliteStore({ path: databaseFile(dir), synchronous: 'NORMAL' });
  const ids = createIds({ now: () => store.now() });
  const problems: unknown[] = [];
  const onError = (error: unknown): void => void problems.push(error);
  const engine = new Engine({ store, ids, onError });
  await engine.open();
  const ends = new RunEnds(engine, store);
  const stopApproving = approveAll(engine, store, onError);
  const handle = async (step: ClaimedStep): Promise<StepResult> => {
    if (step.judges === '' && numberOf(step.step) === stepsOfOne - 1) ends.isNear(step.run);
    return resultOf(step);
  };
  const worker = startInlineWorker(engine, { holder: 'worker_bench', handle, onError });

  const runOnce = async (wishes: Wishes): Promise<void> => {
    const run = ids.next('exec');
    const over = ends.of(run);
    if (wishes.isApproved) asking.add(run);
    const about = { kind: 'execution', plan: 'plan_bench', tenant, by: 'person_bench2' } as const;
    const steps = stepsFor(wishes);
    await engine.createRun({ run, ...about, steps, ...(wishes.isPaid ? { budget } : {}) });
    const end = await over;
    asking.delete(run);
    if (end.status !== 'COMPLETED') throw new Error(`a run is ${end.status}`);
    if (problems.length > 0) throw problems[0];
  };
  return {
    chain: (wishes) => ({ count: stepsOfOne, run: () => runOnce(wishes) }),
    async close() {
      stopApproving();
      await worker.stop();
      await engine.close();
    },
  };
}
