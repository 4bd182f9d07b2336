// Resources over the protocol. What a caller may not see answers exactly as what does not exist.

import type { Resource, ResourceTemplateType, Server } from '@modelcontextprotocol/server';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { callContext } from './mcp-context.ts';
import type { McpLink, McpResources } from './mcp-types.ts';

export function installResources<Caller>(
  server: Server,
  resources: McpResources<Caller>,
  link: McpLink<Caller>,
): void {
  server.setRequestHandler('resources/list', async (request, context) => {
    const page = await resources.list(request.params?.cursor, callContext(link, context));
    const next = page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor };
    return { resources: page.resources.map((resource): Resource => ({ ...resource })), ...next };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resources.templates.map(
      (template): ResourceTemplateType => ({
        ...template,
      }),
    ),
  }));
  server.setRequestHandler('resources/read', async (request, context) => {
    const { uri } = request.params;
    const found = await resources.read(uri, callContext(link, context));
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...found }] };
  });
}
