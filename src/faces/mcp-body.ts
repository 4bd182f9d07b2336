// Reads one request body under limits before the protocol sees it: bytes, what strict-json.ts refuses,
// and no batches, since one batch could hold thousands of calls and both served revisions dropped it.
import { type JsonReading, parseStrictJson, readStrictJson } from '../base/strict-json.ts';
import { readBodyBytes } from './json-body.ts';

export interface BodyRefusal {
  readonly ok: false;
  readonly status: number;
  /** JSON-RPC error code. */
  readonly rpcCode: number;
  readonly message: string;
}

export type BodyReading = { readonly ok: true; readonly value: object } | BodyRefusal;

const refusal = (status: number, rpcCode: number, message: string): BodyRefusal => ({
  ok: false,
  status,
  rpcCode,
  message,
});

function messageOf(reading: JsonReading): BodyReading {
  if (!reading.ok) return refusal(400, reading.isUnreadable ? -32_700 : -32_600, reading.problem);
  const { value } = reading;
  if (Array.isArray(value)) return refusal(400, -32_600, 'Send one message per request.');
  if (typeof value !== 'object' || value === null) {
    return refusal(400, -32_600, 'The body is not a JSON-RPC message.');
  }
  return { ok: true, value };
}

export const parseMcpBody = (text: string): BodyReading => messageOf(parseStrictJson(text));

export async function readMcpBody(request: Request, maxBytes: number): Promise<BodyReading> {
  try {
    const bytes = await readBodyBytes(request, maxBytes);
    if (bytes === null) return refusal(413, -32_000, `The body is over ${maxBytes} bytes.`);
    return messageOf(readStrictJson(bytes));
  } catch {
    return refusal(400, -32_700, 'The body could not be read.');
  }
}
