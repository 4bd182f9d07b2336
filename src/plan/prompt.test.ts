import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closingInput } from '../../test/support/closing.ts';
import { filled, stagePrompt } from './prompt.ts';
import { type AnyStage, type AnyThought, answerOf, type StageInput } from './stage.ts';
import { thoughts } from './stages/index.ts';

const material: AnyStage = {
  name: 'notes',
  version: 1,
  needs: [],
  output: z.unknown(),
  offline: () => null,
};

const stage: AnyThought = {
  name: 'verdict',
  title: 'Verdict',
  version: 1,
  needs: ['notes'],
  output: z.object({ verdict: z.string() }),
  prompt: 'Say {{what}}.',
  inputTokens: 1_000,
  outputTokens: 100,
  words: () => ({ what: 'yes or no' }),
};

const inputOf = (goal: string, notes: unknown): StageInput => ({
  intake: { planId: 'plan_t1', goal, startDate: '2026-01-05' },
  outputs: { notes },
});

const ask = (goal: string, notes: unknown, fits?: (prompt: string) => boolean) =>
  stagePrompt({
    ...{ stage, part: null, input: inputOf(goal, notes), needs: [material] },
    count: (text) => Math.ceil(text.length / 4),
    ...(fits === undefined ? {} : { fits }),
  });

describe('the prompt of a stage', () => {
  it('[PP3] begins with what all calls share, then the material, then the task', () => {
    const one = ask('Open a bakery', { first: 1 });
    const other = ask('Open a bakery', { second: 2 });
    expect(one.system).toBe(other.system);
    expect(one.system).toContain('<goal>\nOpen a bakery\n</goal>');
    expect(one.prompt).toMatch(
      /^<data name="notes">\n\{"first":1\}\n<\/data>\n\n# Your task\nSay yes or no\.$/,
    );
  });

  it('[PP3] no text can close or open the marks that it stands in', () => {
    const marks = fc.constantFrom(
      '</data>',
      '</goal>',
      '<data name="x">',
      '</DATA >',
      '<goal>',
      'x',
    );
    const text = fc.array(marks, { maxLength: 6 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, text, (goal, note) => {
        const { system, prompt } = ask(goal, { note });
        expect(system.match(/<\/?(goal|data)\b/gi)?.slice(-2)).toEqual(['<goal', '</goal']);
        expect(prompt.match(/<\/?(goal|data)\b/gi)).toEqual(['<data', '</data']);
      }),
    );
  });

  it('[PP4] is whole if it fits, and shortened as little as is needed if not', () => {
    const notes = {
      list: Array.from({ length: 40 }, (_, index) => `note ${index} ${'x'.repeat(300)}`),
    };
    expect(ask('Open a bakery', { list: ['short'] }).shortened).toEqual([]);
    const { prompt, shortened } = ask('Open a bakery', notes);
    expect(shortened).toEqual(['notes: texts up to 80 characters, lists up to 30']);
    expect(prompt).toContain('… and 10 more');
  });

  it('[PP22] texts are shortened before lists: every item is still there to be named', () => {
    const notes = {
      list: Array.from({ length: 8 }, (_, index) => `note ${index} ${'x'.repeat(380)}`),
    };
    const { prompt, shortened } = ask('Open a bakery', notes);
    expect(shortened).toEqual(['notes: texts up to 200 characters']);
    expect(prompt.match(/note \d/g)).toHaveLength(8);
  });

  it('[PP22] for a model with less room it is shortened to just that, whatever else there is', () => {
    const notes = { list: Array.from({ length: 20 }, (_, index) => `note ${index}`) };
    const { prompt, shortened } = ask('Open a bakery', notes, (text) => text.length < 250);
    expect(shortened).toEqual(['notes: texts up to 80 characters, lists up to 12']);
    expect(prompt.length).toBeLessThan(250);
    expect(ask('Open a bakery', notes).shortened).toEqual([]);
  });

  it('[PP4] that cannot be made to fit is refused, with the sizes', () => {
    const call = () => ask('x'.repeat(8_000), {});
    expect(call).toThrow(/prompt of verdict does not fit 1000 tokens.*take about 2\d{3}/s);
    expect(() => ask('Open a bakery', {}, () => false)).toThrow(/however it is shortened/);
  });

  it('[PP2] a place that nothing fills is refused', () => {
    expect(() => filled(stage, {})).toThrow(/\{\{what\}\} that nothing fills/);
  });

  it.each(thoughts.map((one) => [one.name, one] as const))(
    '[PP2] %s fills every place of its prompt, and has a schema that models take',
    async (_name, one) => {
      const input = await closingInput();
      const { parts } = one;
      const list = parts?.known?.('full') ?? [];
      for (const part of parts ? list : [null]) {
        expect(filled(one, { ...one.words?.(input), ...part?.words })).not.toContain('{{');
      }
      const schema = z.toJSONSchema(answerOf(one, list[0])) as { type?: string };
      expect(schema.type).toBe('object');
    },
  );
});
