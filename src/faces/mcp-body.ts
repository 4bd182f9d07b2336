// Reads one request body under limits before the protocol sees it: bytes, nesting, no `__proto__`,
// and no batches, since one batch could hold thousands of calls and both served revisions dropped it.
import { shapeProblem } from '../base/json-shape.ts';
import { readBodyText } from './json-body.ts';

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

export function parseMcpBody(text: string): BodyReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refusal(400, -32_700, 'The body is not valid JSON.');
  }
  if (Array.isArray(value)) return refusal(400, -32_600, 'Send one message per request.');
  if (typeof value !== 'object' || value === null) {
    return refusal(400, -32_600, 'The body is not a JSON-RPC message.');
  }
  const problem = shapeProblem(value);
  return problem === undefined ? { ok: true, value } : refusal(400, -32_600, problem);
}

export async function readMcpBody(request: Request, maxBytes: number): Promise<BodyReading> {
  try {
    const text = await readBodyText(request, maxBytes);
    if (text === null) return refusal(413, -32_000, `The body is over ${maxBytes} bytes.`);
    return parseMcpBody(text);
  } catch {
    return refusal(400, -32_700, 'The body could not be read.');
  }
}
