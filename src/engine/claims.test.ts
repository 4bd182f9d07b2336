import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { group, leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  turn,
  until,
} from '../../test/support/temp-engine.ts';
import type { Store } from '../store/store.ts';
import { Claims } from './claims.ts';
import type { ClaimRequest } from './engine-api.ts';

const longMs = 3_600_000;
const steps = (count: number, change = {}) =>
  Array.from({ length: count }, (_, index) => leaf(`task_${index}`, [], change));

describe('claims on a real store', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
  });
  afterEach(() => temp.close());

  it('[EN14] a hundred claimers at once never get the same step', async () => {
    await createRun(temp.engine, 'exec_many1', steps(80));
    const claims = Array.from({ length: 100 }, (_, index) =>
      temp.engine.claim(claimRequest({ holder: `agent_${index}` })),
    );
    const taken = (await Promise.all(claims)).flatMap((claimed) => claimed?.step ?? []);
    expect(taken).toHaveLength(80);
    expect(new Set(taken).size).toBe(80);
  });

  it('[EN14] two engines on one file never hand out the same step', async () => {
    const other = await temp.beside();
    await createRun(temp.engine, 'exec_many2', steps(30));
    const claims = Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? temp.engine : other).claim(claimRequest({ holder: `agent_${index}` })),
    );
    const taken = (await Promise.all(claims)).flatMap((claimed) => claimed?.step ?? []);
    await until(async () => {
      const claimed = await temp.engine.claim(claimRequest());
      if (claimed) taken.push(claimed.step);
      return claimed === null;
    });
    expect(taken).toHaveLength(30);
    expect(new Set(taken).size).toBe(30);
  });

  it('[EN14] gives only actions that the claimer can do', async () => {
    await createRun(temp.engine, 'exec_act1', [
      leaf('task_1', [], { action: 'paint_wall' }),
      leaf('task_2', [], { action: 'send_email' }),
    ]);
    const can = (...actions: string[]) => temp.engine.claim(claimRequest({ actions }));
    expect(await can('bake_bread')).toBeNull();
    expect(await can()).toBeNull();
    expect((await can('bake_bread', 'send_email'))?.step).toBe('task_2');
    expect(await can('send_email')).toBeNull();
    expect((await temp.engine.claim(claimRequest()))?.step).toBe('task_1');
  });

  it('[EN14] finds a fitting step behind hundreds that do not fit', async () => {
    const others = steps(700, { action: 'paint_wall' });
    const fit = leaf('task_last', [], { action: 'send_email' });
    await createRun(temp.engine, 'exec_deep1', [...others, fit]);
    const claimed = await temp.engine.claim(claimRequest({ actions: ['send_email'] }));
    expect(claimed?.step).toBe('task_last');
  });

  it('[EN14] never crosses tenants, performers or the run that was asked for', async () => {
    await createRun(temp.engine, 'exec_other1', steps(1), 'tenant_other');
    await createRun(temp.engine, 'exec_human1', steps(1, { performer: 'human' }));
    await createRun(temp.engine, 'exec_agent1', steps(1));
    const claim = (change: Partial<ClaimRequest>) => temp.engine.claim(claimRequest(change));
    expect(await claim({ run: 'exec_other1' })).toBeNull();
    expect(await claim({ run: 'exec_human1' })).toBeNull();
    expect((await claim({}))?.run).toBe('exec_agent1');
    expect(await claim({})).toBeNull();
    expect((await claim({ performers: ['agent', 'human'] }))?.run).toBe('exec_human1');
    expect((await claim({ tenant: 'tenant_other' }))?.run).toBe('exec_other1');
  });

  it('[EN14] hands out the oldest first', async () => {
    await createRun(temp.engine, 'exec_b1', steps(1));
    temp.clock.advance(10);
    await createRun(temp.engine, 'exec_a1', steps(1));
    const order = [
      await temp.engine.claim(claimRequest()),
      await temp.engine.claim(claimRequest()),
    ];
    expect(order.map((claimed) => claimed?.run)).toEqual(['exec_b1', 'exec_a1']);
  });

  it('[AV8] hands out what cannot be taken back after all else that is ready', async () => {
    await createRun(temp.engine, 'exec_late1', [
      leaf('task_1', [], { reversibility: 'irreversible' }),
      leaf('task_2', [], { reversibility: 'irreversible', priority: 8 }),
      leaf('task_3'),
      leaf('task_4', [], { reversibility: 'reversible', priority: 2 }),
    ]);
    const taken: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      taken.push((await temp.engine.claim(claimRequest()))?.step ?? '');
    }
    expect(taken).toEqual(['task_2', 'task_3', 'task_4', 'task_1']);
  });

  it('[EN14] tells the claimer all it needs', async () => {
    await createRun(temp.engine, 'exec_full1', [
      leaf('task_1'),
      leaf('task_2', ['task_1'], { parent: 'phase_1', tier: 2 }),
      group('phase_1', ['task_2']),
    ]);
    const first = await temp.engine.claim(claimRequest());
    if (!first) throw new Error('nothing to claim');
    await temp.engine.fail({ ...callOf(first), class: 'logic', message: 'no luck' });
    const again = await temp.engine.claim(claimRequest({ holder: 'agent_b' }));
    if (!again) throw new Error('nothing to claim');
    expect(again).toMatchObject({ attempt: 2, lastError: expect.stringMatching(/^exec_.+\../) });
    expect(again.token).not.toBe(first.token);
    await temp.engine.complete({ ...callOf(again, 'agent_b'), output: {} });
    expect(await temp.engine.claim(claimRequest({ leaseMs: 5_000 }))).toMatchObject({
      run: 'exec_full1',
      plan: 'plan_temp1',
      step: 'task_2',
      parent: 'phase_1',
      attempt: 1,
      action: 'write_text',
      tier: 2,
      needs: ['task_1'],
      lastError: '',
      spec: expect.stringMatching(/^exec_.+\../),
      expiresAt: temp.clock.now() + 5_000,
    });
  });

  it('[EN14] those who wait are served in the order they came', async () => {
    const order: string[] = [];
    const waits = Array.from({ length: 5 }, async (_, index) => {
      const holder = `agent_${index}`;
      const claimed = await temp.engine.claim(claimRequest({ holder, waitMs: longMs }));
      order.push(`${holder} ${claimed?.step}`);
    });
    await turn();
    await createRun(temp.engine, 'exec_wait1', steps(5));
    await Promise.all(waits);
    expect(order).toEqual([0, 1, 2, 3, 4].map((index) => `agent_${index} task_${index}`));
  });

  it('[EN14] a waiter hears of work that another process made ready', async () => {
    const other = await temp.beside();
    const waiting = temp.engine.claim(claimRequest({ waitMs: longMs }));
    await turn();
    await createRun(other, 'exec_far1', steps(1));
    expect((await waiting)?.run).toBe('exec_far1');
  });

  it('[EN15] a claim that is given up ends with nothing, the others go on', async () => {
    const gone = temp.engine.claim(claimRequest({ holder: 'agent_gone', waitMs: longMs }));
    const stays = temp.engine.claim(claimRequest({ holder: 'agent_stays', waitMs: longMs }));
    await turn();
    await temp.engine.cancelClaim('agent_gone');
    expect(await gone).toBeNull();
    await createRun(temp.engine, 'exec_gone1', steps(1));
    expect((await stays)?.step).toBe('task_0');
  });
});

type Found = { readonly run: string; readonly step: string };

const nothingParked = async (): Promise<never[]> => [];

/** Claims on a store whose looks at the ready rows end when the test says so. */
class SlowStore {
  readonly looks: PromiseWithResolvers<Found[]>[] = [];
  readonly leasedTo: string[] = [];
  readonly claims: Claims<string>;

  constructor() {
    const readySteps = (): Promise<Found[]> => {
      const look = Promise.withResolvers<Found[]>();
      this.looks.push(look);
      return look.promise;
    };
    this.claims = new Claims(
      { readySteps, parkedSteps: nothingParked } as unknown as Store,
      async (row, { holder }) => {
        this.leasedTo.push(holder);
        return `${row.step} for ${holder}`;
      },
    );
  }

  async answer(...steps: string[]): Promise<void> {
    this.looks.shift()?.resolve(steps.map((step) => ({ run: 'exec_1', step })));
    await turn();
  }

  /** Every look finds nothing until nobody looks any more. */
  async settleDown(): Promise<void> {
    while (this.looks.length > 0) await this.answer();
  }

  /** Claimers that looked once, found nothing and wait now. */
  async waiters(...holders: string[]): Promise<Promise<string | null>[]> {
    const claims = holders.map((holder) =>
      this.claims.claim(claimRequest({ holder, waitMs: 1_000 })),
    );
    await this.settleDown();
    return claims;
  }
}

describe('a claimer that goes away', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[EN15] while another is served is not served any more', async () => {
    const store = new SlowStore();
    const [, second] = await store.waiters('agent_1', 'agent_2');
    store.claims.wake();
    store.claims.cancel((request) => request.holder === 'agent_2');
    expect(await second).toBeNull();
    await store.answer();
    expect(store.looks).toHaveLength(0);
    expect(store.leasedTo).toEqual([]);
  });

  it('[EN15] is not given a step when its time is up, and keeps one it was being given', async () => {
    const store = new SlowStore();
    const [first, second] = await store.waiters('agent_1', 'agent_2');
    store.claims.wake();
    vi.advanceTimersByTime(1_001);
    expect(await second).toBeNull();
    await store.answer('task_1');
    expect(await first).toBe('task_1 for agent_1');
    await store.settleDown();
    expect(store.leasedTo).toEqual(['agent_1']);
  });

  it('[EN15] during its first look does not begin to wait', async () => {
    const store = new SlowStore();
    const claim = store.claims.claim(claimRequest({ waitMs: 1_000 }));
    store.claims.cancel(() => true);
    await store.answer();
    expect(await claim).toBeNull();
    store.claims.wake();
    expect(store.looks).toHaveLength(0);
  });

  it('[EN15] leaves no timer behind', async () => {
    const store = new SlowStore();
    const waiters = await store.waiters('agent_1', 'agent_2', 'agent_3');
    expect(vi.getTimerCount()).toBe(3);
    store.claims.cancel(() => true);
    expect(await Promise.all(waiters)).toEqual([null, null, null]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a store that fails', () => {
  it('[EN14] fails the claim that asked, and does not end those who wait', async () => {
    const store = new SlowStore();
    const failing = store.claims.claim(claimRequest({ waitMs: 0 }));
    store.looks.shift()?.reject(new Error('the disk is gone'));
    await expect(failing).rejects.toThrow('the disk is gone');
    const [waiting] = await store.waiters('agent_1');
    store.claims.wake();
    store.looks.shift()?.reject(new Error('the disk is gone'));
    await turn();
    store.claims.wake();
    await store.answer('task_1');
    expect(await waiting).toBe('task_1 for agent_1');
  });
});

describe('many who wait', () => {
  const waitFor = (holder: string, actions: string[] | null = null): ClaimRequest => ({
    tenant: 'tenant_a',
    holder,
    performers: ['agent'],
    actions,
    run: null,
    leaseMs: 1_000,
    waitMs: 60_000,
  });
  const ready = { tenant: 'tenant_a', run: 'exec_1', performer: 'agent', action: 'mail' };

  /** A store that has nothing ready, and counts how often it is asked. */
  function emptyStore(): { store: Store; asked: () => number } {
    let count = 0;
    const readySteps = async (): Promise<never[]> => {
      count += 1;
      return [];
    };
    const store = { readySteps, parkedSteps: nothingParked } as unknown as Store;
    return { store, asked: () => count };
  }

  it('[EN14] a step that becomes ready costs a look for each kind of waiter, not for each', async () => {
    const { store, asked } = emptyStore();
    const claims = new Claims<string>(store, async () => null);
    const waiting = Array.from({ length: 300 }, (_, index) =>
      claims.claim(waitFor(`agent_${index}`, index % 3 === 0 ? ['call'] : null)),
    );
    await vi.waitFor(() => expect(asked()).toBe(300), 60_000);
    claims.wake([ready]);
    await vi.waitFor(() => expect(asked()).toBe(301), 60_000);
    claims.wake();
    await vi.waitFor(() => expect(asked()).toBe(303), 60_000);
    claims.cancel(() => true);
    expect((await Promise.all(waiting)).every((claimed) => claimed === null)).toBe(true);
  });

  it('[EN15] one caller may wait only so often, and others are not affected', async () => {
    const { store } = emptyStore();
    const claims = new Claims<string>(store, async () => null);
    const waiting = Array.from({ length: 256 }, () => claims.claim(waitFor('agent_greedy')));
    const one = claims.claim(waitFor('agent_greedy'));
    await expect(one).rejects.toMatchObject({ code: 'rate_limited' });
    const other = claims.claim(waitFor('agent_modest'));
    claims.cancel(() => true);
    await Promise.all([...waiting, other]);
    const later = claims.claim(waitFor('agent_greedy'));
    claims.cancel(() => true);
    expect(await later).toBeNull();
  });
});

describe('claims of several at once', () => {
  const row = (step: string) => ({ run: 'exec_a', step, performer: 'tool', action: 'a' });
  const reader = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => row(`task_${index}`));
    return { readySteps: async () => rows } as unknown as Store;
  };
  const request = { tenant: 'tenant_a', holder: 'worker_a', performers: ['tool'], leaseMs: 0 };
  const roomFor = (places: number) => {
    let left = places;
    const taken: string[] = [];
    return {
      taken,
      left: () => left,
      keep: () => {
        left -= 1;
      },
      giveBack: () => {
        left += 1;
      },
      take: (claimed: string, performer: string) => void taken.push(`${claimed} ${performer}`),
    };
  };

  it('[EN44] what came to be for another meanwhile has the place that was kept', async () => {
    const claims = new Claims<string>(reader(1), async () => 'a step for a model');
    const room = roomFor(1);
    expect(await claims.fill(request, room)).toBe(true);
    expect(room.taken).toEqual(['a step for a model tool']);
  });

  it('[EN44] end where there is no room, even less than none, and say so', async () => {
    const claims = new Claims<string>(reader(5), async ({ step }) => step);
    const room = roomFor(2);
    expect(await claims.fill(request, room)).toBe(false);
    expect(room.taken).toHaveLength(2);
    room.keep();
    expect(await claims.fill(request, room)).toBe(false);
    expect(room.taken).toHaveLength(2);
  });

  it('[EN44] what is refused leaves its place to the next', async () => {
    const isLast = (step: string): boolean => step === 'task_4';
    const claims = new Claims<string>(reader(5), async ({ step }) => (isLast(step) ? step : null));
    const room = roomFor(1);
    expect(await claims.fill(request, room)).toBe(true);
    expect(room.taken).toEqual(['task_4 tool']);
  });
});
