// An open folder, and what happens inside it by name. On Linux every call goes through the folder's
// descriptor (/proc/self/fd/N/name), so that a folder swapped for a link in between changes nothing.
// Elsewhere the same calls go by path, and the folder is compared again after it was opened.
import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { refused, systemCode } from './failures.ts';

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const madeFolderMode = 0o755;

/** Whether names can be reached through a descriptor here. */
export const canAnchor = process.platform === 'linux' && existsSync('/proc/self/fd');

export class FolderHandle {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #isAnchored: boolean;

  private constructor(path: string, handle: FileHandle, isAnchored: boolean) {
    this.path = path;
    this.#handle = handle;
    this.#isAnchored = isAnchored;
  }

  /** The path must be a real one: a link in its last name is refused, and above it by the compare. */
  static async open(path: string, isAnchored = canAnchor): Promise<FolderHandle> {
    const folder = new FolderHandle(path, await openFolder(path, path), isAnchored);
    return folder.#orClosed(() => folder.#compare());
  }

  /** Where a name in this folder is reached. */
  at(name: string): string {
    if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) {
      throw refused('That is not the name of a file in a folder.');
    }
    return this.#isAnchored ? `/proc/self/fd/${this.#handle.fd}/${name}` : join(this.path, name);
  }

  async child(name: string): Promise<FolderHandle> {
    const path = join(this.path, name);
    const folder = new FolderHandle(path, await openFolder(this.at(name), path), this.#isAnchored);
    return folder.#orClosed(() => folder.confirm());
  }

  /** Sorted, so that two looks at the same folder are the same. */
  async names(): Promise<string[]> {
    const at = this.#isAnchored ? `/proc/self/fd/${this.#handle.fd}` : this.path;
    return (await readdir(at)).sort();
  }

  async makeFolder(name: string, mode = madeFolderMode): Promise<boolean> {
    try {
      await mkdir(this.at(name), mode);
      return true;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  /** Names made or removed in it are on the disk after this. */
  sync(): Promise<void> {
    return this.#handle.sync();
  }

  setMode(mode: number): Promise<void> {
    return this.#handle.chmod(mode);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** For calls by path: throws if the path does not lead here any more. */
  async confirm(): Promise<void> {
    if (!this.#isAnchored) await this.#compare();
  }

  async #compare(): Promise<void> {
    const [mine, there] = await Promise.all([this.#handle.stat(), lstat(this.path)]);
    const isSame = mine.ino === there.ino && mine.dev === there.dev;
    if (isSame && (await realpath(this.path)) === this.path) return;
    throw refused('A folder on the way was replaced by a link.');
  }

  async #orClosed(check: () => Promise<void>): Promise<FolderHandle> {
    try {
      await check();
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

async function openFolder(at: string, path: string): Promise<FileHandle> {
  try {
    return await open(at, folderFlags);
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error;
    const name = path.slice(path.lastIndexOf('/') + 1);
    throw refused(`${name} on the way is a link or no folder.`);
  }
}
