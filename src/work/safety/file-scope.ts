// From the text of a path to a place that may be touched. The path is followed to its real form
// first and judged there; then the folders down to it are opened one by one without following any
// link, so a link planted in between is an error and never a way out.
import { lstat, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isPlanwrightError } from '../../base/errors.ts';
import { refused, systemCode } from './failures.ts';
import { FolderHandle } from './folder-handle.ts';
import { hasGitName, isWithin, namesOf, pathBelow } from './path-text.ts';
import type { FileScopes, Policy } from './policy.ts';

export type Access = 'read' | 'write';

export interface FileScopeOptions {
  /** Folders and files that no tool may touch, such as the data folder. */
  readonly hidden?: readonly string[];
  /** By paths alone, as on systems without descriptors in /proc; for tests. */
  readonly isAnchored?: boolean;
}

/** Links to links; more is a ring or an attack. */
const maxLinks = 20;

export class FileScope {
  /** The real path. */
  readonly root: string;
  /** The real paths of what must not be touched. */
  readonly hidden: readonly string[];
  readonly #scopes: FileScopes;
  readonly #isAnchored: boolean | undefined;

  private constructor(
    root: string,
    hidden: readonly string[],
    scopes: FileScopes,
    isAnchored: boolean | undefined,
  ) {
    this.root = root;
    this.hidden = hidden;
    this.#scopes = scopes;
    this.#isAnchored = isAnchored;
  }

  static async open(policy: Policy, options: FileScopeOptions = {}): Promise<FileScope> {
    const scopes = policy.file_scopes;
    if (scopes === null) throw refused('The policy allows no files.');
    try {
      const root = await realpath(scopes.root);
      if (root === '/') throw refused('The root of the file scopes is the whole file system.');
      const hidden = await Promise.all((options.hidden ?? []).map(realOrGiven));
      return new FileScope(root, hidden, scopes, options.isAnchored);
    } catch (error) {
      if (isPlanwrightError(error) || systemCode(error) === '') throw error;
      throw refused('The root of the file scopes cannot be opened.');
    }
  }

  /** The real path below the root, if the policy allows it; the file need not exist. */
  async locate(text: string, access: Access): Promise<string> {
    const path = await this.#follow(namesOf(pathBelow(text, [this.#scopes.root, this.root])));
    this.#judge(path, access);
    return path;
  }

  /** Whether a real path below the root may be seen; for lists. */
  isAllowed(path: string, access: Access): boolean {
    const { read, write } = this.#scopes;
    if (hasGitName(path) || this.isHidden(path)) return false;
    return isWithin(path, write) || (access === 'read' && isWithin(path, read));
  }

  /** Calls with the folder that holds the place and the last name of it. */
  async within<Result>(
    path: string,
    work: (folder: FolderHandle, name: string) => Promise<Result>,
  ): Promise<Result> {
    const names = namesOf(path);
    const name = names.pop();
    if (name === undefined) throw refused('The root itself is no file.');
    return this.inFolder(names, (folder) => work(folder, name));
  }

  async inFolder<Result>(
    names: readonly string[],
    work: (folder: FolderHandle) => Promise<Result>,
  ): Promise<Result> {
    let folder = await FolderHandle.open(this.root, this.#isAnchored);
    try {
      for (const name of names) {
        const next = await folder.child(name);
        await folder.close();
        folder = next;
      }
      return await work(folder);
    } finally {
      await folder.close();
    }
  }

  #judge(path: string, access: Access): void {
    if (this.isAllowed(path, access)) return;
    const verb = access === 'read' ? 'read' : 'written';
    throw refused(`${path} may not be ${verb} under the policy of this step.`, { path, access });
  }

  isHidden(path: string): boolean {
    const full = join(this.root, path);
    return this.hidden.some((hidden) => full === hidden || full.startsWith(`${hidden}/`));
  }

  /** Every link on the way must stay below the root. */
  async #follow(names: readonly string[]): Promise<string> {
    const left = [...names];
    let at = this.root;
    for (let links = 0; left.length > 0; ) {
      const next = join(at, left[0] ?? '');
      const kind = await kindOf(next);
      if (kind === 'absent') break;
      if (kind === 'link' && ++links > maxLinks) throw refused('The path has too many links.');
      at = await this.#realBelow(next);
      left.shift();
      if (kind === 'file' && left.length > 0) throw refused('A name on the way is no folder.');
    }
    const real = relative(this.root, at);
    return [...(real === '' ? [] : [real]), ...left].join('/') || '.';
  }

  async #realBelow(path: string): Promise<string> {
    const real = await realpath(path).catch((error: unknown) => {
      if (systemCode(error) === '') throw error;
      throw refused('A link on the way leads nowhere.');
    });
    if (real === this.root || real.startsWith(`${this.root}/`)) return real;
    throw refused('A link on the way leads out of the root.');
  }
}

/** What is not there yet may come. */
const realOrGiven = (path: string): Promise<string> => realpath(path).catch(() => path);

async function kindOf(path: string): Promise<'absent' | 'link' | 'folder' | 'file'> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return 'link';
    return stat.isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return 'absent';
    throw code === '' ? error : refused('The path cannot be followed.', { system: code });
  }
}
