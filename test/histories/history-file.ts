// Stored histories: bundles of runs beside this file, and what each must lead to for ever.
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleHeader } from '../../src/engine/bundle.ts';
import { readBundle } from '../../src/engine/bundle-reader.ts';
import type { StoredEvent } from '../../src/engine/log-header.ts';
import type { RunState } from '../../src/engine/state.ts';
import { checkNext, startChain } from '../../src/engine/verify-chain.ts';
import { viewHash } from '../../src/engine/view.ts';

export const historiesFolder = import.meta.dirname;
export const pinnedFile = join(historiesFolder, 'pinned.json');

export interface Pinned {
  readonly events: number;
  readonly head: string;
  readonly status: string;
  readonly view_hash: string;
}

export interface History {
  readonly header: BundleHeader;
  readonly events: readonly StoredEvent[];
}

export const historyFile = (name: string): string => join(historiesFolder, `${name}.jsonl`);

export const historyNames = (): string[] =>
  readdirSync(historiesFolder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length))
    .sort();

export const readPinned = (): Record<string, Pinned> =>
  JSON.parse(readFileSync(pinnedFile, 'utf8')) as Record<string, Pinned>;

export async function readHistory(file: string): Promise<History> {
  const events: StoredEvent[] = [];
  let header: BundleHeader | null = null;
  for await (const line of readBundle(createReadStream(file))) {
    if ('format' in line) header = line;
    else if ('event' in line) events.push(line.event);
  }
  if (!header) throw new Error(`${file} has no head`);
  return { header, events };
}

/** The state that the events lead to; a chain that does not hold throws. */
export function foldHistory({ header, events }: History): RunState {
  const check = startChain(header.run);
  for (const stored of events) {
    const problem = checkNext(check, stored);
    if (problem) throw new Error(`event ${problem.seq}: ${problem.what}`);
  }
  return check.state;
}

export function pinOf(history: History): Pinned {
  const state = foldHistory(history);
  const { seq: events, hash: head, status } = state;
  return { events, head, status, view_hash: viewHash(state) };
}
