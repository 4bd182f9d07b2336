// Tool outcomes in the protocol's form. The text is exactly the JSON of the structured content, since
// some clients show only one of the two. An error carries text alone: its shape is not the tool's
// output schema, and clients check structured content against that schema even when isError is set.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpError, McpOutcome } from './mcp-types.ts';

const maxEchoChars = 64;

const textOf = (value: object): CallToolResult['content'] => [
  { type: 'text', text: JSON.stringify(value) },
];

export const errorResult = (error: McpError): CallToolResult => ({
  content: textOf({ error }),
  isError: true,
});

export function toolResult(outcome: McpOutcome): CallToolResult {
  if (!outcome.ok) return errorResult(outcome.error);
  return {
    content: textOf(outcome.value),
    structuredContent: outcome.value as Record<string, unknown>,
  };
}

export function unknownTool(
  name: string,
  known: readonly string[],
  errorId: string,
): CallToolResult {
  const shown = name.slice(0, maxEchoChars);
  return errorResult({
    code: 'INVALID_TOOL',
    message: `There is no tool ${JSON.stringify(shown)} here. Use one of: ${known.join(', ')}.`,
    error_id: errorId,
  });
}

export const internalError = (errorId: string): McpError => ({
  code: 'INTERNAL_ERROR',
  message: `Something went wrong inside. Try again; if it stays, report ${errorId}.`,
  error_id: errorId,
});

export const tooManyCalls = (errorId: string): McpError => ({
  code: 'rate_limited',
  message: 'Too many calls are under way. Try again in a few seconds.',
  details: { retry_after_seconds: 5 },
  error_id: errorId,
});
