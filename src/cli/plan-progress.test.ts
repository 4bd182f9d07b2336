import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanStatus } from '../contract/plans.ts';
import { cells, fitCells } from './cells.ts';
import { plainLine, plainMark, progressLine, spanText } from './plan-progress.ts';

const usage = { calls: 4, tokens: 12_345, cost_usd: 0.0123, budget_left: { usd: 4.98 } };

const statusOf = (change: Partial<PlanStatus>, timing: object = {}): PlanStatus =>
  ({
    ...{ progress_percentage: 42, steps_completed: 17, steps_total: 41 },
    ...{ current_step: 'Levers', usage },
    timing: { eta_sec: 75, ...timing },
    ...change,
  }) as PlanStatus;

const line = (change: Partial<PlanStatus>, timing: object = {}, width = 200): string =>
  progressLine(statusOf(change, timing), width);

describe('the line of progress', () => {
  it('[CL21] tells how far it is, what is under way, what it cost and when it is done', () => {
    expect(line({})).toBe(
      '██████████░░░░░░░░░░░░░░   42 %  17/41  Levers  4 calls, 12,345 tokens, $0.0123, $4.98 left  about 75 s left',
    );
  });

  it('[CL25] gives up what matters least where the terminal is narrow', () => {
    expect(line({}, {}, 80)).toBe(
      '█████░░░░░░░   42 %  17/41  Levers  4 calls, $0.01  about 75 s left',
    );
    expect(line({}, {}, 60)).toBe(' 42 %  17/41  Levers  4 calls, $0.01  about 75 s left');
    expect(line({}, {}, 40)).toBe(' 42 %  Levers  about 75 s left');
    expect(line({}, {}, 14)).toBe(' 42 %  Levers');
    expect(line({ current_step: 'Assumptions and quantities' }, {}, 14)).toBe(' 42 %  Assump…');
  });

  it('[CL25] is never wider than the terminal', () => {
    const any = fc.record({
      current_step: fc.option(fc.string({ unit: 'grapheme', maxLength: 80 })),
      progress_percentage: fc.integer({ min: 0, max: 100 }),
      steps_total: fc.integer({ min: 0, max: 200 }),
    });
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 200 }), (change, width) => {
        const text = line(change, {}, width);
        expect(cells(text)).toBeLessThanOrEqual(width);
        expect(text).not.toMatch(/[\p{Cc}]/u);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('[CL21] leaves out what nobody knows, and says why it does not go on', () => {
    const none = { ...usage, calls: 0 };
    expect(line({ usage: none, current_step: null, steps_total: 0 }, { eta_sec: null })).toBe(
      '██████████░░░░░░░░░░░░░░   42 %',
    );
    const dear = { ...usage, cost_usd: null, budget_left: null };
    expect(line({ usage: dear })).toContain('cost unknown  about');
    const stalled = { reason: 'No agent thinks for it.' };
    expect(line({ usage: none }, { stalled })).toMatch(/17\/41 {2}No agent thinks for it\.$/);
  });

  it('[CL25] into a file goes a line where something changed, without the time that is left', () => {
    const status = statusOf({});
    expect(plainLine(status)).toBe(
      ' 42 %  17/41  Levers  4 calls, 12,345 tokens, $0.0123, $4.98 left',
    );
    expect(plainMark(status)).toBe(
      plainMark(statusOf({ usage: { ...usage, calls: 5 } }, { eta_sec: 9 })),
    );
    expect(plainMark(status)).not.toBe(plainMark(statusOf({ current_step: 'Scenarios' })));
  });

  it('[CL21] speaks of minutes and hours where seconds are many', () => {
    expect([0.2, 89, 100, 6_000].map(spanText)).toEqual(['1 s', '89 s', '2 min', '1.7 h']);
  });
});

describe('cells', () => {
  it('[CL25] counts letters that take two columns', () => {
    expect(cells('Plan')).toBe(4);
    expect(cells('計画')).toBe(4);
    expect(fitCells('計画を立てる', 7)).toBe('計画を…');
    expect(fitCells('plan', 0)).toBe('');
  });
});
