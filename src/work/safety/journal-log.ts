// An append-only file of records, each on the disk before the call returns. A line carries the start
// of its own hash, so that the half of a line that a crash left is told from one that rotted.
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PlanwrightError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { systemCode } from './failures.ts';

const sumChars = 16;

function lineOf(record: unknown): string {
  const text = JSON.stringify(record);
  return `${sha256Hex(text).slice(0, sumChars)} ${text}\n`;
}

function recordOf(line: string): unknown {
  const text = line.slice(sumChars + 1);
  if (sha256Hex(text).slice(0, sumChars) !== line.slice(0, sumChars)) return undefined;
  return JSON.parse(text) as unknown;
}

interface LogContent {
  readonly records: readonly unknown[];
  /** Up to the end of the last whole line. */
  readonly validBytes: number;
}

function parse(text: string): LogContent {
  const lines = text.split('\n');
  // What follows the last newline was never finished.
  lines.pop();
  const records = lines.map(recordOf);
  const bad = records.indexOf(undefined);
  if (bad >= 0 && bad < records.length - 1) {
    throw new PlanwrightError('log_corrupt', 'The journal of a step cannot be read.');
  }
  const whole = bad < 0 ? lines : lines.slice(0, bad);
  const validBytes = whole.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  return { records: records.slice(0, whole.length), validBytes };
}

/** No records if there is no such file. */
export async function readLog(path: string): Promise<LogContent> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { records: [], validBytes: 0 };
    throw error;
  }
  try {
    return parse(await handle.readFile('utf8'));
  } finally {
    await handle.close();
  }
}

/** Cuts off what a crash left half-written first. */
export async function appendLog(
  path: string,
  validBytes: number,
  record: unknown,
): Promise<number> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const line = Buffer.from(lineOf(record));
  try {
    await handle.truncate(validBytes);
    await handle.write(line, 0, line.length, validBytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (validBytes === 0) await syncPath(dirname(path));
  return validBytes + line.length;
}

/** A folder for us alone, on the disk. */
export async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncPath(dirname(made));
}

/** A file or a folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
