import { describe, expect, it } from 'vitest';
import { errorResult, internalError, toolResult, unknownTool } from './mcp-result.ts';

const firstText = (result: ReturnType<typeof toolResult>): string => {
  const [block] = result.content;
  return block?.type === 'text' ? block.text : '';
};

describe('tool results', () => {
  it('[MC2] the text is exactly the JSON of the structured content', () => {
    const value = { plan_id: 'plan_1', nested: { list: [1, 'two', null] } };
    const result = toolResult({ ok: true, value });
    expect(result.structuredContent).toEqual(value);
    expect(firstText(result)).toBe(JSON.stringify(result.structuredContent));
    expect(result.isError).toBeUndefined();
  });

  it('[MC3] an error is text of the shared form, marked, without structured content', () => {
    const error = { code: 'PLAN_NOT_FOUND', message: 'No such plan.', error_id: 'err_1' };
    const result = errorResult(error);
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty('structuredContent');
    expect(JSON.parse(firstText(result))).toEqual({ error });
  });

  it('[MC3] an unknown tool names the known ones and echoes little', () => {
    const text = firstText(unknownTool('x'.repeat(5000), ['plan_create'], 'err_2'));
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'INVALID_TOOL', error_id: 'err_2' } });
    expect(text).toContain('plan_create');
    expect(text.length).toBeLessThan(300);
  });

  it('[MC4] an internal error tells the id and nothing else', () => {
    expect(internalError('err_3')).toEqual({
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining('err_3'),
      error_id: 'err_3',
    });
  });
});
