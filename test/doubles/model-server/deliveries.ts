// From what a script says to bytes: an answer or an error in the words of one provider.
import { bodyParts, type Delivery } from './send.ts';
import type { Answer, AnswerReply, ErrorReply, ModelRequest, Wire } from './types.ts';
import { tokensOf } from './wire-parts.ts';

export function answerOf(reply: AnswerReply, request: ModelRequest): Answer {
  const text = reply.text ?? JSON.stringify(reply.value) ?? '';
  const reasoning = reply.reasoning ?? '';
  const thought = tokensOf(reasoning);
  return {
    text,
    reasoning,
    finish: reply.finish ?? 'stop',
    usage: {
      input: request.inputTokens,
      output: tokensOf(text) + thought,
      reasoning: thought,
      cached: 0,
      ...reply.usage,
    },
  };
}

export const json = { 'content-type': 'application/json' };

export function errorDelivery(reply: ErrorReply, request: ModelRequest, wire: Wire): Delivery {
  const { pageStatus, error, message, retryAfterS = 1, contextTokens = 4_096 } = reply;
  const base = { pace: {}, errorFrame: '' };
  if (pageStatus !== undefined) {
    const page = '<html><head><title>Bad Gateway</title></head><body>nginx</body></html>';
    return {
      ...base,
      status: pageStatus,
      headers: { 'content-type': 'text/html' },
      frames: [page],
    };
  }
  // What a provider would not take is a mistake of ours, so the error says what it was.
  const told = message === undefined ? request : { ...request, prompt: message };
  const facts = { kind: error, request: told, retryAfterS, contextTokens };
  const { status, body } = reply.wire ?? wire.error(facts);
  const headers = status === 429 ? { ...json, 'retry-after': String(retryAfterS) } : json;
  return { ...base, status, headers, frames: [JSON.stringify(body)] };
}

export function answerDelivery(
  reply: AnswerReply,
  answer: Answer,
  request: ModelRequest,
  wire: Wire,
): Delivery {
  const { pace = {} } = reply;
  if (request.isStream) {
    const headers = { 'content-type': wire.streamType, 'cache-control': 'no-cache' };
    const failed = wire.error({ kind: 'overloaded', request, retryAfterS: 1, contextTokens: 0 });
    const errorFrame = wire.errorFrame(failed);
    return { status: 200, headers, frames: wire.frames(answer, request), pace, errorFrame };
  }
  // A body that is no stream has no middle in which to say an error.
  if (pace.end === 'error')
    return errorDelivery({ kind: 'error', error: 'overloaded' }, request, wire);
  const body = JSON.stringify(wire.whole(answer, request));
  const headers = { ...json, 'content-length': String(Buffer.byteLength(body)) };
  return { status: 200, headers, frames: bodyParts(body), pace, errorFrame: '' };
}
