import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

const hint = { inputTokens: 100, contextTokens: 1_000 };

const answered = (
  statusCode: number,
  body: unknown = {},
  responseHeaders: object = {},
): object => ({
  name: 'AI_APICallError',
  statusCode,
  responseBody: typeof body === 'string' ? body : JSON.stringify(body),
  responseHeaders,
});

describe('the class of a failure', () => {
  it.each([
    [400, 'bad_request'],
    [401, 'auth'],
    [402, 'quota'],
    [403, 'auth'],
    [404, 'not_found'],
    [408, 'transient'],
    [413, 'context_overflow'],
    [422, 'bad_request'],
    [429, 'rate_limit'],
    [500, 'transient'],
    [529, 'transient'],
    [200, 'network'],
  ])('[MD2] by status: %i is %s', (status, errorClass) => {
    expect(classify(answered(status, '<html>'), hint)).toMatchObject({ errorClass });
  });

  it.each([
    [429, { error: { code: 'insufficient_quota', type: 'insufficient_quota' } }, 'quota'],
    [400, { error: { code: 'context_length_exceeded' } }, 'context_overflow'],
    [400, { error: { type: 'exceed_context_size_error', code: 400 } }, 'context_overflow'],
    [400, { error: { code: 'content_filter' } }, 'refusal'],
    [
      400,
      { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } },
      'auth',
    ],
    [200, { type: 'error', error: { type: 'overloaded_error' } }, 'transient'],
    [400, { error: { message: 'rate limit, context length, API key' } }, 'bad_request'],
  ])('[MD2] by code before status: %i %j is %s', (status, body, errorClass) => {
    expect(classify(answered(status, body), hint)).toMatchObject({ errorClass });
  });

  it('[MD2] by type where there is no status', () => {
    const classes = ['AI_LoadAPIKeyError', 'AI_NoSuchModelError', 'AI_JSONParseError', 'TypeError']
      .map((name) => classify({ name }, hint).errorClass)
      .concat(classify('text', hint).errorClass, classify(undefined, hint).errorClass);
    expect(classes).toEqual(['auth', 'not_found', 'transient', 'network', 'network', 'network']);
  });

  it('[MD2] a bad call is an overflow where our own count says so', () => {
    const full = { inputTokens: 900, contextTokens: 1_000 };
    expect(classify(answered(400), full).errorClass).toBe('context_overflow');
    expect(classify(answered(400), { ...full, contextTokens: null }).errorClass).toBe(
      'bad_request',
    );
  });

  it.each([
    [{ 'retry-after': '7' }, {}, 7_000],
    [{ 'retry-after': '0.5' }, {}, 500],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, {}, 250],
    [
      { 'retry-after': 'Wed, 01 Jan 2025 00:00:30 GMT', date: 'Wed, 01 Jan 2025 00:00:10 GMT' },
      {},
      20_000,
    ],
    [{}, { error: { details: [{ retryDelay: '7.5s' }] } }, 7_500],
    [{ 'retry-after': 'soon' }, {}, null],
    [{ 'retry-after': '-3' }, {}, null],
  ])('[MD4] the time asked for, from %j and %j', (headers, body, retryAfterMs) => {
    expect(classify(answered(429, body, headers), hint).retryAfterMs).toBe(retryAfterMs);
  });

  it('[MD2] nothing of the answer, the request or the address is in the error', () => {
    const thrown = {
      ...answered(400, { error: { message: 'CANARY' } }),
      message: 'CANARY',
      url: 'https://CANARY',
      requestBodyValues: { prompt: 'CANARY' },
    };
    const error = classify(thrown, hint);
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('CANARY');
    expect(error.cause).toBeUndefined();
  });
});
