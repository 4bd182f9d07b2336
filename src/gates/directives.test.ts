import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DirectiveLimit } from '../contract/plan-direction.ts';
import { gateResultSchema } from '../contract/plan-gates.ts';
import { type CheckedDirective, type DirectivesInput, directivesGate } from './directives.ts';

const directive = (
  limit: DirectiveLimit | null,
  more: Partial<CheckedDirective> = {},
): CheckedDirective => ({
  ...{ id: 'D1', kind: 'constraint', text: 'As it was laid down.', importance: 5 },
  limit,
  ...more,
});

const byJune = directive({ of: 'finish', latest: '2026-06-30' });
const fromMay = directive({ of: 'start', earliest: '2026-05-01' });
const tenThousand = directive({ of: 'cost', most: 10_000, currency: 'EUR' });
const noNft = directive({ of: 'words', never: ['NFT', 'crypto'] }, { kind: 'banned' });

const gateOf = (one: CheckedDirective, rest: Omit<DirectivesInput, 'directives'>) => {
  const { status, findings } = directivesGate({ directives: [one], ...rest });
  return [status, ...findings.map(({ level, artifact, field }) => `${level} ${artifact}.${field}`)];
};
const cost = (base: number, high = base, currency = 'EUR') => ({
  totals: { cost: { base, high, currency } },
});

describe('the directives gate', () => {
  it.each<[string, CheckedDirective, Omit<DirectivesInput, 'directives'>, string[]]>([
    [
      'a finish after the date',
      byJune,
      { totals: { finish_date: '2026-07-01' } },
      ['fail schedule.finish_date'],
    ],
    [
      'a start before the date',
      fromMay,
      { totals: { start_date: '2026-04-30' } },
      ['fail schedule.start_date'],
    ],
    ['a cost above the sum', tenThousand, cost(10_001), ['fail costs.base']],
    [
      'a banned word in any text',
      noNft,
      { texts: [{ artifact: 'phases', field: 'task_1_1.title', text: 'Mint an NFT' }] },
      ['fail phases.task_1_1.title'],
    ],
    ['a scenario that breaks it', noNft, { breaks: ['D1'] }, ['fail scenarios.breaks_directives']],
    [
      'a verdict that it is broken',
      directive(null),
      { verdicts: [{ directive: 'D1', verdict: 'broken', where: 'charter', why: 'It is not.' }] },
      ['fail adherence.charter'],
    ],
  ])('[GT5] finds %s', (_what, one, rest, findings) => {
    expect(gateOf(one, rest)).toEqual(['fail', ...findings]);
    const wish = { ...one, importance: 3 };
    expect(gateOf(wish, rest)).toEqual(['warn', ...findings.map((f) => f.replace('fail', 'warn'))]);
  });

  it.each<[string, CheckedDirective, Omit<DirectivesInput, 'directives'>]>([
    ['a finish on the date', byJune, { totals: { finish_date: '2026-06-30' } }],
    ['a start on the date', fromMay, { totals: { start_date: '2026-05-01' } }],
    ['a cost of just the sum', tenThousand, cost(10_000)],
    [
      'a text without the words',
      noNft,
      { texts: [{ artifact: 'risks', field: 'R1.title', text: 'Cryptography fails' }] },
    ],
    ['another directive that is broken', noNft, { breaks: ['D2'] }],
    [
      'a verdict that nothing touches it',
      directive(null),
      { verdicts: [{ directive: 'D1', verdict: 'not_touched', where: '', why: 'Elsewhere.' }] },
    ],
    ['nothing to look at yet', byJune, {}],
  ])('[GT5] lets %s pass', (_what, one, rest) => {
    expect(gateOf(one, rest)).toEqual(['pass']);
  });

  it('[GT5] warns of what may break it, and of money that cannot be compared', () => {
    expect(gateOf(tenThousand, cost(9_000, 12_000))).toEqual(['warn', 'warn costs.high']);
    expect(gateOf(tenThousand, cost(9_000, 9_000, 'USD'))).toEqual(['warn', 'warn costs.base']);
    const partly = { directive: 'D1', verdict: 'partly', where: '', why: 'Half of it.' } as const;
    expect(gateOf(directive(null), { verdicts: [partly] })).toEqual(['warn', 'warn adherence.D1']);
  });

  it('[GT5] warns early where even the least that is expected is too much', () => {
    const expected = (leastCost: number) => [
      { artifact: 'assumptions', field: 'A2.lower', leastCost, currency: 'EUR' },
    ];
    expect(gateOf(tenThousand, { expected: expected(12_000) })).toEqual([
      ...['warn', 'warn assumptions.A2.lower'],
    ]);
    expect(gateOf(tenThousand, { expected: expected(9_000) })).toEqual(['pass']);
  });

  it('[GT44] by the odds where it was simulated: kept, or in doubt, or late', () => {
    const likely = (odds: number | null, holds: string) => ({
      confidence: 0.8,
      finish: { limit: '2026-06-30', odds, atConfidence: holds },
      cost: { limit: null, odds: null, atConfidence: null },
    });
    const by = (odds: number | null, holds: string) =>
      gateOf(byJune, { totals: { finish_date: '2026-06-20', likely: likely(odds, holds) } });
    expect(by(0.8, '2026-06-30')).toEqual(['pass']);
    expect(by(0.79, '2026-06-30')).toEqual(['warn', 'warn schedule.odds']);
    expect(by(null, '2026-07-02')).toEqual(['warn', 'warn schedule.odds']);
    expect(by(null, '2026-06-30')).toEqual(['pass']);
  });

  it('[GT44] money too: the odds of the budget count, not the sum of all that may go wrong', () => {
    const by = (odds: number | null, atConfidence: number | null, high = 14_000) => {
      const { totals } = cost(9_000, high);
      const likely = {
        confidence: 0.8,
        finish: { limit: null, odds: null, atConfidence: '2026-06-01' },
        cost: { limit: 10_000, odds, atConfidence },
      };
      return gateOf(tenThousand, { totals: { ...totals, likely } });
    };
    expect(by(0.9, 9_500)).toEqual(['pass']);
    expect(by(0.6, 11_000)).toEqual(['warn', 'warn costs.odds']);
    expect(by(null, 9_500)).toEqual(['pass']);
    expect(by(null, null)).toEqual(['warn', 'warn costs.high']);
  });

  it('[GT44] where code has looked its word counts, and stands there once', () => {
    const verdicts = [{ directive: 'D1', verdict: 'broken', where: 'x', why: 'Late.' } as const];
    const totals = { finish_date: '2026-06-01' };
    expect(gateOf(byJune, { verdicts, totals })).toEqual(['pass']);
    const late = { finish_date: '2026-07-01' };
    expect(gateOf(byJune, { verdicts, totals: late })).toEqual([
      'fail',
      'fail schedule.finish_date',
    ]);
    expect(gateOf(byJune, { verdicts })).toEqual(['fail', 'fail adherence.x']);
  });

  it('[GT5] an intent that is missed is told, not refused', () => {
    const verdicts = [{ directive: 'D1', verdict: 'broken', where: 'x', why: 'No.' } as const];
    const intent = directive(null, { kind: 'intent' });
    expect(gateOf(intent, { verdicts })).toEqual(['warn', 'warn adherence.x']);
  });

  it('[GT5] is a critical gate, and its result fits its schema whatever it looks at', () => {
    const text = fc.record({
      artifact: fc.string({ minLength: 1 }),
      field: fc.string({ minLength: 1 }),
      text: fc.string(),
    });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 300 }),
        fc.string({ minLength: 1 }),
        (texts, word) => {
          const never = directive({ of: 'words', never: [word] });
          const result = directivesGate({ directives: [never], texts });
          expect(result.severity).toBe('critical');
          expect(gateResultSchema.safeParse(result).success).toBe(true);
        },
      ),
    );
  });
});
