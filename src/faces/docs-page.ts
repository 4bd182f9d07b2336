// The page at /docs: every operation in words, from the table. Plain HTML, no script.

import type { Operation } from '../operations/operation.ts';
import { jsonOperations, operations } from '../operations/table.ts';
import { jsonSchema } from './openapi.ts';
import { scopeText } from './scope-text.ts';

export const escapeHtml = (text: string): string =>
  text.replaceAll(
    /[&<>"']/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? '',
  );

interface Field {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

function fieldRows(operation: Operation): string {
  const schema = jsonSchema(operation.input, 'input') as {
    properties?: Record<string, Field>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const need = schema.required?.includes(name) ? 'needed' : '';
      const type = [field.type ?? ''].flat().join(' or ');
      const cells = [name, type, need, field.description ?? ''].map(escapeHtml);
      return `<tr><td><code>${cells[0]}</code></td><td>${cells[1]}</td><td>${cells[2]}</td><td>${cells[3]}</td></tr>`;
    })
    .join('');
}

const scopeHtml = (operation: Operation): string =>
  escapeHtml(scopeText(operation)).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function section(operation: Operation): string {
  const { method, path } = operation.rest;
  const isTool = jsonOperations.some(
    (candidate) => candidate.name === operation.name && candidate.toolsets.length > 0,
  );
  const rows = fieldRows(operation);
  const table =
    rows === ''
      ? '<p>No input.</p>'
      : `<table><thead><tr><th>Field</th><th>Type</th><th></th><th>What it is</th></tr></thead><tbody>${rows}</tbody></table>`;
  return `<section id="${operation.name}"><h2>${escapeHtml(operation.title)}</h2>
<p><code>${method} ${escapeHtml(path)}</code> · scope ${scopeHtml(operation)}${isTool ? ` · MCP tool <code>${operation.name}</code>` : ''}</p>
<p>${escapeHtml(operation.description)}</p>${table}</section>`;
}

export function docsPage(): string {
  const menu = operations
    .map((operation) => `<li><a href="#${operation.name}">${escapeHtml(operation.title)}</a></li>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Planwright API</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs.css"></head><body><nav aria-label="Operations"><a href="/">Planwright</a><ul>${menu}</ul></nav>
<main><h1>Planwright API</h1><p>The same operations over REST (<a href="/openapi.json">OpenAPI 3.1</a>), MCP (<code>/mcp</code>, <code>/mcp/worker</code>, <code>/mcp/all</code>) and the command line. Errors are RFC 9457 problems with a <code>code</code>, what to do in <code>detail</code>, and an <code>error_id</code>. Keys go into <code>Authorization: Bearer pw_…</code>; on this machine none is needed.</p>
${operations.map(section).join('\n')}</main></body></html>`;
}

export const docsCss = `:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:15rem minmax(0,52rem);gap:2rem;background:light-dark(#fff,#14161a);color:light-dark(#1a1d23,#e6e8ec)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem;box-sizing:border-box;border-right:1px solid light-dark(#e3e6ec,#2a2e36)}
nav ul{list-style:none;padding:0;line-height:1.9}main{padding:1.5rem 0 4rem}
a{color:light-dark(#1d4ed8,#93b4ff)}code{font:.92em ui-monospace,monospace}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid light-dark(#e3e6ec,#2a2e36)}
section{border-top:1px solid light-dark(#e3e6ec,#2a2e36);margin-top:2rem}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto}main{padding:1.5rem}}`;
