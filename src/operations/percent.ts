/** Whole percents, rounded down: 100 means all of it. */
export const percentOf = (done: number, total: number): number =>
  total === 0 ? 0 : Math.floor((100 * done) / total);
