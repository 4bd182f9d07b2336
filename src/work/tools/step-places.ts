// All places that the journal of a step speaks of, and the way back for every tool that uses it.
import { holdKey } from '../safety/effects.ts';
import { refused } from '../safety/failures.ts';
import { FileScope } from '../safety/file-scope.ts';
import type { Journal } from '../safety/journal.ts';
import { type AllPlaces, FilePlaces, pathOfPlace } from '../safety/places.ts';
import { undoAll } from '../safety/restore.ts';
import { Git, GitPlaces } from './git.ts';
import type { ToolContext, UndoRecord, UndoResult } from './tool.ts';

export const openScope = (context: ToolContext): Promise<FileScope> =>
  FileScope.open(context.policy, { hidden: context.hidden });

const usesGit = ({ entries }: Journal): boolean =>
  entries.some(({ changes }) => changes.some(({ at }) => pathOfPlace(at) === undefined));

/** Git is asked only if an act of this step moved a branch. */
export async function openPlaces(
  context: ToolContext,
  scope: FileScope,
  journal: Journal,
): Promise<AllPlaces> {
  const files = new FilePlaces(scope, journal);
  if (!usesGit(journal)) return { files };
  return { files, refs: new GitPlaces(await Git.open(scope, context)) };
}

interface WithFiles {
  readonly files: readonly string[];
}

/** Puts back everything that was done under the key of the record. */
export async function undoStep(record: UndoRecord, context: ToolContext): Promise<UndoResult> {
  if (context.policy.file_scopes === null) return undoWithoutFiles(record, context);
  const scope = await openScope(context);
  return holdKey(context, record.key, [scope.root], async (journal) => {
    const other = journal.entries.find(({ root }) => root !== scope.root);
    if (other) throw refused('The root of the policy is not the one that the step worked in.');
    const places = await openPlaces(context, scope, journal);
    // Before the mark that all is undone: after it nobody would come back for the index.
    return undoAll(context, journal, places, async () => {
      if (usesGit(journal)) await syncIndex(context, scope, journal);
    });
  });
}

/** A step that was allowed no files did nothing to them. */
const undoWithoutFiles = (record: UndoRecord, context: ToolContext): Promise<UndoResult> =>
  holdKey(context, record.key, [], async (journal) => {
    if (journal.entries.length > 0) throw refused('The policy has no file scopes any more.');
    await journal.close();
    return { restored: [] };
  });

async function syncIndex(context: ToolContext, scope: FileScope, journal: Journal): Promise<void> {
  const git = await Git.open(scope, context);
  const moved = journal.entries.filter(({ tool }) => tool.startsWith('git_'));
  for (const { output } of moved) await git.syncIndex((output as WithFiles).files);
}
