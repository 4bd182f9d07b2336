import { describe, expect, it } from 'vitest';
import { joinDeltas, joiningFetch } from './join-deltas.ts';

const head = { id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm' };
const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...more })}\n\n`;

/** The deltas that a reader of the stream gets. */
const deltasIn = (events: string): Record<string, string | null>[] =>
  events
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)))
    .map(({ choices }) => choices[0]?.delta ?? {});

const textIn = (events: string): string =>
  deltasIn(events)
    .map(({ content }) => content ?? '')
    .join('');

describe('deltas that came together', () => {
  it('[MD29] become one, and the text stays as it was', () => {
    const pieces = ['{"a": "', 'quote \\" and \\\\', '\n', 'ü€', '\ud83d', '\ude00', '"}'];
    const events = [
      chunk({ role: 'assistant', content: '' }),
      ...pieces.map((content) => chunk({ content })),
      chunk({}, 'stop'),
      'data: [DONE]\n\n',
    ].join('');
    const joined = joinDeltas(events);
    expect(deltasIn(joined)).toEqual([
      { role: 'assistant', content: '' },
      { content: pieces.join('') },
      {},
    ]);
    expect(joined.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('[MD29] thoughts are joined as texts are, and not with them', () => {
    const events = [
      ...['Let ', 'me '].map((reasoning_content) => chunk({ content: null, reasoning_content })),
      ...['see', '.'].map((content) => chunk({ content })),
    ].join('');
    expect(deltasIn(joinDeltas(events))).toEqual([
      { content: null, reasoning_content: 'Let me ' },
      { content: 'see.' },
    ]);
  });

  it.each([
    ['the end', chunk({ content: 'b' }, 'stop')],
    ['another id', chunk({ content: 'b' }).replace('c1', 'c2')],
    ['an account', chunk({ content: 'b' }, null, { usage: { prompt_tokens: 3 } })],
    ['two texts', chunk({ content: 'b', reasoning_content: 'c' })],
    ['a call of a tool', chunk({ tool_calls: [{ index: 0, function: { arguments: 'b' } }] })],
    ['an error', 'data: {"error":{"message":"no"}}\n\n'],
    ['a remark', ': still there\n\n'],
    ['no JSON', 'data: {"delta":{"content":"b\n\n'],
  ])('[MD29] %s stays an event of its own', (_what, event) => {
    const events = `${chunk({ content: 'a' })}${event}${chunk({ content: 'a' })}`;
    expect(joinDeltas(events)).toBe(events);
  });

  it('[MD29] words of the text that look like a delta end nothing', () => {
    const sly = ['a"},"delta":{"content":"b', '"}]}', '\\', '"'];
    const events = sly.map((content) => chunk({ content })).join('');
    expect(deltasIn(joinDeltas(events))).toEqual([{ content: sly.join('') }]);
  });
});

/** A response whose body comes in these pieces. */
const responseOf = (pieces: readonly Uint8Array[], type = 'text/event-stream'): Response =>
  new Response(ReadableStream.from(pieces), { headers: { 'content-type': type } });

describe('a stream of deltas', () => {
  it('[MD29] is the same wherever it is cut', async () => {
    const events = ['für ', '10 €', ' 😀'].map((content) => chunk({ content })).join('');
    const bytes = Buffer.from(`${events}data: [DONE]\n\ndata: cut`);
    for (const size of [1, 7, 100, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const fetch = joiningFetch(() => Promise.resolve(responseOf(pieces)));
      const text = await (await fetch('http://model')).text();
      expect(textIn(text)).toBe('für 10 € 😀');
      expect(text.endsWith('data: [DONE]\n\ndata: cut')).toBe(true);
    }
  });

  it.each([
    ['with other ends of lines', chunk({ content: 'a' }).replaceAll('\n', '\r\n')],
    ['that does not end', `data: ${'x'.repeat(70_000)}`],
  ])('[MD29] an event %s is not kept back', async (_what, event) => {
    const fetch = joiningFetch(() =>
      Promise.resolve(responseOf([Buffer.from(event), Buffer.from('more')])),
    );
    const reader = (await fetch('http://model')).body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe(event);
    await reader?.cancel();
  });

  it('[MD29] what is no stream of events, or an error, is left alone', async () => {
    const plain = responseOf([Buffer.from('{}')], 'application/json');
    expect(await joiningFetch(() => Promise.resolve(plain))('http://model')).toBe(plain);
    const error = new Response('no', { status: 500 });
    expect(await joiningFetch(() => Promise.resolve(error))('http://model')).toBe(error);
  });

  it('[MD29] whoever leaves ends the stream behind it', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const headers = { 'content-type': 'text/event-stream' };
    const fetch = joiningFetch(() => Promise.resolve(new Response(body, { headers })));
    await (await fetch('http://model')).body?.cancel();
    expect(isCancelled).toBe(true);
  });
});
