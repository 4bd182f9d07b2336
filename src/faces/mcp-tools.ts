// MCP tools from the operation table.
import type { Context, Principal, Services } from '../operations/context.ts';
import type { JsonOperation, Toolset } from '../operations/operation.ts';
import { invokeWatched, type WatchKey } from './invoke-watched.ts';
import type { McpCallContext, McpOutcome, McpTool } from './mcp-types.ts';
import { jsonSchema } from './openapi.ts';
import { asKnown, type ErrorReport, reportError } from './problem.ts';
import { slimSchema } from './slim-schema.ts';

export interface ToolOptions {
  readonly services: Services;
  readonly report: ErrorReport;
  /** Where callers have keys. */
  readonly watchKey?: WatchKey;
}

const noKey: WatchKey = () => null;

async function callTool(
  operation: JsonOperation,
  { services, report, watchKey = noKey }: ToolOptions,
  input: unknown,
  call: McpCallContext<Principal>,
): Promise<McpOutcome> {
  const { caller: principal, signal, idempotencyKey = null } = call;
  const context: Context = { ...services, principal, signal, idempotencyKey };
  try {
    return { ok: true, value: await invokeWatched(operation, context, input ?? {}, watchKey) };
  } catch (error) {
    const known = asKnown(error);
    const { code, message, facts } = known;
    const details = Object.keys(facts).length > 0 ? { details: { ...facts } } : {};
    const errorId = reportError(report, known, operation.name);
    return { ok: false, error: { code, message, ...details, error_id: errorId } };
  }
}

const toolOf = (operation: JsonOperation, options: ToolOptions): McpTool<Principal> => ({
  name: operation.name,
  title: operation.title,
  description: operation.description,
  inputSchema: slimSchema(jsonSchema(operation.input, 'input')),
  outputSchema: jsonSchema(operation.output, 'output'),
  annotations: {
    readOnlyHint: operation.effect === 'read',
    destructiveHint: operation.effect === 'destroy',
    idempotentHint: operation.isIdempotent,
    openWorldHint: false,
  },
  call: (input, call) => callTool(operation, options, input, call),
});

export const toolsOf = (
  operations: readonly JsonOperation[],
  toolset: Toolset,
  options: ToolOptions,
): McpTool<Principal>[] =>
  operations
    .filter((operation) => operation.toolsets.includes(toolset))
    .map((operation) => toolOf(operation, options));
