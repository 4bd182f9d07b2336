/** Whole percents, rounded down: 100 means all of it. */
export const percentOf = (done: number, total: number): number =>
  total === 0 ? 0 : Math.floor((100 * done) / total);

/** Of a run: parts per million in the row. It never falls, though the total may grow. */
export const percentOfRun = (run: { readonly progress: number }): number =>
  Math.floor(run.progress / 10_000);
