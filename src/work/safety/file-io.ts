// Reading and writing inside an open folder. A write is whole or not at all: a temporary file beside
// the target, synced, renamed over it, and the folder synced. Only plain files are opened.
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, rename, rmdir, unlink } from 'node:fs/promises';
import { sha256Hex } from '../../base/hash.ts';
import { changedElsewhere, noSuchFile, overLimit, refused, systemCode } from './failures.ts';
import type { FolderHandle } from './folder-handle.ts';
import { absent, type FileShape, type Shape } from './shape.ts';

/** Not blocking, since a pipe put in the place of a file would hold the call for ever. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const createFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const modeBits = 0o7777;

export interface FoundFile {
  readonly bytes: Buffer;
  readonly shape: FileShape;
}

const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemCode(error));

export async function statAt(folder: FolderHandle, name: string): Promise<Stats | undefined> {
  return lstat(folder.at(name)).catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
}

async function openPlain(folder: FolderHandle, name: string): Promise<FileHandle> {
  const before = await statAt(folder, name);
  if (before === undefined) throw noSuchFile(name);
  if (before.isSymbolicLink()) throw refused(`${name} became a link.`);
  if (!before.isFile()) throw refused(`${name} is no plain file.`);
  const handle = await open(folder.at(name), readFlags).catch((error: unknown) => {
    throw systemCode(error) === 'ELOOP' ? refused(`${name} became a link.`) : error;
  });
  await folder.confirm().catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  const after = await handle.stat();
  if (after.isFile() && after.ino === before.ino && after.dev === before.dev) return handle;
  await handle.close();
  throw changedElsewhere([name]);
}

/** The whole file, or an error if it is larger than that. */
export async function readPlain(
  folder: FolderHandle,
  name: string,
  maxBytes: number,
): Promise<FoundFile> {
  const handle = await openPlain(folder, name);
  try {
    const stat = await handle.stat();
    const bytes = await readUpTo(handle, stat.size, maxBytes, name);
    return { bytes, shape: shapeOf(bytes, stat) };
  } finally {
    await handle.close();
  }
}

/** One byte more than allowed is asked for: a file that grows meanwhile is noticed. */
async function readUpTo(
  handle: FileHandle,
  size: number,
  maxBytes: number,
  name: string,
): Promise<Buffer> {
  const tooLarge = () => overLimit(`${name} is larger than ${maxBytes} bytes.`, { name, maxBytes });
  if (size > maxBytes) throw tooLarge();
  let buffer = Buffer.alloc(Math.min(maxBytes, size) + 1);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, null);
    filled += bytesRead;
    if (filled > maxBytes) throw tooLarge();
    if (bytesRead === 0) return buffer.subarray(0, filled);
    if (filled === buffer.length)
      buffer = Buffer.concat([buffer], Math.min(filled * 2, maxBytes + 1));
  }
}

export const shapeOf = (bytes: Uint8Array, stat: Stats): FileShape => ({
  is: 'file',
  mode: stat.mode & modeBits,
  sha256: sha256Hex(bytes),
  bytes: bytes.length,
  uid: stat.uid,
  gid: stat.gid,
});

/** What stands there, links not followed. Hashed piece by piece, so of any size. */
export async function lookAt(folder: FolderHandle, name: string): Promise<Shape> {
  const stat = await statAt(folder, name);
  if (stat === undefined) return absent;
  if (stat.isDirectory()) return { is: 'folder', mode: stat.mode & modeBits };
  if (stat.isSymbolicLink()) return { is: 'link', target: await readlink(folder.at(name)) };
  return stat.isFile() ? hashPlain(folder, name) : { is: 'other' };
}

async function hashPlain(folder: FolderHandle, name: string): Promise<FileShape> {
  const handle = await openPlain(folder, name);
  try {
    const hash = createHash('sha256');
    const piece = Buffer.alloc(65_536);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) break;
      hash.update(piece.subarray(0, bytesRead));
      bytes += bytesRead;
    }
    const { mode, uid, gid } = await handle.stat();
    return { is: 'file', mode: mode & modeBits, sha256: hash.digest('hex'), bytes, uid, gid };
  } finally {
    await handle.close();
  }
}

/** Owner and group are kept where we may; a plain user can only write what is his own anyway. */
async function keepOwner(handle: FileHandle, shape: FileShape): Promise<void> {
  if (shape.uid === undefined || shape.gid === undefined) return;
  const stat = await handle.stat();
  if (stat.uid === shape.uid && stat.gid === shape.gid) return;
  await handle.chown(shape.uid, shape.gid).catch((error: unknown) => {
    if (systemCode(error) !== 'EPERM') throw error;
  });
}

/** A temporary file with the content, synced; one left by a crash is replaced. */
export async function writeTemporary(
  folder: FolderHandle,
  temporary: string,
  bytes: Uint8Array,
  shape: FileShape,
): Promise<void> {
  await folder.confirm();
  await removeName(folder, temporary);
  const handle = await open(folder.at(temporary), createFlags, 0o600);
  try {
    await handle.writeFile(bytes);
    await keepOwner(handle, shape);
    await handle.chmod(shape.mode & modeBits);
    await handle.sync();
  } catch (error) {
    await removeName(folder, temporary);
    throw error;
  } finally {
    await handle.close();
  }
}

export async function moveInPlace(
  folder: FolderHandle,
  temporary: string,
  name: string,
): Promise<void> {
  await folder.confirm();
  await rename(folder.at(temporary), folder.at(name));
  await folder.sync();
}

/** False if there was nothing. */
export async function removeName(folder: FolderHandle, name: string): Promise<boolean> {
  return removed(() => unlink(folder.at(name)));
}

/** False if it is not there or not empty. */
export async function removeEmptyFolder(folder: FolderHandle, name: string): Promise<boolean> {
  return removed(() => rmdir(folder.at(name)));
}

async function removed(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isGone(error) || ['ENOTEMPTY', 'EEXIST'].includes(systemCode(error))) return false;
    throw error;
  }
}
