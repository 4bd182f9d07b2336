// Callers that append one event at a time, each awaiting its own acknowledgement: one of them, and
// 64 independent ones, whose appends the store may put into one commit.
import type { CommitResult, WriteSet } from '../../src/store/store.ts';
import { alternate, medianRatio, type Slice } from '../lib/alternate.ts';
import { median } from '../lib/median.ts';
import { type AppendChain, newChains } from './append-chain.ts';

export type Commit = (sets: readonly WriteSet[]) => Promise<readonly CommitResult[]>;

export const windowMs = 1_000;
export const rounds = 5;
export const setsPerSlice = 64;
const crowd = 64;
const setsPerCaller = 20;

async function appendAll(commit: Commit, sets: readonly WriteSet[]): Promise<void> {
  for (const set of sets) {
    const [result] = await commit([set]);
    if (!result?.ok) throw new Error(`not committed: ${JSON.stringify(result)}`);
  }
}

function callersSlice(commit: Commit, chains: readonly AppendChain[], each: number): Slice {
  const work = chains.map((chain) => chain.take(each));
  return {
    count: chains.length * each,
    run: async () => {
      await Promise.all(work.map((sets) => appendAll(commit, sets)));
    },
  };
}

export function singleCaller(commit: Commit, name: string): () => Slice {
  const chains = newChains(1, name);
  return () => callersSlice(commit, chains, setsPerSlice);
}

export interface CrowdFigures {
  readonly singlePerS: number;
  readonly crowdPerS: number;
  readonly crowdVsSingle: number;
  /** Null where syncs cannot be counted. */
  readonly acksPerSync: number | null;
}

/** Counts the syncs of the crowd's windows only, checkpoints included. */
export async function measureCrowd(
  commit: Commit,
  readSyncs: (() => number) | null,
): Promise<CrowdFigures> {
  const chains = newChains(crowd, 'crowd');
  let acks = 0;
  let syncs = 0;
  const crowdSlice = (): Slice => {
    const slice = callersSlice(commit, chains, setsPerCaller);
    const run = async (): Promise<void> => {
      const before = readSyncs?.() ?? 0;
      await slice.run();
      syncs += (readSyncs?.() ?? 0) - before;
      acks += slice.count;
    };
    return { count: slice.count, run };
  };
  const { single, group } = await alternate(rounds, windowMs, {
    single: singleCaller(commit, 'alone'),
    group: crowdSlice,
  });
  return {
    singlePerS: median(single),
    crowdPerS: median(group),
    crowdVsSingle: medianRatio(group, single),
    acksPerSync: readSyncs === null ? null : acks / syncs,
  };
}
