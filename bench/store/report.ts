// The figures of one store under the names that the table promises.
import { toDigits } from '../lib/round.ts';
import type { CrowdFigures } from './callers.ts';
import type { PageFigures } from './pages.ts';
import type { SingleFigures } from './singles.ts';

export interface Measured {
  readonly singles: SingleFigures;
  readonly crowd: CrowdFigures;
  readonly pages: PageFigures;
}

export function reportStore({ singles, crowd, pages }: Measured): object {
  return {
    single_vs_bare: toDigits(singles.singleVsBare),
    thread_vs_bare: toDigits(singles.threadVsBare),
    acks_per_sync_64: crowd.acksPerSync === null ? null : toDigits(crowd.acksPerSync),
    group_vs_single: toDigits(crowd.crowdVsSingle),
    page_1m_vs_10k: toDigits(pages.largeUs / pages.smallUs),
    raw: {
      bare_per_s: Math.round(singles.barePerS),
      thread_added_us: toDigits(singles.threadAddedUs),
      single_per_s: Math.round(crowd.singlePerS),
      group_per_s: Math.round(crowd.crowdPerS),
      page_10k_us: toDigits(pages.smallUs),
      page_1m_us: toDigits(pages.largeUs),
      pages: 'warm',
    },
  };
}
