// Texts that are the same for everybody are built once, and bytes with a tag are not sent twice.
import { sha256Hex } from '../base/hash.ts';

/** The header is a list, or * for anything; a proxy may have marked the tag as weak. */
const hasTag = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((part) => ['*', etag, `W/${etag}`].includes(part.trim()));

export function taggedResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> & { readonly etag: string },
): Response {
  return hasTag(request.headers.get('if-none-match'), headers.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers });
}

/** Built when somebody asks for the first time, then kept. */
export function fixedText(
  contentType: string,
  build: () => Promise<string>,
): (request: Request) => Promise<Response> {
  let built: Promise<{ text: string; etag: string }> | undefined;
  const make = async () => {
    const text = await build();
    return { text, etag: `"${sha256Hex(text)}"` };
  };
  return async (request) => {
    built ??= make();
    const { text, etag } = await built;
    const headers = { etag, 'content-type': contentType, 'cache-control': 'no-cache' };
    return taggedResponse(request, text, headers);
  };
}
