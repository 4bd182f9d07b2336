// The file scopes of a policy as what a command sees of them.
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileScope } from './file-scope.ts';
import type { Policy } from './policy.ts';
import type { View } from './sandbox-view.ts';

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function onlyThere(paths: readonly string[]): Promise<string[]> {
  const there = await Promise.all(paths.map(exists));
  return paths.filter((_, nth) => there[nth]);
}

/** `writes` are real paths below the root that were checked. Git's own files stay as they are. */
export async function viewOf(
  scope: FileScope,
  policy: Policy,
  writes: readonly string[],
): Promise<View> {
  const { read = [], write = [] } = policy.file_scopes ?? {};
  const readable = await Promise.all([...read, ...write].map((path) => scope.locate(path, 'read')));
  const full = (path: string): string => join(scope.root, path);
  return {
    read: await onlyThere(readable.map(full)),
    write: writes.map(full),
    guarded: await onlyThere(writes.map((path) => join(full(path), '.git'))),
    hidden: scope.hidden,
  };
}
