import { describe, expect, it } from 'vitest';
import { parseMcpBody, readMcpBody } from './mcp-body.ts';

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const post = (body: string): Request =>
  new Request('http://127.0.0.1/mcp', { method: 'POST', body });

describe('the body of an MCP request', () => {
  it('[MC7] one message passes', () => {
    expect(parseMcpBody('{"jsonrpc":"2.0"}')).toEqual({ ok: true, value: { jsonrpc: '2.0' } });
  });

  it.each([
    ['not JSON', '{', -32_700],
    ['nothing', '', -32_700],
    ['a number', '7', -32_600],
    ['null', 'null', -32_600],
    ['a batch', '[{"jsonrpc":"2.0"}]', -32_600],
    ['a forbidden key', '{"params":{"__proto__":{"x":1}}}', -32_600],
    ['65 levels', nested(65), -32_600],
  ])('[MC7] %s is refused', (_what, body, rpcCode) => {
    expect(parseMcpBody(body)).toMatchObject({ ok: false, status: 400, rpcCode });
  });

  it('[MC7] 64 levels pass', () => {
    expect(parseMcpBody(nested(64)).ok).toBe(true);
  });

  it('[MC7] a body over the limit is refused, one at the limit is not', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(100) });
    const size = Buffer.byteLength(body);
    expect(await readMcpBody(post(body), size)).toMatchObject({ ok: true });
    expect(await readMcpBody(post(body), size - 1)).toMatchObject({ ok: false, status: 413 });
  });
});
