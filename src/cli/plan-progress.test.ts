import { describe, expect, it } from 'vitest';
import type { PlanStatus } from '../contract/plans.ts';
import { progressLine, spanText } from './plan-progress.ts';

const usage = { calls: 4, tokens: 12_345, cost_usd: 0.0123, budget_left: { usd: 4.98 } };

const line = (change: Partial<PlanStatus>, timing: object = {}): string =>
  progressLine({
    ...{ progress_percentage: 42, current_step: 'Levers', usage },
    timing: { eta_sec: 75, ...timing },
    ...change,
  } as PlanStatus);

describe('the line of progress', () => {
  it('[CL21] tells how far it is, what is under way, what it cost and when it is done', () => {
    expect(line({})).toBe(
      ' 42 %  Levers  4 calls, 12,345 tokens, $0.0123, $4.98 left  about 75 s left',
    );
  });

  it('[CL21] leaves out what nobody knows, and says why it does not go on', () => {
    const none = { ...usage, calls: 0 };
    expect(line({ usage: none, current_step: null }, { eta_sec: null })).toBe(' 42 %');
    const dear = { ...usage, cost_usd: null, budget_left: null };
    expect(line({ usage: dear })).toContain('cost unknown  about');
    const stalled = { reason: 'No agent thinks for it.' };
    expect(line({ usage: none }, { eta_sec: null, stalled })).toBe(
      ' 42 %  No agent thinks for it.',
    );
  });

  it('[CL21] speaks of minutes and hours where seconds are many', () => {
    expect([0.2, 89, 100, 6_000].map(spanText)).toEqual(['1 s', '89 s', '2 min', '1.7 h']);
  });
});
