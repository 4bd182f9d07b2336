// One effect, once. What will change is written down, then done, then marked as done; whoever comes
// again with the same act finds out from the journal and the places themselves how far it came.
import { changedElsewhere, closedKey } from './failures.ts';
import type { Change, Entry, EntryStart, Journal, JournalStore } from './journal.ts';
import { type AllPlaces, placeName, placesOf } from './places.ts';
import { rollBack } from './restore.ts';
import { type Shape, sameShape } from './shape.ts';

/** What all effects of a step share. */
export interface EffectContext {
  readonly journals: JournalStore;
  /** Run and step: the same for every attempt. */
  readonly key: string;
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

export interface Plan {
  readonly changes: readonly Change[];
  /** Contents of the shapes in the changes that are files. */
  readonly contents: readonly Uint8Array[];
  /** To be made first, the upper ones first. */
  readonly folders: readonly string[];
  readonly output: unknown;
}

export interface Act {
  readonly tool: string;
  readonly op: string;
  readonly label: string;
  readonly root: string;
  readonly plan: () => Promise<Plan>;
}

export interface Done {
  readonly output: unknown;
  /** An earlier attempt had done it. */
  readonly isRepeated: boolean;
}

/** One after another: a command may have changed thousands of files, each of which is opened. */
async function lookAll(places: AllPlaces, changes: readonly { at: string }[]): Promise<Shape[]> {
  const shapes: Shape[] = [];
  for (const { at } of changes) shapes.push(await placesOf(places, at).look(at));
  return shapes;
}

/** Only one at a time has a key; `more` are the files it will look at. */
export const holdKey = <Result>(
  context: EffectContext,
  key: string,
  more: readonly string[],
  work: (journal: Journal) => Promise<Result>,
): Promise<Result> =>
  context.journals.locks.hold([`key:${key}`, ...more], context.signal, async () =>
    work(await context.journals.open(key)),
  );

/** The caller holds the key. */
export async function actOnce(
  context: EffectContext,
  journal: Journal,
  places: AllPlaces,
  act: Act,
): Promise<Done> {
  if (journal.isClosed) throw closedKey();
  const known = journal.entries.findIndex((entry) => entry.op === act.op && entry.state !== 'void');
  if (known >= 0) return repeat(context, journal, places, known);
  await settleOpen(journal, places);
  const index = await begin(context, journal, act);
  return finish(context, journal, places, index, false);
}

async function begin(context: EffectContext, journal: Journal, act: Act): Promise<number> {
  const plan = await act.plan();
  for (const bytes of plan.contents) await journal.keep(bytes);
  const { tool, op, label, root } = act;
  const { changes, folders, output } = plan;
  const { attempt } = context;
  const start: EntryStart = {
    tool,
    op,
    label,
    root,
    attempt,
    at: context.now(),
    changes,
    folders,
    output,
  };
  context.signal.throwIfAborted();
  return journal.begin(start);
}

/** Done already, or half, or not at all: the places tell. */
async function repeat(
  context: EffectContext,
  journal: Journal,
  places: AllPlaces,
  index: number,
): Promise<Done> {
  const entry = journal.entry(index);
  if (entry.state === 'done' && (await standsAsLeft(journal, places, entry))) {
    return { output: entry.output, isRepeated: true };
  }
  return finish(context, journal, places, index, true);
}

/** Also if a later act of the same step went on from there. */
export async function standsAsLeft(
  journal: Journal,
  places: AllPlaces,
  entry: Entry,
): Promise<boolean> {
  const last = new Map(
    journal.entries
      .filter(({ state }) => state === 'done')
      .flatMap(({ changes }) => changes.map(({ at, after }) => [at, after] as const)),
  );
  const now = await lookAll(places, entry.changes);
  return entry.changes.every(({ at, after }, nth) =>
    sameShape(now[nth] ?? { is: 'other' }, last.get(at) ?? after),
  );
}

async function finish(
  context: EffectContext,
  journal: Journal,
  places: AllPlaces,
  index: number,
  isAgain: boolean,
): Promise<Done> {
  const entry = journal.entry(index);
  const todo = await openChanges(places, entry.changes);
  context.signal.throwIfAborted();
  for (const folder of entry.folders) {
    if (await places.files.makeFolder(folder)) journal.point('folder-made');
  }
  for (const { at, before, after } of todo) {
    context.signal.throwIfAborted();
    await placesOf(places, at).put(at, after, before);
    journal.point('place-changed');
  }
  if (entry.state !== 'done') await journal.done(index);
  return { output: entry.output, isRepeated: isAgain && todo.length === 0 };
}

/** All are looked at before one is changed. */
async function openChanges(places: AllPlaces, changes: readonly Change[]): Promise<Change[]> {
  const now = await lookAll(places, changes);
  const isNow = (nth: number, shape: Shape): boolean => sameShape(now[nth] ?? shape, shape);
  const strange = changes.filter(
    ({ before, after }, nth) => !isNow(nth, after) && !isNow(nth, before),
  );
  if (strange.length > 0) throw changedElsewhere(strange.map(({ at }) => placeName(at)));
  return changes.filter(({ after }, nth) => !isNow(nth, after));
}

/** Another act comes under the same key: what an earlier attempt left open happened or did not. */
export async function settleOpen(journal: Journal, places: AllPlaces): Promise<void> {
  for (const [index, entry] of journal.entries.entries()) {
    if (entry.state !== 'open') continue;
    if (entry.snapshot) {
      await rollBack(journal, index, places);
      continue;
    }
    const todo = await openChanges(places, entry.changes);
    if (todo.length === entry.changes.length) await journal.void(index);
    else await journal.done(index);
  }
}
