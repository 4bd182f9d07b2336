import { describe, expect, it } from 'vitest';
import { readBodyBytes } from './json-body.ts';

const request = (size: number): Request =>
  new Request('http://127.0.0.1/', { method: 'POST', body: 'x'.repeat(size) });

/** The most of them that were read in one turn of the event loop. */
async function mostPerTurn(sizes: readonly number[]): Promise<number> {
  let read = 0;
  const reading = sizes.map(async (size) => {
    const bytes = await readBodyBytes(request(size), 1_000_000);
    expect(bytes?.byteLength).toBe(size);
    read += 1;
  });
  let most = 0;
  while (read < sizes.length) {
    const before = read;
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, read - before);
  }
  await Promise.all(reading);
  return most;
}

describe('a request body', () => {
  it('[LM7] above 64 KiB has a turn of the event loop of its own', async () => {
    const large = Array.from({ length: 30 }, () => 65_537);
    // Two where one turn falls on each side of ours.
    expect(await mostPerTurn(large)).toBeLessThanOrEqual(2);
  });

  it('[LM7] up to 64 KiB waits for no other', async () => {
    const small = Array.from({ length: 30 }, () => 65_536);
    expect(await mostPerTurn(small)).toBeGreaterThan(2);
  });
});
