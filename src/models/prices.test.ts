import { describe, expect, it } from 'vitest';
import { builtInModels } from './built-in-models.ts';
import { type ModelSpec, modelSpecSchema } from './model-spec.ts';
import { factsOf } from './prices.ts';

const spec = (given: object): ModelSpec => modelSpecSchema.parse(given);
const tokens = { input: 1_000_000, output: 100_000, reasoning: 50_000, cached: 400_000 };

describe('prices', () => {
  it('[MD17] come from the table, with cached tokens cheaper', async () => {
    const { costMicros } = await factsOf(spec({ provider: 'openai', model: 'gpt-5-mini' }));
    const whole = costMicros({ ...tokens, cached: 0 });
    expect(whole).toBe(450_000);
    expect(costMicros(tokens)).toBeLessThan(whole ?? 0);
  });

  it('[MD17] what is kept for later costs more', async () => {
    const model = spec({ provider: 'anthropic', model: 'claude-sonnet-4-5' });
    const { costMicros } = await factsOf(model);
    const plain = costMicros({ ...tokens, cached: 0, input: 100_000 }) ?? 0;
    const kept = { ...tokens, cached: 0, input: 100_000, cacheWritten: 100_000 };
    expect(costMicros(kept)).toBeGreaterThan(plain);
  });

  it('[MD17] an unknown model has none, which is not 0', async () => {
    const unknown = { provider: 'openai', model: 'no-such-model' };
    expect((await factsOf(spec(unknown))).costMicros(tokens)).toBeNull();
    const other = { provider: 'openai-compatible', model: 'x', baseUrl: 'https://x.example/v1' };
    expect((await factsOf(spec(other))).costMicros(tokens)).toBeNull();
  });

  it('[MD17] the operator’s own word wins, and their own machine costs nothing', async () => {
    const price = { input: 2, output: 10, cached: 0.5 };
    const stated = await factsOf(spec({ provider: 'openai', model: 'gpt-5-mini', price }));
    expect(stated.costMicros(tokens)).toBe(1_200_000 + 200_000 + 1_000_000);
    const local = await factsOf(spec({ provider: 'ollama', model: 'x' }));
    expect(local.costMicros(tokens)).toBe(0);
  });

  it('[MD17] a call without counts has no cost', async () => {
    const { costMicros } = await factsOf(spec({ provider: 'openai', model: 'gpt-5-mini' }));
    expect(costMicros({ input: null, output: null, reasoning: null, cached: null })).toBeNull();
  });

  it.each(builtInModels)('[MD20] $key is in the table', async ({ spec: model }) => {
    const { costMicros } = await factsOf(model);
    expect(costMicros(tokens)).toBeGreaterThan(0);
  });
});
