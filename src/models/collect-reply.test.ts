import { describe, expect, it } from 'vitest';
import {
  type CallLimits,
  collectReply,
  defaultLimits,
  type Receive,
  type ReplyPart,
} from './collect-reply.ts';
import type { ModelReply } from './model.ts';
import { isModelError, ModelError } from './model-error.ts';

const tokens = { input: 5, output: 3, reasoning: 1, cached: 2 };
const finish: ReplyPart = { type: 'finish', finish: 'stop', raw: 'end_turn' };
const text = (words: string): ReplyPart => ({ type: 'text', text: words });

/** A part, or something that never comes. */
type Item = ReplyPart | 'stall';

const receiveOf =
  (items: readonly Item[]): Receive =>
  async (_, onPart) => {
    for (const item of items) {
      if (item === 'stall') await new Promise(() => undefined);
      else onPart(item);
    }
  };

function collect(
  received: readonly Item[] | Receive,
  limits: Partial<CallLimits> = {},
  signal = new AbortController().signal,
): Promise<ModelReply> {
  const receive = typeof received === 'function' ? received : receiveOf(received);
  return collectReply(receive, { limits: { ...defaultLimits, ...limits }, signal, now: () => 0 });
}

async function errorOf(promise: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw new Error('expected a ModelError');
  return error;
}

describe('a stream', () => {
  it('[MD1] becomes one reply', async () => {
    const parts: ReplyPart[] = [
      { type: 'alive' },
      { type: 'reasoning', text: 'Hm.' },
      text('{"a"'),
      text(':1}'),
      { type: 'tokens', tokens },
      finish,
    ];
    expect(await collect(parts)).toEqual({
      text: '{"a":1}',
      reasoning: 'Hm.',
      finish: 'stop',
      rawFinish: 'end_turn',
      tokens,
      firstTokenMs: 0,
      durationMs: 0,
    });
  });

  it('[MD5] that just ends has not ended well, and what came is kept for the record', async () => {
    const error = await errorOf(collect([text('half'), { type: 'tokens', tokens }]));
    expect(error.errorClass).toBe('network');
    expect(error.partial).toMatchObject({ text: 'half', tokens });
    expect(JSON.stringify(error)).not.toContain('half');
  });

  it('[MD12] that says nothing ends in time', async () => {
    const error = await errorOf(collect(['stall'], { firstMs: 10 }));
    expect(error.errorClass).toBe('timeout');
  });

  it('[MD12] that stops half way ends in time', async () => {
    const error = await errorOf(collect([text('half'), 'stall'], { chunkMs: 10 }));
    expect(error).toMatchObject({ errorClass: 'timeout', partial: { text: 'half' } });
  });

  it('[MD12] that never ends, ends in time', async () => {
    const drip: Receive = async (signal, onPart) => {
      while (!signal.aborted) {
        await new Promise((resolve) => setImmediate(resolve));
        onPart({ type: 'alive' });
      }
    };
    expect((await errorOf(collect(drip, { totalMs: 20 }))).errorClass).toBe('timeout');
  });

  it('[MD12] that is too long is given up at once', async () => {
    let sent = 0;
    const flood: Receive = async (_, onPart) => {
      for (;;) {
        sent += 1;
        onPart(text('x'.repeat(1_000)));
        await Promise.resolve();
      }
    };
    expect((await errorOf(collect(flood, { maxReplyChars: 5_000 }))).errorClass).toBe('too_large');
    expect(sent).toBe(6);
  });

  it('[MD13] ends when it is called off, and its own signal is aborted', async () => {
    const stop = new AbortController();
    const { promise: begun, resolve } = Promise.withResolvers<AbortSignal>();
    const receive: Receive = (signal) => {
      resolve(signal);
      return new Promise(() => undefined);
    };
    const ending = errorOf(collect(receive, {}, stop.signal));
    const signal = await begun;
    stop.abort();
    expect((await ending).errorClass).toBe('cancelled');
    expect(signal.aborted).toBe(true);
  });

  it('[MD2] the words of a foreign error stay out', async () => {
    const error = await errorOf(collect(() => Promise.reject(new Error('CANARY'))));
    expect(error.errorClass).toBe('network');
    expect(`${error.message}${error.stack}`).not.toContain('CANARY');
  });

  it('[MD2] an error of its own goes through', async () => {
    const own = new ModelError('quota', 'No money.');
    expect((await errorOf(collect(() => Promise.reject(own)))).errorClass).toBe('quota');
  });
});
