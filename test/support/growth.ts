// How work grows with its input, in processor time: no expectation of speed.
import process from 'node:process';

const times = 4;
/** In step with the input it is 4, with its square 16. */
export const mostGrowth = 10;
/** Less than this is noise. */
const leastMs = 20;
const tries = 3;

function bestMs(work: () => void): number {
  const tried = Array.from({ length: tries }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(leastMs, Math.min(...tried));
}

/** How many times as long an input of four times the size takes. */
export function growthOf(size: number, work: (size: number) => void): number {
  const short = bestMs(() => work(size));
  return bestMs(() => work(size * times)) / short;
}
