// A copy of the tree that a bug is put into, so that the tree itself is never touched. It has what
// git knows or would take; what was installed or built is linked.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { PlantedBug } from '../../test/planted/bugs.ts';
import { onEnd } from './on-end.ts';

export interface PlantedTree {
  readonly folder: string;
  plant(): void;
  /** As it was before. */
  unplant(): void;
  /** Takes a test out of the copy; the projects do not heed an --exclude. */
  leaveOut(file: string): void;
  remove(): void;
}

const linked = ['node_modules', 'web/node_modules', 'web/dist'];
const maxListBytes = 16 * 1024 * 1024;

/** The text with the one place replaced; an error unless there is exactly one. */
export function replaceOnce(text: string, { name, file, find, replace }: PlantedBug): string {
  const places = text.split(find).length - 1;
  if (places !== 1) {
    throw new Error(`${name}: its place occurs ${places} times in ${file}; it must occur once`);
  }
  return text.replace(find, () => replace);
}

/** In a hook git names the repository in the environment, which would win over the folder. */
export const gitEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_')));

function sourceFiles(root: string): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    cwd: root,
    env: gitEnvironment(),
    encoding: 'utf8',
    maxBuffer: maxListBytes,
  });
  const files = [...new Set(list.split('\0'))].filter((file) => file !== '');
  // A file that was deleted and not committed yet is still on the list.
  return files.filter((file) => existsSync(path.join(root, file)));
}

function copyTree(root: string, folder: string): void {
  for (const file of sourceFiles(root)) {
    cpSync(path.join(root, file), path.join(folder, file), { verbatimSymlinks: true });
  }
  for (const name of linked) {
    const target = path.join(root, name);
    if (existsSync(target)) symlinkSync(target, path.join(folder, name));
  }
}

/** What lies beside a clone and some tests read. */
function linkNeighbor(root: string, folder: string): void {
  const shared = path.resolve(root, '..', 'shared');
  if (existsSync(shared)) symlinkSync(shared, path.join(folder, 'shared'));
}

export function makeTree(root: string, bugs: readonly PlantedBug[]): PlantedTree {
  const outer = realpathSync(mkdtempSync(path.join(tmpdir(), 'planwright-planted-')));
  const remove = (): void => rmSync(outer, { recursive: true, force: true });
  const callOff = onEnd(remove);
  // A database server that tests start under another user has to get in.
  chmodSync(outer, 0o755);
  const folder = path.join(outer, 'tree');
  mkdirSync(folder);
  copyTree(root, folder);
  linkNeighbor(root, outer);
  const before = new Map(
    bugs.map(({ file }) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );
  const after = new Map(before);
  for (const bug of bugs) after.set(bug.file, replaceOnce(after.get(bug.file) ?? '', bug));
  const write = (texts: ReadonlyMap<string, string>): void => {
    for (const [file, text] of texts) writeFileSync(path.join(folder, file), text);
  };
  return {
    folder,
    plant: () => write(after),
    unplant: () => write(before),
    leaveOut: (file) => rmSync(path.join(folder, file)),
    remove() {
      callOff();
      remove();
    },
  };
}
