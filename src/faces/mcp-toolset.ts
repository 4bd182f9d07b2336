// A toolset made ready once and shared by every request: the list as sent, a look-up by name, and a
// count of the calls under way. Mistakes in the table are found here, at start, not by a client.
import type { Tool } from '@modelcontextprotocol/server';
import { PlanwrightError } from '../base/errors.ts';
import type { McpFaceOptions, McpTool } from './mcp-types.ts';

const namePattern = /^[A-Za-z0-9_./-]{1,64}$/;
const maxTextBytes = 2048;
const defaultMaxConcurrentCalls = 2000;

export interface CallGate {
  /** False when the limit is reached; each true must be followed by one `leave`. */
  enter(): boolean;
  leave(): void;
}

export interface PreparedToolset<Caller> {
  readonly list: readonly Tool[];
  readonly byName: ReadonlyMap<string, McpTool<Caller>>;
}

const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

function refuse(problem: string): never {
  throw new PlanwrightError('config_invalid', problem);
}

function checkTool<Caller>(tool: McpTool<Caller>): void {
  const name = JSON.stringify(tool.name);
  if (!namePattern.test(tool.name)) refuse(`The tool name ${name} is not allowed.`);
  if (byteLength(tool.description) > maxTextBytes) refuse(`${name}: description over 2 kB.`);
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    if ((schema as { type?: unknown }).type !== 'object') refuse(`${name}: schema is no object.`);
  }
}

const toWire = <Caller>(tool: McpTool<Caller>): Tool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema as Tool['inputSchema'],
  outputSchema: tool.outputSchema as NonNullable<Tool['outputSchema']>,
  annotations: { ...tool.annotations },
});

export function prepareToolset<Caller>(tools: readonly McpTool<Caller>[]): PreparedToolset<Caller> {
  tools.forEach(checkTool);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size !== tools.length) refuse('Two tools have the same name.');
  return { list: tools.map(toWire), byName };
}

export function checkInstructions(instructions: string): void {
  if (byteLength(instructions) > maxTextBytes) refuse('The server instructions are over 2 kB.');
}

export function createCallGate(
  options: Pick<McpFaceOptions<unknown>, 'maxConcurrentCalls'>,
): CallGate {
  const limit = options.maxConcurrentCalls ?? defaultMaxConcurrentCalls;
  let running = 0;
  return {
    enter: () => {
      if (running >= limit) return false;
      running += 1;
      return true;
    },
    leave: () => {
      running -= 1;
    },
  };
}
