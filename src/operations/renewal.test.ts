import { describe, expect, it, vi } from 'vitest';
import type { Context, Principal } from './context.ts';
import { renewLeases } from './renewal.ts';

function callers() {
  const renew = vi.fn(async () => undefined);
  const errors: unknown[] = [];
  const engine = { renew };
  const call = (principal: Partial<Principal>): void =>
    renewLeases({
      principal: { tenant: 'tenant_x', id: 'agent_a', kind: 'agent', scopes: [], ...principal },
      engine,
      onError: (error: unknown) => errors.push(error),
    } as unknown as Context);
  return { renew, errors, call };
}

describe('a call as a sign of life', () => {
  it('[OP19] renews the leases of the agent that calls, not more than once in five seconds', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { renew, call } = callers();
    call({});
    call({});
    expect(renew.mock.calls).toEqual([['tenant_x', 'agent_a']]);
    vi.advanceTimersByTime(5_000);
    call({});
    expect(renew).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('[OP19] counts for each agent by itself, and for nobody else', () => {
    const { renew, call } = callers();
    call({});
    call({ id: 'agent_b' });
    call({ tenant: 'tenant_y' });
    call({ kind: 'service', id: 'service_a' });
    call({ kind: 'person', id: 'person_a' });
    expect(renew).toHaveBeenCalledTimes(3);
  });

  it('[OP19] a renewal that fails is told and never in the way of the call', async () => {
    const { renew, errors, call } = callers();
    const failure = new Error('no store');
    renew.mockRejectedValueOnce(failure);
    call({});
    await vi.waitFor(() => expect(errors).toEqual([failure]), 60_000);
  });
});
