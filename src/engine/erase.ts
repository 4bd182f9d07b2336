// Erasing a plan: the contents of its runs, each on the record, and then its own.
import type { Store } from '../store/store.ts';
import type { EraseAnswer, EraseRequest } from './engine-api.ts';
import type { Runs } from './runs.ts';
import { type RunStatus, runIsOver } from './state.ts';

interface Erasing {
  readonly store: Store;
  readonly runs: Runs;
  onError(error: unknown): void;
}

/** A run that cannot be read any more loses its contents all the same, without an event. */
async function eraseRun(ports: Erasing, run: string, unrecorded: string[]): Promise<number> {
  const { store } = ports;
  const count = (await store.contentIds(run)).length;
  const status = (await store.run(run))?.status as RunStatus | undefined;
  // Erased before: nothing to record again.
  if (count === 0 && status !== undefined && runIsOver(status)) return 0;
  const erase = { owners: [run], at: store.now() };
  try {
    await ports.runs.submit(run, { commands: [{ type: 'erase', count }], erase }, () => null);
  } catch (error) {
    ports.onError(error);
    unrecorded.push(run);
    await store.commit([{ erase }]);
  }
  return count;
}

/** The runs first, which ends them: from then on nothing can write the plan's text again. */
export async function erasePlan(
  ports: Erasing,
  { tenant, plan }: EraseRequest,
): Promise<EraseAnswer> {
  const { store } = ports;
  const runs = new Map<string, number>();
  const unrecorded: string[] = [];
  const eraseRuns = async (): Promise<void> => {
    for (const { id } of await store.planRuns(tenant, plan)) {
      if (!runs.has(id)) runs.set(id, await eraseRun(ports, id, unrecorded));
    }
  };
  await eraseRuns();
  const owned = (await store.contentIds(plan)).length;
  await store.commit([{ erase: { owners: [plan], at: store.now() } }]);
  // An execution that was being created while the others were erased.
  await eraseRuns();
  await store.scrub();
  const contents = [...runs.values()].reduce((sum, count) => sum + count, owned);
  return { contents, runs: [...runs.keys()], unrecorded };
}
