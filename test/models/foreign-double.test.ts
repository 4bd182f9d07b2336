// The same, against a double that others wrote: what it takes for the formats of providers must be
// what we take for them.
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/models/ask.ts';
import { AskError } from '../../src/models/ask-error.ts';
import type { ModelErrorClass } from '../../src/models/model-error.ts';
import type { Answer, Question } from '../../src/models/question.ts';
import { askBench, type Bench } from '../doubles/scripted-model.ts';
import { type Format, formats, wireModel } from './wire-models.ts';

const mock = new LLMock({ port: 0 });
beforeAll(() => mock.start());
afterAll(() => mock.stop());
beforeEach(() => {
  mock.clearFixtures();
  mock.clearRequests();
});

const schema = z.strictObject({ title: z.string(), hours: z.number() });
const good = JSON.stringify({ title: 'Bakery', hours: 3 });

const question: Question<z.infer<typeof schema>> = {
  stage: 'tasks',
  step: 'step_7',
  system: 'You plan.',
  prompt: 'step_7: plan a bakery.',
  schema,
  schemaName: 'tasks',
  maxOutputTokens: 1_000,
};

interface Run {
  readonly bench: Bench;
  readonly answer: Answer<unknown> | AskError;
}

async function run(format: Format): Promise<Run> {
  const bench = askBench([await wireModel(format, mock.url)]);
  const answer = await ask(question, bench.tools).catch((error: unknown) => {
    if (error instanceof AskError) return error;
    throw error;
  });
  return { bench, answer };
}

const classOf = ({ answer }: Run): ModelErrorClass | 'ok' =>
  answer instanceof AskError ? answer.errorClass : 'ok';

describe.each(formats)('%s', (format) => {
  it('[MD1] answers', async () => {
    const usage = {
      ...{ input_tokens: 7, output_tokens: 3, prompt_tokens: 7, completion_tokens: 3 },
      ...{ promptTokenCount: 7, candidatesTokenCount: 3 },
    };
    mock.onMessage('step_7', { content: good, usage });
    const { answer, bench } = await run(format);
    expect(answer).toMatchObject({ value: JSON.parse(good), attempts: 1 });
    // This double counts nothing in Ollama's format.
    const counts = format === 'ollama' ? { input: 0, output: 0 } : { input: 7, output: 3 };
    expect(bench.records[0]?.tokens).toMatchObject(counts);
  });

  it('[MD2] says 429 and 500', async () => {
    mock.onMessage('step_7', { error: { message: 'x', type: 'x' }, status: 429, retryAfter: 2 });
    const limited = await run(format);
    expect([classOf(limited), limited.bench.records.length]).toEqual(['rate_limit', 4]);
    expect(limited.bench.waits[0]).toBe(2_500);
    mock.clearFixtures();
    mock.onMessage('step_7', { error: { message: 'x', type: 'x' }, status: 500 });
    expect(classOf(await run(format))).toBe('transient');
  });

  it('[MD5] cuts at the length, and that is never an answer', async () => {
    mock.onMessage('step_7', { content: good, finishReason: 'length' });
    // Two formats of this double end as if they were whole; our own double has them right.
    const unsaid = format === 'openai' || format === 'ollama';
    expect(classOf(await run(format))).toBe(unsaid ? 'ok' : 'truncated');
  });

  it('[MD8] answers in the wrong form, and in the right one when told', async () => {
    mock.onMessage('An earlier reply was not usable', { content: good });
    mock.onMessage('step_7', { content: '{"title": 1}' });
    const { answer, bench } = await run(format);
    expect(answer).toMatchObject({ attempts: 2 });
    expect(bench.records.map(({ kind }) => kind)).toEqual(['first', 'feedback']);
  });

  it('[MD9] answers with nothing', async () => {
    mock.onMessage('step_7', { content: '' });
    expect(classOf(await run(format))).toBe('refusal');
  });

  it('[MD5] drops the connection half way', async () => {
    mock.onMessage(
      'step_7',
      { content: good },
      { chunkSize: 5, disconnectAfterMs: 1, latency: 20 },
    );
    const { bench, answer } = await run(format);
    expect(classOf({ bench, answer })).toBe('network');
    expect(bench.records.every(({ errorClass }) => errorClass === 'network')).toBe(true);
  });
});
