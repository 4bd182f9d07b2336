// Bytes that a step with an output of 8 KB leaves in the database file, everything included: events,
// rows, indexes, and what webhooks keep. The write-ahead log is folded in when the store closes.
import { statSync } from 'node:fs';
import { databaseFile, open, type Place } from './ours.ts';
import { makeOutput } from './step-output.ts';

export interface SizeFigures {
  readonly bytesPerStep: number;
  readonly outputBytes: number;
}

interface Options extends Place {
  readonly runs: number;
  readonly steps: number;
  readonly outputBytes: number;
}

const sizeOf = (dir: string): number => statSync(databaseFile(dir)).size;

export async function measure(options: Options): Promise<SizeFigures> {
  const { runs, steps, outputBytes, dir } = options;
  const opened = { ...options, atOnce: 1, makeOutput: (n: number) => makeOutput(n, outputBytes) };
  await (await open(opened)).close();
  const before = sizeOf(dir);
  const ours = await open(opened);
  for (let number = 0; number < runs; number += 1) await ours.runOnce(`size-${number}`);
  await ours.settle?.();
  await ours.close();
  const bytesPerStep = (sizeOf(dir) - before) / (runs * steps);
  return { bytesPerStep, outputBytes: JSON.stringify(makeOutput(10, outputBytes)).length };
}
