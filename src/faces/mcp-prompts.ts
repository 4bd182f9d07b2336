// Prompts over the protocol: a list, and one filled in. Missing and unknown names are the protocol's
// own invalid-params error, because prompts are picked by people in a menu and not by a model.

import type { GetPromptResult, Prompt, Server } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { McpPrompt } from './mcp-types.ts';

const maxValueChars = 20_000;

const toWire = (prompt: McpPrompt): Prompt => ({
  name: prompt.name,
  title: prompt.title,
  description: prompt.description,
  arguments: prompt.arguments.map((argument) => ({ ...argument })),
});

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

function checkValues(prompt: McpPrompt, values: Readonly<Record<string, string>>): void {
  for (const argument of prompt.arguments) {
    const value = values[argument.name];
    if (argument.required && !value) throw invalid(`The argument ${argument.name} is missing.`);
    if (value !== undefined && value.length > maxValueChars) {
      throw invalid(`The argument ${argument.name} is over ${maxValueChars} characters.`);
    }
  }
}

export function renderPrompt(
  prompts: readonly McpPrompt[],
  name: string,
  values: Readonly<Record<string, string>>,
): GetPromptResult {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (prompt === undefined) throw invalid('There is no such prompt. Ask prompts/list.');
  checkValues(prompt, values);
  const text = prompt.render(values);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

export function installPrompts(server: Server, prompts: readonly McpPrompt[]): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(toWire) }));
  server.setRequestHandler('prompts/get', (request) =>
    renderPrompt(prompts, request.params.name, request.params.arguments ?? {}),
  );
}
