import { describe, expect, it } from 'vitest';
import { waitFor } from './wait-for.ts';

describe('waiting for a condition', () => {
  it('gives the first value that is there', async () => {
    let calls = 0;
    const probe = async () => (++calls === 3 ? 'here' : undefined);
    expect(await waitFor(probe, { what: 'it', timeoutMs: 5000, everyMs: 1 })).toBe('here');
    expect(calls).toBe(3);
  });

  it('names what it waited for when the time is over', async () => {
    const waiting = waitFor(async () => false, { what: 'the moon', timeoutMs: 5, everyMs: 1 });
    await expect(waiting).rejects.toThrow('the moon');
  });
});
