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
});
