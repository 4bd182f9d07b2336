// SQLite's result codes as our errors, each with what to do about it.
import { isPlanwrightError, PlanwrightError } from '../../base/errors.ts';

const primaryCode = (error: unknown): number => {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : -1;
};

const busy = new Set([5, 6]);
const full = 13;
const ioError = 10;
const damaged = new Set([11, 26]);
const cannotOpen = new Set([8, 14, 3]);

export const isBusy = (error: unknown): boolean => busy.has(primaryCode(error));

/** What making the data folder can fail with. */
const folderCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']);

export function sqliteError(error: unknown): Error {
  if (isPlanwrightError(error)) return error;
  const code = primaryCode(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (code === full || (error as { code?: unknown }).code === 'ENOSPC') {
    return new PlanwrightError(
      'storage_full',
      'The disk is full: nothing was written. Free some space and try again.',
      {},
      error,
    );
  }
  if (busy.has(code)) {
    const message = 'Another process holds the database. Try again in a moment.';
    return new PlanwrightError('storage_busy', message, {}, error);
  }
  if (damaged.has(code)) {
    const message = `The database file is damaged (${reason}). Restore a backup.`;
    return new PlanwrightError('storage_failed', message, { sqlite: code }, error);
  }
  const systemCode = String((error as { code?: unknown }).code);
  if (code === ioError || cannotOpen.has(code) || folderCodes.has(systemCode)) {
    const message = `The database cannot be written (${reason}). Check the data folder and its permissions.`;
    return new PlanwrightError('storage_failed', message, { sqlite: code }, error);
  }
  return error instanceof Error ? error : new Error(reason);
}
