// MCP on standard input and output, both eras. Standard output belongs to the protocol alone: whatever
// else in the process writes there goes to standard error, until the handle is closed.
import { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './mcp-server.ts';
import { checkInstructions, createCallGate, prepareToolset } from './mcp-toolset.ts';
import type { McpStdioHandle, McpStdioOptions } from './mcp-types.ts';
import { StdioLines } from './stdio-lines.ts';

const defaultMaxMessageBytes = 1_048_576;
const maxSubscriptions = 16;

interface ClaimedOutput {
  readonly stream: Writable;
  release(): void;
}

function claimStdout(): ClaimedOutput {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, (error) => done(error ?? null));
    },
  });
  // A client that stops reading must end the connection, not the process.
  const fail = (error: Error): void => void stream.destroy(error);
  stdout.on('error', fail);
  return {
    stream,
    release: () => {
      stdout.write = write;
      stdout.off('error', fail);
    },
  };
}

/** Settles when the transport closes: end of input, a message over the limit, or a broken pipe. */
function whenClosed(transport: StdioServerTransport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    // A paused input would keep the process alive after a message over the limit.
    process.stdin.destroy();
    resolve();
  };
  return promise;
}

export function startMcpStdio<Caller>(options: McpStdioOptions<Caller>): McpStdioHandle {
  checkInstructions(options.instructions);
  const toolset = prepareToolset(options.tools);
  const deps = { ...options, toolset, gate: createCallGate(options) };
  const output = claimStdout();
  const maxBufferSize = options.maxMessageBytes ?? defaultMaxMessageBytes;
  const lines = new StdioLines(maxBufferSize, ({ id, message }) => {
    const error = { code: -32_600, message };
    output.stream.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  });
  process.stdin.on('error', (error) => lines.destroy(error));
  process.stdin.on('close', () => lines.destroy());
  process.stdin.pipe(lines);
  const transport = new StdioServerTransport(lines, output.stream, { maxBufferSize });
  const handle = serveStdio(() => createMcpServer(deps, { caller: options.caller }), {
    transport,
    maxSubscriptions,
    onerror: (error) => options.onError?.(error),
  });
  return {
    closed: whenClosed(transport),
    close: async () => {
      await handle.close();
      output.release();
    },
  };
}
