import { describe, expect, it } from 'vitest';
import type { Reader } from '../store/store.ts';
import { OutputCheck } from './output-check.ts';

function checkOf(size = 0) {
  const reads: string[] = [];
  const state = { isBroken: false };
  const content = async (id: string) => {
    reads.push(id);
    await Promise.resolve();
    if (state.isBroken) throw new Error('no disk');
    const text = JSON.stringify({ type: 'object', description: 'x'.repeat(size), title: id });
    return { id, bytes: Buffer.from(text) };
  };
  return { check: new OutputCheck({ content } as unknown as Reader), reads, state };
}

describe('the check of outputs', () => {
  it('[LM10] steps that end at once read their schema once', async () => {
    const { check, reads } = checkOf();
    await Promise.all(Array.from({ length: 50 }, async () => check.check('spec_1', {})));
    expect(reads).toEqual(['spec_1']);
    expect(check.check('spec_1', {})).toBeNull();
  });

  it('[LM10] a read that failed is tried again', async () => {
    const { check, reads, state } = checkOf();
    state.isBroken = true;
    await expect(check.check('spec_1', {})).rejects.toThrow('no disk');
    state.isBroken = false;
    await check.check('spec_1', {});
    expect(reads).toHaveLength(2);
  });

  it('[LM11] large schemas are kept up to a number of bytes', async () => {
    const { check, reads } = checkOf(2 ** 20);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'a']) await check.check(id, {});
    expect(reads).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
    expect(check.check('e', {})).toBeNull();
  });
});
