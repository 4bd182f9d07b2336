// The way back. Everything is looked at first: a place that is neither as we found it nor as we left
// it belongs to somebody else by now, and then nothing at all is touched. Safe to call again.
import { changedElsewhere } from './failures.ts';
import type { Change, Journal } from './journal.ts';
import { type AllPlaces, pathOfPlace, placeName, placesOf } from './places.ts';
import { absent, type Shape, sameShape } from './shape.ts';
import { lookAtTree, treeChanges } from './tree.ts';

export interface Undone {
  readonly restored: readonly string[];
}

interface Target {
  readonly at: string;
  readonly now: Shape;
  readonly to: Shape;
}

/** Whoever undoes may be stopped: by a kill switch, or because the step was taken away. */
export interface Stoppable {
  readonly signal: AbortSignal;
  readonly now: () => number;
}

interface Chain {
  readonly first: Shape;
  readonly known: Shape[];
}

/** So long after the stop: most steps are undone whole by then, and all within the second of a switch. */
const graceMs = 400;

/** Throws between two places once the grace is over; whoever comes next goes on from there. */
function stopCheck({ signal, now }: Stoppable): () => void {
  let seenAt: number | null = null;
  return () => {
    if (!signal.aborted) return;
    seenAt ??= now();
    if (now() - seenAt >= graceMs) signal.throwIfAborted();
  };
}

/**
 * Puts back what a step did, and closes its key for ever. The caller holds the key. What `last` does
 * must come to the same when it is done again: a crash after it and before the mark repeats it.
 */
export async function undoAll(
  context: Stoppable,
  journal: Journal,
  places: AllPlaces,
  last: () => Promise<void> = () => Promise.resolve(),
): Promise<Undone> {
  if (journal.isUndone) return { restored: [] };
  await journal.close();
  const changes: Change[] = [];
  for (const entry of journal.entries) {
    if (entry.state === 'void') continue;
    const { snapshot } = entry;
    // A command that was cut off: whatever stands in its folders is taken to be its work.
    const isCut = entry.state === 'open' && snapshot;
    changes.push(...(isCut ? await changesSince(places, snapshot) : entry.changes));
  }
  const targets = await targetsOf(places, changes);
  context.signal.throwIfAborted();
  await restore(journal, places, targets, stopCheck(context));
  await clearLeftovers(journal, places);
  await last();
  await journal.undone();
  return { restored: targets.map(({ at }) => placeName(at)) };
}

/** A command that failed or was cut off leaves nothing behind. */
export async function rollBack(journal: Journal, index: number, places: AllPlaces): Promise<void> {
  const { snapshot } = journal.entry(index);
  const changes = snapshot ? await changesSince(places, snapshot) : [];
  await restore(journal, places, await targetsOf(places, changes));
  await journal.void(index);
}

async function changesSince(
  places: AllPlaces,
  snapshot: NonNullable<Journal['entries'][number]['snapshot']>,
): Promise<Change[]> {
  const now = await lookAtTree(places.files.scope, snapshot.under);
  return treeChanges(snapshot.shapes, now);
}

/** Each place from how it was before the first change to all that we know it as. */
function chainsOf(changes: readonly Change[]): Map<string, Chain> {
  const chains = new Map<string, Chain>();
  for (const { at, before, after } of changes) {
    const chain = chains.get(at) ?? { first: before, known: [] };
    chain.known.push(before, after);
    chains.set(at, chain);
  }
  return chains;
}

async function targetsOf(places: AllPlaces, changes: readonly Change[]): Promise<Target[]> {
  const targets: Target[] = [];
  const strange: string[] = [];
  for (const [at, { first, known }] of chainsOf(changes)) {
    const now = await placesOf(places, at).look(at);
    if (sameShape(now, first)) continue;
    if (known.some((shape) => sameShape(shape, now))) targets.push({ at, now, to: first });
    else strange.push(placeName(at));
  }
  if (strange.length > 0) throw changedElsewhere(strange);
  return targets;
}

const byPath = (left: Target, right: Target): number => (left.at < right.at ? -1 : 1);

/** Away first, the deepest first; then back, the upper ones first. */
async function restore(
  journal: Journal,
  places: AllPlaces,
  targets: readonly Target[],
  check: () => void = () => undefined,
): Promise<void> {
  const sorted = [...targets].sort(byPath);
  const put = async ({ at, now }: Target, shape: Shape): Promise<void> => {
    check();
    await placesOf(places, at).put(at, shape, now);
    journal.point('place-restored');
  };
  const isAway = ({ now, to }: Target): boolean => to.is === 'absent' || now.is !== to.is;
  const goesAway = sorted.filter((target) => target.now.is !== 'absent' && isAway(target));
  for (const target of goesAway.toReversed()) await put(target, absent);
  for (const target of sorted) if (target.to.is !== 'absent') await put(target, target.to);
}

/** Folders that were made on the way, and temporary files of an attempt that was cut off. */
async function clearLeftovers(journal: Journal, places: AllPlaces): Promise<void> {
  for (const { changes, folders } of journal.entries.toReversed()) {
    for (const { at } of changes) {
      const path = pathOfPlace(at);
      if (path !== undefined) await places.files.removeTemporary(path);
    }
    for (const folder of folders.toReversed()) {
      if (await places.files.removeFolderIfEmpty(folder)) journal.point('folder-removed');
    }
  }
}
