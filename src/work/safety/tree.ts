// All that stands below some folders, for commands: nobody knows beforehand what a command changes,
// so what it may write is looked at before and after, and the contents before are kept for undo.
import { overLimit, refused, systemCode } from './failures.ts';
import { lookAt, readPlain } from './file-io.ts';
import type { FileScope } from './file-scope.ts';
import type { FolderHandle } from './folder-handle.ts';
import type { Change, Journal, Snapshot } from './journal.ts';
import { hasGitName, namesOf } from './path-text.ts';
import { fileAt } from './places.ts';
import type { Limits } from './policy.ts';
import { absent, type Shape, sameShape } from './shape.ts';

type Shapes = Record<string, Shape>;

/** Called for each name; what it gives is written down. */
type Look = (folder: FolderHandle, name: string, path: string) => Promise<Shape>;

async function walk(scope: FileScope, path: string, look: Look, shapes: Shapes): Promise<void> {
  const names = namesOf(path);
  const walkFolder = (folder: FolderHandle): Promise<void> =>
    walkNames(scope, folder, path, look, shapes);
  if (names.length === 0) return scope.inFolder([], walkFolder);
  const shape = await scope
    .within(path, (folder, name) => look(folder, name, path))
    .catch(absentIfGone);
  shapes[path] = shape;
  if (shape.is === 'folder') await scope.inFolder(names, walkFolder);
}

async function walkNames(
  scope: FileScope,
  folder: FolderHandle,
  path: string,
  look: Look,
  shapes: Shapes,
): Promise<void> {
  for (const name of await folder.names()) {
    const inner = path === '.' ? name : `${path}/${name}`;
    if (name.includes('\ufffd')) throw refused(`A name in ${path} is not UTF-8.`, { path });
    if (hasGitName(inner) || scope.isHidden(inner)) continue;
    const shape = await look(folder, name, inner);
    shapes[inner] = shape;
    if (shape.is !== 'folder') continue;
    const child = await folder.child(name);
    try {
      await walkNames(scope, child, inner, look, shapes);
    } finally {
      await child.close();
    }
  }
}

function absentIfGone(error: unknown): Shape {
  if (systemCode(error) === 'ENOENT') return absent;
  throw error;
}

/** As it is now, nothing kept. */
export async function lookAtTree(scope: FileScope, under: readonly string[]): Promise<Shapes> {
  const shapes: Shapes = {};
  for (const path of under) await walk(scope, path, lookAt, shapes);
  return shapes;
}

/** With all contents kept in the journal, within the limits. */
export async function takeSnapshot(
  scope: FileScope,
  journal: Journal,
  under: readonly string[],
  limits: Limits,
): Promise<Snapshot> {
  const shapes: Shapes = {};
  let [files, bytes] = [0, 0];
  const look: Look = async (folder, name, path) => {
    files += 1;
    if (files > limits.snapshot_files) throw tooMuch(limits, 'files');
    const shape = await lookAt(folder, name);
    if (shape.is === 'other')
      throw refused(`${path} is no plain file; a command may not write here.`);
    if (shape.is !== 'file') return shape;
    bytes += shape.bytes;
    if (bytes > limits.snapshot_bytes) throw tooMuch(limits, 'bytes');
    const found = await readPlain(folder, name, limits.snapshot_bytes);
    await journal.keep(found.bytes);
    return found.shape;
  };
  for (const path of under) await walk(scope, path, look, shapes);
  return { under, shapes };
}

const tooMuch = (limits: Limits, what: 'files' | 'bytes'): Error =>
  overLimit(
    `What the command may write has more than ${limits[`snapshot_${what}`]} ${what}. Name fewer folders in "writes".`,
  );

export function treeChanges(before: Shapes, after: Shapes): Change[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths.flatMap((path) => {
    const change = {
      at: fileAt(path),
      before: before[path] ?? absent,
      after: after[path] ?? absent,
    };
    return sameShape(change.before, change.after) ? [] : [change];
  });
}
