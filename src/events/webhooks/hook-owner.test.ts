import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTempStore, type TempStore } from '../../../test/support/temp-store.ts';
import { HookOwner, slotMs } from './hook-owner.ts';

describe('who delivers', () => {
  let temp: TempStore;
  let one: HookOwner;
  let two: HookOwner;

  beforeEach(() => {
    temp = openTempStore();
    one = new HookOwner(temp.open(), 'server_one');
    two = new HookOwner(temp.open(), 'server_two');
  });
  afterEach(() => temp.close());

  it('[WH9] one server at a time, whichever comes first', async () => {
    expect(await Promise.all([one.owns('hook_a'), two.owns('hook_a')])).toEqual([true, false]);
    expect(await two.owns('hook_b')).toBe(true);
    expect(await one.owns('hook_b')).toBe(false);
    expect(await one.owns('hook_a')).toBe(true);
  });

  it('[WH9] the owner that goes on keeps it', async () => {
    expect(await one.owns('hook_a')).toBe(true);
    for (let step = 0; step < 30; step += 1) {
      temp.clock.advance(slotMs / 5);
      expect(await one.owns('hook_a')).toBe(true);
      expect(await two.owns('hook_a')).toBe(false);
    }
  });

  it('[WH9] another has it when the slot of one that is gone is over', async () => {
    expect(await one.owns('hook_a')).toBe(true);
    expect(await two.owns('hook_a')).toBe(false);
    temp.clock.advance(two.freeInMs() - 1);
    expect(await two.owns('hook_a')).toBe(false);
    temp.clock.advance(1);
    expect(await two.owns('hook_a')).toBe(true);
    expect(await one.owns('hook_a')).toBe(false);
  });

  it('[WH9] what was forgotten is asked of the store again', async () => {
    expect(await one.owns('hook_a')).toBe(true);
    one.forget(() => false);
    two.forget(() => false);
    expect(await two.owns('hook_a')).toBe(false);
    expect(await one.owns('hook_a')).toBe(true);
  });
});
