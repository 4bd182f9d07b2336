// Many seeds over all cores: each thread has a world of its own, with its own timers.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface SeedReport {
  readonly seed: number;
  readonly problems: readonly string[];
  /** SHA-256 of every header of every run. */
  readonly logHash: string;
}

export interface Campaign {
  readonly reports: readonly SeedReport[];
  /** How often each type of event was written, and each way to end was taken. */
  readonly counts: ReadonlyMap<string, number>;
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** `SEEDS=from-to` asks for others. */
export function askedSeeds(usual: readonly number[]): readonly number[] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(process.env.SEEDS ?? '');
  if (!match) return usual;
  const from = Number(match[1]);
  return range(from, Number(match[2] ?? from));
}

interface Message {
  readonly reports: readonly SeedReport[];
  readonly counts: readonly (readonly [string, number])[];
}

/** The seeds one after the other, in this order, on one thread. */
export function runLane(seeds: readonly number[]): Promise<Message> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./campaign-thread.ts', import.meta.url), {
      workerData: seeds,
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  });
}

/** Each seed once: two worlds with the same names cannot share a store. */
export async function runCampaign(asked: readonly number[]): Promise<Campaign> {
  const seeds = [...new Set(asked)];
  const lanes = Math.min(availableParallelism(), seeds.length);
  const parts = Array.from({ length: lanes }, (_, lane) =>
    seeds.filter((_seed, index) => index % lanes === lane),
  );
  const messages = await Promise.all(parts.map(runLane));
  const counts = new Map<string, number>();
  for (const [name, count] of messages.flatMap((message) => message.counts)) {
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return { reports: messages.flatMap((message) => message.reports), counts };
}

/** Short enough to read: the first few, with what is needed to see them again. */
export const failures = ({ reports }: Pick<Campaign, 'reports'>): string[] =>
  reports
    .filter((report) => report.problems.length > 0)
    .slice(0, 10)
    .map(({ seed, problems }) => `SEEDS=${seed}: ${problems[0] ?? ''}`);
