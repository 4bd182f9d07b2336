import { describe, expect, it } from 'vitest';
import { checkInstructions, createCallGate, prepareToolset } from './mcp-toolset.ts';
import type { McpTool } from './mcp-types.ts';

const tool: McpTool<unknown> = {
  name: 'plan_status',
  title: 'Plan status',
  description: 'Tells how far a plan is.',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  call: async () => ({ ok: true, value: {} }),
};

describe('a toolset', () => {
  it('lists a tool with its schemas and annotations, without its function', () => {
    const { list } = prepareToolset([tool]);
    const dataOfTool: unknown = JSON.parse(JSON.stringify(tool));
    expect(list).toEqual([dataOfTool]);
  });

  it.each([
    ['a bad name', { name: 'plan status' }],
    ['an empty name', { name: '' }],
    ['a long description', { description: 'x'.repeat(2049) }],
    ['an input schema that is no object', { inputSchema: { type: 'string' } }],
    ['an output schema without a type', { outputSchema: {} }],
  ])('[MC15] %s is refused at start', (_what, change) => {
    expect(() => prepareToolset([{ ...tool, ...change }])).toThrow(
      expect.objectContaining({ code: 'config_invalid' }),
    );
  });

  it('[MC15] two tools of one name are refused at start', () => {
    expect(() => prepareToolset([tool, tool])).toThrow('same name');
  });

  it('[MC15] instructions over 2 kB are refused at start', () => {
    expect(() => checkInstructions('é'.repeat(1024))).not.toThrow();
    expect(() => checkInstructions('é'.repeat(1025))).toThrow('2 kB');
  });

  it('[MC10] the gate is full at its limit and open again after a leave', () => {
    const gate = createCallGate({ maxConcurrentCalls: 2 });
    expect([gate.enter(), gate.enter(), gate.enter()]).toEqual([true, true, false]);
    gate.leave();
    expect(gate.enter()).toBe(true);
  });
});
