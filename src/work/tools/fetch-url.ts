// Asks an allowed host for a page and gives its text. Redirects are not followed: the host they lead
// to may not be on the list.
import { z } from 'zod';
import { PlanwrightError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { checkedUrl } from '../../base/safe-fetch.ts';
import { refused, unfit } from '../safety/failures.ts';
import { allowsHost } from '../safety/policy.ts';
import { defineTool, nothingToUndo, type ToolContext } from './tool.ts';

const params = z.strictObject({
  url: z.string().min(1).max(8_192).describe('http or https, on a host that the policy allows.'),
  timeout_seconds: z.int().min(1).max(120).default(30),
});

const output = z.object({
  status: z.int(),
  content_type: z.string(),
  text: z.string(),
  bytes: z.int(),
  sha256: z.string(),
});

const textType =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|yaml|x-yaml|x-ndjson)\b)/i;

function allowedUrl(text: string, context: ToolContext): URL {
  const url = checkedUrl(text);
  if (allowsHost(context.policy, url)) return url;
  throw refused(`The policy does not allow the host ${url.host}.`, { host: url.host });
}

function decoded(bytes: Uint8Array, contentType: string): string {
  const charset = /charset="?([\w-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    throw unfit('The answer is in a character set that is not known.');
  }
}

export const fetchUrl = defineTool<z.infer<typeof params>, z.infer<typeof output>>({
  name: 'fetch_url',
  title: 'Fetch a page',
  description: 'Gets the text of a page from a host that the policy allows.',
  params,
  output,
  tier: 1,
  effects: 'network',
  reversibility: 'reversible',
  preview({ url }, context) {
    const { host, pathname } = allowedUrl(url, context);
    const summary = `Ask ${host} for ${pathname}${url.includes('?') ? ' with a query' : ''}.`;
    return Promise.resolve({ summary, diff: '', labels: [] });
  },
  async run(given, context) {
    const url = allowedUrl(given.url, context);
    const response = await context.fetch(url, {
      method: 'GET',
      signal: context.signal,
      timeoutMs: given.timeout_seconds * 1_000,
      maxBytes: context.policy.limits.fetch_bytes,
      maxRedirects: 0,
    });
    const contentType = (response.headers.get('content-type') ?? '').slice(0, 200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > 0 && !textType.test(contentType)) {
      throw new PlanwrightError('unsupported_media_type', `${url.host} sent no text.`, {
        host: url.host,
      });
    }
    const text = decoded(bytes, contentType);
    const value = { status: response.status, content_type: contentType, text, bytes: bytes.length };
    return { output: { ...value, sha256: sha256Hex(bytes) }, labels: [] };
  },
  undo: nothingToUndo,
});
