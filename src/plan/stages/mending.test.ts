import { describe, expect, it } from 'vitest';
import type { Quantity, ThoughtRisk } from '../../contract/plan-basis.ts';
import { basisOutput } from '../outputs/basis.ts';
import { answerOf, type Detail, type StageInput, type ThoughtStage } from '../stage.ts';
import { assumptionsStage } from './assumptions.ts';
import { mend1Stage } from './mend-1.ts';
import { mend2Stage } from './mend-2.ts';
import { risksStage } from './risks.ts';

const quantity = (id: string, more: Partial<Quantity> = {}): Quantity => ({
  ...{ id, claim: `Claim ${id}.`, lower: 10, base: 20, upper: 40, unit: 'days' },
  ...{ confidence: 'medium', status: 'estimated', evidence: 'a shop like it' },
  ...{ how_to_check: 'Ask.', reckoned: null, total: null },
  ...more,
});
const risk = (id: string, more: Partial<ThoughtRisk> = {}): ThoughtRisk => ({
  ...{ id, title: `Risk ${id}`, cause: 'Why.', effect: 'What.', likelihood: 'low', impact: 'high' },
  ...{ probability: 0.1, delay_days: null, cost: null, owner: 'Lead' },
  ...{ trigger: 'No answer.', response: 'Ask again.' },
  ...more,
});

const noNft = {
  ...{ id: 'D1', kind: 'banned', text: 'No NFT.', quote: 'no NFT', importance: 5 },
  limit: { of: 'words', never: ['NFT'] },
};
const tooWide = quantity('A1', { upper: 5000 });
const banned = risk('R1', { response: 'Sell an NFT.' });

const inputOf = (
  assumptions: Quantity[],
  risks: ThoughtRisk[],
  detail: Detail = 'standard',
): StageInput => ({
  intake: { planId: 'plan_1', goal: 'Open a shop.', startDate: '2026-01-05', detail },
  outputs: {
    direction: { directives: [noNft], scenario: {}, currency: 'EUR' },
    assumptions: { assumptions },
    risks: { risks },
  },
});

const keysOf = (stage: ThoughtStage<unknown>, input: StageInput) =>
  stage.parts?.found?.(input).map(({ key }) => key);
const merged = async (input: StageInput, parts: { key: string; value: unknown }[]) =>
  basisOutput.parse(await mend1Stage.parts?.merge(parts, input));
const again = async (input: StageInput, parts: { key: string; value: unknown }[]) => ({
  ...input,
  outputs: { ...input.outputs, 'mend-1': await merged(input, parts) },
});

describe('what the early gates send back', () => {
  it('[LV6] nothing goes back where they pass, and nobody is asked', async () => {
    const input = inputOf([quantity('A1')], [risk('R1')]);
    expect(keysOf(mend1Stage, input)).toEqual([]);
    const out = await merged(input, []);
    expect(out.gates.map(({ status }) => status)).toEqual(['pass', 'pass']);
    expect(out.returns).toEqual([]);
  });

  it('[LV6] a section that fails goes back with the section and the findings', () => {
    const input = inputOf([tooWide, quantity('A2')], [risk('R1')]);
    const [part] = mend1Stage.parts?.found?.(input) ?? [];
    expect(part?.key).toBe('assumptions');
    expect(JSON.parse(part?.data?.current ?? '')).toEqual({
      assumptions: [tooWide, quantity('A2')],
    });
    expect(part?.data?.findings).toContain('A1.bounds (10 to 5000, base 20)');
  });

  it('[LV6] a warning is no reason to ask again', () => {
    expect(keysOf(mend1Stage, inputOf([quantity('A1', { upper: 600 })], [risk('R1')]))).toEqual([]);
  });

  it('[LV6] as many sections go back as the detail allows, in as many rounds', async () => {
    const both = (detail: Detail) => inputOf([tooWide], [banned], detail);
    expect(keysOf(mend1Stage, both('standard'))).toEqual(['assumptions', 'risks']);
    expect(keysOf(mend1Stage, both('brief'))).toEqual(['assumptions']);
    expect(keysOf(mend2Stage, await again(both('full'), []))).toEqual(['assumptions', 'risks']);
    expect(keysOf(mend2Stage, await again(both('brief'), []))).toEqual([]);
  });

  it('[LV7] what comes back takes its place, and the gates look again', async () => {
    const input = inputOf([tooWide], [banned]);
    const out = await merged(input, [
      { key: 'assumptions', value: { assumptions: [quantity('A1')] } },
      { key: 'risks', value: { risks: [risk('R1')] } },
    ]);
    expect(out.assumptions).toEqual([quantity('A1')]);
    expect(out.gates.map(({ status }) => status)).toEqual(['pass', 'pass']);
    expect(out.returns).toMatchObject([
      { round: 1, section: 'assumptions' },
      { round: 1, section: 'risks' },
    ]);
    expect(out.returns[1]?.because[0]).toContain('NFT');
  });

  it('[LV7] what still fails stays, and its gate says so; what got worse is not taken', async () => {
    const input = inputOf([tooWide], [risk('R1')]);
    const worse = { assumptions: [tooWide, quantity('A2', { unit: '?' })] };
    const first = await again(input, [{ key: 'assumptions', value: worse }]);
    const out = basisOutput.parse(await mend2Stage.parts?.merge([], first));
    expect(out.assumptions).toEqual([tooWide]);
    expect(out.gates.map(({ gate, status }) => `${gate} ${status}`)).toEqual([
      ...['fermi fail', 'directives pass'],
    ]);
    expect(out.returns).toHaveLength(1);
  });

  it('[LV7] each section is answered in its own shape', () => {
    const input = inputOf([tooWide], [banned]);
    const [first, second] = mend1Stage.parts?.found?.(input) ?? [];
    expect(answerOf(mend1Stage, first).safeParse({ assumptions: [quantity('A1')] }).success).toBe(
      true,
    );
    expect(answerOf(mend1Stage, first).safeParse({ risks: [risk('R1')] }).success).toBe(false);
    expect(answerOf(mend1Stage, second).safeParse({ risks: [risk('R1')] }).success).toBe(true);
  });

  it('[LV7] leaving out what nobody complained about is no mending', () => {
    const input = inputOf([tooWide, quantity('A2')], [risk('R1')]);
    const [part] = mend1Stage.parts?.found?.(input) ?? [];
    const problems = (assumptions: Quantity[]) =>
      part ? mend1Stage.parts?.problems?.({ assumptions }, part, input) : null;
    expect(problems([quantity('A1')])).toEqual([
      'assumptions: A2 is missing; give it back as it was',
    ]);
    expect(problems([quantity('A2')])).toEqual([]);
  });

  it('[LV7] the expected cost of the whole is held against the budget early', async () => {
    const limit = { of: 'cost', most: 5000, currency: 'EUR' };
    const total = quantity('A1', {
      lower: 9000,
      base: 9500,
      upper: 9900,
      unit: 'EUR',
      total: 'cost',
    });
    const input = inputOf([total], [risk('R1')]);
    const direction = { directives: [{ ...noNft, limit }], scenario: {}, currency: 'EUR' };
    const out = await merged({ ...input, outputs: { ...input.outputs, direction } }, []);
    expect(out.gates[1]).toMatchObject({ gate: 'directives', status: 'warn' });
  });
});

describe('what code sees in assumptions and risks', () => {
  const input = inputOf([], [], 'brief');
  const ofAssumptions = (...assumptions: Quantity[]) =>
    assumptionsStage.problems?.({ assumptions }, input);
  const ofRisks = (...risks: ThoughtRisk[]) => risksStage.problems?.({ risks }, input);

  it('[LV8] sound ones pass', () => {
    const reckoned = { by: 'sum', of: ['A1', 'A2'] } as const;
    const sum = quantity('A3', { reckoned: { ...reckoned, of: [...reckoned.of] }, total: 'days' });
    expect(ofAssumptions(quantity('A1'), quantity('A2'), sum)).toEqual([]);
    expect(ofRisks(risk('R1'), risk('R2'))).toEqual([]);
  });

  it.each<[string, Quantity[], string]>([
    ['an id twice', [quantity('A1'), quantity('A1', { claim: 'B' })], 'assumptions.1.id'],
    [
      'a claim twice',
      [quantity('A1'), quantity('A2', { claim: 'claim a1' })],
      'assumptions.1.claim',
    ],
    ['bounds out of order', [quantity('A1', { base: 50 })], 'assumptions.0: 10, 50, 40'],
    [
      'a part that is not there',
      [quantity('A1', { reckoned: { by: 'sum', of: ['A1', 'A7'] } })],
      'assumptions.0.reckoned.of',
    ],
    [
      'two totals of one kind',
      [quantity('A1', { total: 'cost' }), quantity('A2', { total: 'cost' })],
      'two have the total "cost"',
    ],
    [
      'far too many',
      Array.from({ length: 12 }, (_none, at) => quantity(`A${at + 1}`)),
      'keep the 8 that matter most',
    ],
  ])('[LV8] refuses assumptions with %s', (_what, list, problem) => {
    expect(ofAssumptions(...list)?.[0]).toContain(problem);
  });

  it.each<[string, ThoughtRisk, string]>([
    ['a title twice', risk('R2', { title: 'RISK R1.' }), 'risks.1.title'],
    [
      'delays out of order',
      risk('R2', { delay_days: { low: 5, likely: 2, high: 9 } }),
      'risks.1.delay_days',
    ],
    ['costs out of order', risk('R2', { cost: { low: 5, base: 9, high: 8 } }), 'risks.1.cost'],
    ['a label that does not fit', risk('R2', { probability: 0.8 }), 'risks.1.probability'],
  ])('[LV8] refuses risks with %s', (_what, one, problem) => {
    expect(ofRisks(risk('R1'), one)?.[0]).toContain(problem);
  });
});
