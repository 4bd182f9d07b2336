// The one way from providers to the network. Addresses come from the operator's configuration only,
// so loopback and private ones are fine; a redirect is not followed, since it would carry the key to
// an address that nobody chose; what comes back is limited.
import { type Fetch, httpFetch } from './http-fetch.ts';
import { ModelError } from './model-error.ts';

export type { Fetch };

/** A stream spends some 250 bytes on a token, so this is a reply of more than 100,000 tokens. */
const maxStreamBytes = 33_554_432;
const maxErrorBytes = 65_536;

export const modelFetch =
  (inner: Fetch = httpFetch): Fetch =>
  async (input, init) => {
    const response = await inner(input, { ...init, redirect: 'manual' });
    return response.ok ? limited(response) : shortError(response);
  };

function limited(response: Response): Response {
  if (response.body === null) return response;
  const { status, headers } = response;
  return new Response(counted(response.body), { status, headers });
}

/** By hand: a pipe through a transform costs five times as much. */
function counted(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= maxStreamBytes) return controller.enqueue(value);
        controller.error(tooLarge());
        await reader.cancel();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const tooLarge = (): ModelError =>
  new ModelError('too_large', `The reply is longer than ${maxStreamBytes} bytes.`);

/** The beginning of the body is enough to read its codes. */
async function shortError(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await beginning(response);
  // A status of a redirect may not have a body in a Response of our making.
  return new Response(text, { status: status < 400 ? 400 : status, headers });
}

async function beginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxErrorBytes) break;
    }
  } catch {
    // The status alone will do.
  }
  return Buffer.concat(chunks).toString('utf8');
}
