import { describe, expect, it } from 'vitest';
import { claimRequest } from '../../test/support/temp-engine.ts';
import { ComingClaims } from './coming-claims.ts';

const longMs = 60_000;

describe('a claim on its way to the queue', () => {
  const open = (waits: number[]) => {
    const coming = new ComingClaims<string>();
    const before = Promise.withResolvers<string | null>();
    const passed = coming.pass(
      claimRequest({ holder: 'agent_a', waitMs: longMs }),
      () => before.promise,
      async ({ waitMs }) => {
        waits.push(waitMs);
        return null;
      },
    );
    return { coming, before, passed };
  };

  it('[CB7] that is called off before it stands there does not wait', async () => {
    const waits: number[] = [];
    const { coming, before, passed } = open(waits);
    coming.cancel(({ holder }) => holder === 'agent_a');
    before.resolve(null);
    expect(await passed).toBeNull();
    expect(waits).toEqual([0]);
  });

  it('[CB7] is not touched by what is meant for another', async () => {
    const waits: number[] = [];
    const { coming, before, passed } = open(waits);
    coming.cancel(({ holder }) => holder === 'agent_b');
    before.resolve(null);
    await passed;
    expect(waits).toEqual([longMs]);
  });

  it('[CB7] does not go there when the caller has something already', async () => {
    const waits: number[] = [];
    const { before, passed } = open(waits);
    before.resolve('step_1');
    expect(await passed).toBe('step_1');
    expect(waits).toEqual([]);
  });
});
