import { describe, expect, it } from 'vitest';
import { mcpInstructions, mcpPrompts } from './mcp-texts.ts';

describe('the texts agents read first', () => {
  it('[MC15] the instructions fit in 2 kB', () => {
    expect(Buffer.byteLength(mcpInstructions)).toBeLessThanOrEqual(2048);
    expect(mcpInstructions).toContain('plan_create');
  });

  it.each(mcpPrompts)('[MC16] $name uses every value it is given', (prompt) => {
    const values = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `<${name}>`]));
    const text = prompt.render(values);
    for (const value of Object.values(values)) expect(text).toContain(value);
  });

  it('[MC16] an optional value that is left out leaves no trace', () => {
    const prompt = mcpPrompts.find(({ name }) => name === 'work_as_agent');
    expect(prompt?.render({ role: 'tester' })).not.toContain('undefined');
  });

  it.each([
    [{ goal: 'Open a shop' }, 'plan_create'],
    [{ plan_id: 'plan_1' }, 'Think for the plan plan_1: '],
    [{}, 'Ask me for the goal'],
  ])('[CB9] think_for_plan with %j begins with what is to be done', (values, words) => {
    const text = mcpPrompts.find(({ name }) => name === 'think_for_plan')?.render(values) ?? '';
    expect(text).toContain(words);
    expect(text).not.toContain('undefined');
    const calls = ['kinds ["model"]', 'work_complete', 'output_invalid', 'lease_lost'];
    for (const call of calls) expect(text).toContain(call);
  });
});
