import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eras, newClient } from './protocol-client.ts';

const script = fileURLToPath(new URL('stdio-sample.ts', import.meta.url));

describe.each(eras)('MCP over stdio at %s', (era) => {
  it('[MC11] noise of a tool goes to standard error and the connection lives on', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [script],
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const client = newClient(era);
    onTestFinished(() => client.close());
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    await client.connect(transport);

    const noisy = await client.callTool({ name: 'sample_noisy', arguments: { text: 'x' } });
    expect(noisy.isError).toBe(true);
    const echo = await client.callTool({ name: 'sample_echo', arguments: { text: 'x' } });
    expect(echo.structuredContent).toEqual({ text: 'x', caller: 'local' });
    await expect.poll(() => stderr).toContain('noise on standard output');
    expect(errors).toEqual([]);
  });
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test-client', version: '0.0.0' },
  },
};

function startProcess() {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  // A server that has gone breaks our pipe; the exit code is what is looked at.
  child.stdin.on('error', () => undefined);
  const exitCode = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exitCode };
}

describe('the stdio process', () => {
  it('[MC11] ends when its input ends, having written nothing of its own', async () => {
    const { child, exitCode } = startProcess();
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.end();
    expect(await exitCode).toBe(0);
    expect(chunks).toEqual([]);
  });

  it('[MC11] a client that stops reading ends it without a crash', async () => {
    const { child, exitCode } = startProcess();
    child.stdout.destroy();
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    expect(await exitCode).toBe(0);
  });

  it('[MC7] a message over the limit ends it', async () => {
    const { child, exitCode } = startProcess();
    child.stdin.write(`{"text":"${'x'.repeat(1_100_000)}`);
    expect(await exitCode).toBe(0);
  });
});
