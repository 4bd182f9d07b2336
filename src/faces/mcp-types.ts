// What the MCP face needs from the rest: tools, and optionally prompts and resources. Types only, so
// that naming them loads nothing; mcp-tools.ts makes McpTools from the operation table.
import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
  ServerOptions,
  Tool,
} from '@modelcontextprotocol/server';
import type { ErrorCode } from '../base/errors.ts';

export interface McpToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The error body every face shares; `error_id` is what the log is searched by. */
export interface McpError {
  readonly code: string;
  readonly message: string;
  readonly details?: object;
  readonly error_id: string;
}

export type McpOutcome =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly error: McpError };

export interface McpProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface McpCallContext<Caller> {
  /** Request headers over HTTP, without those that carry secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly caller: Caller;
  /** Present only when this request asked for progress. */
  readonly progress?: (progress: McpProgress) => void;
  /** Sent along so that a call that is repeated is done once. */
  readonly idempotencyKey?: string;
}

export interface McpTool<Caller> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema with `type: "object"` at its root. */
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: McpToolAnnotations;
  call(input: unknown, context: McpCallContext<Caller>): Promise<McpOutcome>;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly McpPromptArgument[];
  render(values: Readonly<Record<string, string>>): string;
}

export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface McpResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly mimeType: string;
}

export type McpResourceContent =
  | { readonly mimeType: string; readonly text: string }
  /** Base64. */
  | { readonly mimeType: string; readonly blob: string };

export interface McpResources<Caller> {
  readonly templates: readonly McpResourceTemplate[];
  list(
    cursor: string | undefined,
    context: McpCallContext<Caller>,
  ): Promise<{ readonly resources: readonly McpResource[]; readonly nextCursor?: string }>;
  /** `undefined` for what does not exist and for what this caller may not see. */
  read(uri: string, context: McpCallContext<Caller>): Promise<McpResourceContent | undefined>;
}

/** Who is on the other end of one request (HTTP) or one connection (stdio). */
export interface McpLink<Caller> {
  readonly caller: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a tool may answer when it is written against the protocol itself. */
export type McpProtocolResult = CallToolResult | InputRequiredResult;

/** Protocol features beyond the ones above; the conformance fixtures of the tests come in this way. */
export interface McpExtension<Caller> {
  readonly options?: Pick<ServerOptions, 'capabilities' | 'requestState'>;
  readonly tools?: readonly Tool[];
  /** Asked before the toolset; `undefined` leaves the call to it. */
  callTool?(
    request: CallToolRequest,
    context: ServerContext,
    link: McpLink<Caller>,
  ): Promise<McpProtocolResult> | undefined;
  install?(server: Server, link: McpLink<Caller>): void;
}

export interface McpFaceOptions<Caller> {
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  /** At most 2 kB: clients put it into every conversation. */
  readonly instructions: string;
  readonly prompts?: readonly McpPrompt[];
  readonly resources?: McpResources<Caller>;
  readonly extension?: McpExtension<Caller>;
  /** With the code of a call that is refused for it. */
  readonly newErrorId: (code?: ErrorCode) => string;
  /** Told of unexpected failures; the client sees only the error id. */
  readonly onError?: (error: unknown, errorId?: string) => void;
  /** Tool calls under way at once in this process; the next one is refused. */
  readonly maxConcurrentCalls?: number;
}

export const mcpToolsets = ['default', 'worker', 'all'] as const;
export type McpToolset = (typeof mcpToolsets)[number];

/** A refusal before any protocol is spoken, for example a bad key. */
export interface McpProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly error_id: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type McpAuthentication<Caller> =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly problem: McpProblem };

export interface McpHttpOptions<Caller> extends McpFaceOptions<Caller> {
  /** Each is read once, when its first client speaks. */
  readonly toolsets: Readonly<Record<McpToolset, readonly McpTool<Caller>[]>>;
  /** Where the default toolset is served; the others are below it. */
  readonly basePath?: string;
  readonly maxBodyBytes?: number;
  authenticate(request: Request): Promise<McpAuthentication<Caller>>;
}

export interface McpFetchHandler {
  (request: Request): Promise<Response>;
  /** Ends what is under way; later requests are refused. */
  close(): Promise<void>;
}

export interface McpStdioOptions<Caller> extends McpFaceOptions<Caller> {
  readonly tools: readonly McpTool<Caller>[];
  readonly caller: Caller;
  readonly maxMessageBytes?: number;
}

export interface McpStdioHandle {
  /** Settles when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}
