import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acknowledgeMsOf } from './agent-options.ts';
import type { PlanwrightClient } from './client.ts';
import { HeldLeases } from './held-leases.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import type { Input, Output } from './wire.ts';

type Beat = Input<'work_heartbeat'>;
type Leases = Output<'work_heartbeat'>['leases'];

const leaseMs = 60_000;
const acknowledgeMs = 9_000;
const isHeld = {
  ...{ step_id: 'task_1', state: 'held', expires_at: null, signal: 'continue' },
} as Leases[number];

describe('the keeper of a lease', () => {
  const beats: Beat[] = [];
  let leases: Leases = [];
  let isAway = false;
  let held: HeldLeases;
  let keepers: LeaseKeeper[];
  let started: Promise<string>[];
  beforeEach(() => {
    vi.useFakeTimers();
    beats.length = 0;
    leases = [];
    isAway = false;
    held = new HeldLeases(client);
    keepers = [];
    started = [];
  });
  afterEach(async () => {
    for (const keeper of keepers) await keeper.close();
    vi.useRealTimers();
  });

  const client = {
    async heartbeat(beat: Beat) {
      beats.push(beat);
      if (isAway) throw new Error('no server');
      return { expires_at: null, leases, messages: [], signal: 'continue' };
    },
  } as unknown as PlanwrightClient;

  function keep(token: string, more: object = {}): LeaseKeeper {
    const onPause = () => undefined;
    const keeper = new LeaseKeeper({ token, leaseMs, held, onPause, ...more });
    keepers.push(keeper);
    started.push(keeper.start().then(() => token));
    return keeper;
  }

  it('[SD6] acknowledges the lease at once, then beats at a third of it', async () => {
    keep('lt_a', { acknowledgeMs });
    await vi.advanceTimersByTimeAsync(1);
    expect(await started[0]).toBe('lt_a');
    expect(beats).toEqual([{ lease_token: 'lt_a' }]);
    await vi.advanceTimersByTimeAsync(leaseMs / 3 - 1);
    expect(beats).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(beats).toHaveLength(2);
  });

  it('[SD6] acknowledges leases that came together with one call', async () => {
    for (const token of ['lt_a', 'lt_b', 'lt_c']) keep(token, { acknowledgeMs });
    await vi.advanceTimersByTimeAsync(1);
    expect(beats).toEqual([{ lease_token: 'lt_a', lease_tokens: ['lt_b', 'lt_c'] }]);
  });

  it('[SD6] keeps all leases with one call for each third of the shortest', async () => {
    leases = Array.from({ length: 7 }, () => isHeld);
    for (let number = 0; number < 8; number += 1) keep(`lt_${number}`);
    await vi.advanceTimersByTimeAsync(leaseMs + 1);
    expect(beats).toHaveLength(3);
  });

  it('[SD6] tries again in time where the first beat does not get through', async () => {
    isAway = true;
    keep('lt_a', { acknowledgeMs });
    await vi.advanceTimersByTimeAsync(acknowledgeMs / 2);
    expect(beats.length).toBeGreaterThan(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(acknowledgeMs / 2);
    expect(await started[0]).toBe('lt_a');
  });

  it('[SD6] shows the other leases in hand, and hears what became of them', async () => {
    keep('lt_a');
    const other = keep('lt_b', { leaseMs: 10 * leaseMs });
    const ended = keep('lt_c', { leaseMs: 10 * leaseMs });
    await ended.close();
    leases = [{ step_id: null, state: 'lost', expires_at: null, signal: 'cancel' }];
    await vi.advanceTimersByTimeAsync(leaseMs / 3);
    expect(beats).toEqual([{ lease_token: 'lt_a', lease_tokens: ['lt_b'] }]);
    expect(other.end).toBe('lease_lost');
  });

  it.each([
    [1, 0],
    [2, 1],
    [8, 4],
    [60, 10],
  ])('[SD6] promises to acknowledge a lease of %i s within %i s', (leaseSeconds, seconds) => {
    expect(acknowledgeMsOf(leaseSeconds * 1_000)).toBe(seconds * 1_000);
  });
});
