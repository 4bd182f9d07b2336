// Reads a bundle line by line, within limits; nothing in it is trusted. What does not look like a
// line of a bundle is refused by its number, never by its text.
import { createHash, type Hash } from 'node:crypto';
import { PlanwrightError } from '../base/errors.ts';
import { readStrictJson } from '../base/strict-json.ts';
import { type BundleLine, bundleLine, maxBundleBytes, maxLineBytes } from './bundle.ts';

export type Chunks = AsyncIterable<Uint8Array>;

export const badBundle = (what: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `This is not a whole bundle of a run: ${what}.`);

const newline = 0x0a;

function checkSizes(totalBytes: number, lineBytes: number): void {
  if (totalBytes <= maxBundleBytes && lineBytes <= maxLineBytes) return;
  const what = lineBytes > maxLineBytes ? 'A line of the bundle' : 'The bundle';
  throw new PlanwrightError('too_large', `${what} is larger than what is taken in.`);
}

/** Each line without its end; a last line without one is cut off, and so refused. */
async function* splitLines(chunks: Chunks): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let lineBytes = 0;
  let totalBytes = 0;
  for await (const chunk of chunks) {
    totalBytes += chunk.byteLength;
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = chunk.subarray(start, end);
      checkSizes(totalBytes, lineBytes + line.byteLength);
      yield Buffer.concat([...parts, line]);
      parts = [];
      lineBytes = 0;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    lineBytes += rest.byteLength;
    checkSizes(totalBytes, lineBytes);
    if (rest.byteLength > 0) parts.push(rest);
  }
  if (lineBytes > 0) throw badBundle('its last line is cut off');
}

function parseLine(line: Buffer, number: number): BundleLine {
  const reading = readStrictJson(line, `line ${number}`);
  if (!reading.ok && reading.isUnreadable) throw badBundle(`line ${number} is not JSON`);
  if (!reading.ok) throw badBundle(reading.problem.replace(/\.$/, ''));
  const parsed = bundleLine.safeParse(reading.value);
  if (!parsed.success) throw badBundle(`line ${number} is none of its lines`);
  return parsed.data;
}

function checkEnd(line: Extract<BundleLine, { end: true }>, lines: number, digest: Hash): void {
  if (line.lines !== lines) throw badBundle('lines are missing');
  if (line.sha256 !== digest.digest('hex')) throw badBundle('it was changed on the way');
}

/** The lines but for the last, which is checked. */
export async function* readBundle(
  chunks: Chunks,
): AsyncGenerator<Exclude<BundleLine, { end: true }>> {
  const digest = createHash('sha256');
  let lines = 0;
  let isOver = false;
  for await (const text of splitLines(chunks)) {
    if (isOver) throw badBundle('it goes on after its end');
    const line = parseLine(text, lines + 1);
    if ('format' in line !== (lines === 0)) throw badBundle('it does not begin with its head');
    if ('end' in line) {
      checkEnd(line, lines, digest);
      isOver = true;
      continue;
    }
    digest.update(text).update('\n');
    lines += 1;
    yield line;
  }
  if (!isOver) throw badBundle('its end is missing');
}
