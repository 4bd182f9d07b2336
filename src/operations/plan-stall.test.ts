import { describe, expect, it } from 'vitest';
import type { Rows } from '../store/tables.ts';
import { stallOf } from './plan-stall.ts';

const minuteMs = 60_000;
const run = { plan: 'plan_1', created_at: 0, started_at: 1 } as Rows['runs'];

const step = (change: Partial<Rows['steps']>): Rows['steps'] =>
  ({
    ...{ step: 'stage_levers', state: 'READY', performer: 'model', action: 'stage.levers' },
    ...{ wait_for: '', wait_key: '', changed_at: 0, ...change },
  }) as Rows['steps'];

const stall = (steps: Rows['steps'][], atMinute: number) =>
  stallOf('processing', run, steps, atMinute * minuteMs);

describe('a plan that does not go on', () => {
  it('[PP11] has no worker, five minutes after it was made or could go on', () => {
    expect(stallOf('pending', run, [], 5 * minuteMs)).toBeUndefined();
    expect(stallOf('pending', run, [], 6 * minuteMs)?.waits_for).toBe('worker');
    expect(stall([step({})], 4)).toBeUndefined();
    expect(stall([step({})], 6)?.reason).toContain('planwright serve');
  });

  it('[PP11] is not one that makes progress, waits to try again, or is stopped', () => {
    const held = step({ state: 'LEASED' });
    const done = step({ step: 'stage_facts', state: 'VERIFIED', changed_at: 15 * minuteMs });
    expect(stall([held], 21)?.waits_for).toBe('step');
    expect(stall([held, done], 21)).toBeUndefined();
    expect(stall([step({ state: 'WAITING', wait_for: 'time' })], 60)).toBeUndefined();
    expect(stallOf('stopped', run, [held], 60 * minuteMs)).toBeUndefined();
  });

  it('[PP11] waits for money at once, unless something is still under way', () => {
    const unpaid = (wait_key: string) => step({ state: 'WAITING', wait_for: 'budget', wait_key });
    expect(stall([unpaid('money')], 0)?.reason).toContain('planwright fund plan_1');
    expect(stall([unpaid('family:purse_7')], 0)?.reason).toContain('purse_7');
    const costs = new Map([['stage_levers', { money: 108_000, tokens: 27_000, calls: 3 }]]);
    const reason = (key: string) => stallOf('processing', run, [unpaid(key)], 0, costs)?.reason;
    expect(reason('money')).toContain('for which $0.1080 is set aside');
    expect(reason('tokens')).toContain('27,000 tokens');
    expect(reason('calls')).toContain('3 calls');
    expect(stall([unpaid('time')], 0)?.reason).toContain('hours');
    expect(stall([unpaid('money'), step({ state: 'LEASED' })], 0)).toBeUndefined();
  });
});
