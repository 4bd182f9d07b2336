import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from './run-tool.ts';
import type { ProductServer } from './test-server.ts';
import { startTestServer, wellKnownCall } from './test-server.ts';

const timeout = 30_000;
const toolErrorExit = 5;

let server: ProductServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function inspect(target: readonly string[], args: readonly string[]) {
  const run = await runTool('inspector', ['--cli', ...target, ...args, '--format', 'json', '-q']);
  const { result } = JSON.parse(run.stdout) as { result: Record<string, unknown> };
  return { code: run.code, result };
}

const call = (input: object): string[] => [
  ...['--method', 'tools/call', '--tool-name', wellKnownCall.tool],
  ...['--tool-args-json', JSON.stringify(input)],
];

const targets = [
  ['HTTP', (): readonly string[] => [server.url]],
  ['stdio', (): readonly string[] => server.stdioCommand],
] as const;

describe.each(targets)('the Inspector over %s', (_name, target) => {
  it.each(['legacy', 'modern'])('[MC13] lists the tools (%s)', { timeout }, async (era) => {
    const args = ['--method', 'tools/list', '--strict', '--protocol-era', era];
    const { code, result } = await inspect(target(), args);
    expect(code).toBe(0);
    expect(result.tools).toContainEqual(expect.objectContaining({ name: wellKnownCall.tool }));
  });

  it.each(['legacy', 'modern'])('[MC13] calls a tool (%s)', { timeout }, async (era) => {
    const args = [...call(wellKnownCall.input), '--protocol-era', era];
    const { code, result } = await inspect(target(), args);
    expect(code).toBe(0);
    expect(result.structuredContent).toMatchObject(wellKnownCall.answer);
  });

  it('[MC13] sees a tool error as one', { timeout }, async () => {
    const { code, result } = await inspect(target(), call(wellKnownCall.badInput));
    expect(code).toBe(toolErrorExit);
    expect(JSON.stringify(result.content)).toContain('INVALID_ARGUMENTS');
  });
});
