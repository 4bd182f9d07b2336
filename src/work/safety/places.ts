// Puts a place into a given shape, whatever it is: a file, a folder, a link, nothing. What a shape
// holds comes from the journal, so it can be done again after a crash by anybody who has the journal.
import { symlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { sha256Hex } from '../../base/hash.ts';
import { refused, systemCode } from './failures.ts';
import { lookAt, moveInPlace, removeEmptyFolder, removeName, writeTemporary } from './file-io.ts';
import type { FileScope } from './file-scope.ts';
import type { FolderHandle } from './folder-handle.ts';
import type { Journal } from './journal.ts';
import { namesOf } from './path-text.ts';
import { absent, type Shape } from './shape.ts';

export interface Places {
  look(at: string): Promise<Shape>;
  /** `now` is what was seen there a moment ago. */
  put(at: string, shape: Shape, now: Shape): Promise<void>;
}

const filePrefix = 'file:';
export const fileAt = (path: string): string => `${filePrefix}${path}`;
/** Undefined for a place that is no file. */
export const pathOfPlace = (at: string): string | undefined =>
  at.startsWith(filePrefix) ? at.slice(filePrefix.length) : undefined;

export class FilePlaces implements Places {
  readonly #scope: FileScope;
  readonly #journal: Journal;

  constructor(scope: FileScope, journal: Journal) {
    this.#scope = scope;
    this.#journal = journal;
  }

  get scope(): FileScope {
    return this.#scope;
  }

  look(at: string): Promise<Shape> {
    const path = requirePath(at);
    return this.#scope
      .within(path, (folder, name) => lookAt(folder, name))
      .catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return absent;
        throw error;
      });
  }

  put(at: string, shape: Shape): Promise<void> {
    const path = requirePath(at);
    return this.#scope.within(path, (folder, name) => this.#put(folder, name, path, shape));
  }

  /** A folder and those above it; false if it is there. */
  async makeFolder(path: string): Promise<boolean> {
    return this.#scope.within(path, async (folder, name) => {
      const isNew = await folder.makeFolder(name);
      if (isNew) await folder.sync();
      return isNew;
    });
  }

  async removeFolderIfEmpty(path: string): Promise<boolean> {
    const work = async (folder: FolderHandle, name: string): Promise<boolean> => {
      const isGone = await removeEmptyFolder(folder, name);
      if (isGone) await folder.sync();
      return isGone;
    };
    return this.#scope.within(path, work).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    });
  }

  /** What a crash left beside the file. */
  async removeTemporary(path: string): Promise<void> {
    const temporary = this.#temporaryName(path);
    await this.#scope
      .within(path, (folder) => removeName(folder, temporary))
      .catch((error: unknown) => {
        if (systemCode(error) !== 'ENOENT') throw error;
      });
  }

  /** The same for every attempt, so that the next one finds what a crash left. */
  #temporaryName(path: string): string {
    return `.planwright-${sha256Hex(`${this.#journal.key}\n${path}`).slice(0, 16)}.tmp`;
  }

  async #put(folder: FolderHandle, name: string, path: string, shape: Shape): Promise<void> {
    switch (shape.is) {
      case 'file': {
        const temporary = this.#temporaryName(path);
        await writeTemporary(folder, temporary, await this.#journal.kept(shape.sha256), shape);
        this.#journal.point('temporary-written');
        return moveInPlace(folder, temporary, name);
      }
      case 'absent':
        return this.#clear(folder, name);
      case 'folder':
        return this.#putFolder(folder, name, shape.mode);
      case 'link':
        await this.#clear(folder, name);
        await symlink(shape.target, folder.at(name));
        return folder.sync();
      case 'ref':
      case 'other':
        throw refused(`${posix.basename(path)} cannot be made again.`);
    }
  }

  async #clear(folder: FolderHandle, name: string): Promise<void> {
    const { is } = await lookAt(folder, name);
    if (is === 'folder') await removeEmptyFolder(folder, name);
    else await removeName(folder, name);
    await folder.sync();
  }

  async #putFolder(folder: FolderHandle, name: string, mode: number): Promise<void> {
    await folder.makeFolder(name, mode);
    const child = await folder.child(name);
    try {
      await child.setMode(mode);
    } finally {
      await child.close();
    }
    await folder.sync();
  }
}

function requirePath(at: string): string {
  const path = pathOfPlace(at);
  if (path === undefined) throw refused('That place is no file.');
  return path;
}

/** Files for the files, and somebody else for the names of git. */
export interface AllPlaces {
  readonly files: FilePlaces;
  readonly refs?: Places;
}

export const placesOf = ({ files, refs }: AllPlaces, at: string): Places =>
  pathOfPlace(at) === undefined ? (refs ?? files) : files;

/** For people. */
export const placeName = (at: string): string => pathOfPlace(at) ?? at.replace(/^ref:/, '');

/** The folders above a path that are not there yet, the upper ones first. */
export async function missingFolders(places: FilePlaces, path: string): Promise<string[]> {
  const names = namesOf(path).slice(0, -1);
  const missing: string[] = [];
  for (let depth = names.length; depth > 0; depth -= 1) {
    const folder = names.slice(0, depth).join('/');
    if ((await places.look(fileAt(folder))).is !== 'absent') break;
    missing.unshift(folder);
  }
  return missing;
}
