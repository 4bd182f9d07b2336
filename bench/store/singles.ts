// One caller: through the store in this thread, and through the engine thread as the server has it,
// each as a share of the bare loop.
import type { Config } from '../../src/base/config.ts';
import { startEngineThread } from '../../src/engine-link.ts';
import { newStoreShare, openStore } from '../../src/open-store.ts';
import { alternate, medianRatio } from '../lib/alternate.ts';
import { median } from '../lib/median.ts';
import type { BareLoop } from './bare-sqlite.ts';
import { rounds, singleCaller, windowMs } from './callers.ts';

export interface SingleFigures {
  readonly barePerS: number;
  readonly singleVsBare: number;
  readonly threadVsBare: number;
  /** What an append takes longer through the thread than bare. */
  readonly threadAddedUs: number;
}

const usOf = (perS: number): number => 1_000_000 / perS;

export interface Places {
  readonly bare: BareLoop;
  readonly single: Config;
  readonly thread: Config;
}

export async function measureSingles(places: Places): Promise<SingleFigures> {
  const store = await openStore(places.single);
  const link = await startEngineThread(places.thread, newStoreShare());
  try {
    const { bare, single, thread } = await alternate(rounds, windowMs, {
      bare: places.bare.slice,
      single: singleCaller((sets) => store.commit(sets), 'single'),
      thread: singleCaller((sets) => link.engine.commit(sets), 'thread'),
    });
    const added = thread.map((perS, round) => usOf(perS) - usOf(bare[round] ?? Number.NaN));
    return {
      barePerS: median(bare),
      singleVsBare: medianRatio(single, bare),
      threadVsBare: medianRatio(thread, bare),
      threadAddedUs: median(added),
    };
  } finally {
    await link.close();
    await store.close();
    await places.bare.close();
  }
}
