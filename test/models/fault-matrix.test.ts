// What goes wrong, in every provider's own format: the right class, bounded tries, a record of every
// call, and never a part of a reply taken for the whole.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/models/ask.ts';
import { AskError } from '../../src/models/ask-error.ts';
import type { ModelErrorClass } from '../../src/models/model-error.ts';
import { policyTable } from '../../src/models/policy.ts';
import type { Answer, Question } from '../../src/models/question.ts';
import { type Fault, faultReply, goodReply } from '../doubles/model-server/faults.ts';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import { askBench, type Bench } from '../doubles/scripted-model.ts';
import { type Format, formats, secretKey, wireModel } from './wire-models.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.clear());

const schema = z.strictObject({
  title: z.string(),
  tasks: z.array(z.strictObject({ name: z.string(), hours: z.number() })).min(1),
  note: z.string().optional(),
});
type Value = z.infer<typeof schema>;

const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;

const question: Question<Value> = {
  stage: 'tasks',
  step: 'step_1',
  system: 'You plan. CANARY-SYSTEM',
  prompt: 'Plan a bakery. CANARY-PROMPT',
  schema,
  schemaName: 'tasks',
  maxOutputTokens: 1_000,
  acceptable: ({ title }) => (japanese.test(title) ? ['title: write it in English'] : []),
};

/** How often a model is asked that always fails so, and the class each time; `ok`: it is no fault. */
interface Expected {
  readonly errorClass: ModelErrorClass | 'ok';
  readonly calls: number;
}

const expected: Readonly<Record<Fault, Expected>> = {
  rate_limit: { errorClass: 'rate_limit', calls: 4 },
  quota: { errorClass: 'quota', calls: 1 },
  server_error: { errorClass: 'transient', calls: 4 },
  overloaded: { errorClass: 'transient', calls: 4 },
  proxy_page: { errorClass: 'transient', calls: 4 },
  dropped_body: { errorClass: 'network', calls: 3 },
  slow_stream: { errorClass: 'ok', calls: 1 },
  stalled_stream: { errorClass: 'timeout', calls: 2 },
  error_in_stream: { errorClass: 'transient', calls: 4 },
  truncated_json: { errorClass: 'schema', calls: 3 },
  length_valid: { errorClass: 'truncated', calls: 3 },
  wrong_schema: { errorClass: 'schema', calls: 3 },
  schema_echo: { errorClass: 'schema', calls: 3 },
  empty: { errorClass: 'refusal', calls: 2 },
  refusal: { errorClass: 'refusal', calls: 2 },
  content_filter: { errorClass: 'refusal', calls: 2 },
  answer_in_reasoning: { errorClass: 'ok', calls: 1 },
  wrong_language: { errorClass: 'unacceptable', calls: 3 },
  huge: { errorClass: 'too_large', calls: 2 },
  context_overflow: { errorClass: 'context_overflow', calls: 1 },
  unauthorized: { errorClass: 'auth', calls: 1 },
  invalid_key: { errorClass: 'auth', calls: 1 },
  not_found: { errorClass: 'not_found', calls: 1 },
  bad_request: { errorClass: 'bad_request', calls: 1 },
};

const other = (errorClass: ModelErrorClass, calls: number): Expected => ({ errorClass, calls });

/** Where a provider's format cannot say it. The effect stays: no answer is made up. */
const exceptions: Partial<Record<`${Fault} ${Format}`, Expected>> = {
  // A sentence in words, and only in words: a check of the form finds it.
  'refusal google': other('schema', 3),
  'refusal ollama': other('schema', 3),
  // The balance is told in the message of an ordinary bad call, or not told apart from a limit.
  'quota anthropic': other('bad_request', 1),
  'quota google': other('rate_limit', 4),
  'quota ollama': other('rate_limit', 4),
  // Only words say it, and by our count this short prompt fits.
  'context_overflow anthropic': other('bad_request', 1),
  'context_overflow google': other('bad_request', 1),
  'context_overflow ollama': other('bad_request', 1),
  // OpenAI itself has no such field there; the reply is empty.
  'answer_in_reasoning openai-chat': other('refusal', 2),
};

interface Run {
  readonly bench: Bench;
  readonly answer: Answer<Value> | AskError;
}

/** Only a stream that stalls for good is given a short time, so that a slow machine changes nothing. */
async function run(format: Format, fault?: Fault): Promise<Run> {
  const chunkSeconds = fault === 'stalled_stream' ? 0.2 : 30;
  const bench = askBench([await wireModel(format, server.url, { chunkSeconds })]);
  const answer = await ask(question, bench.tools).catch((error: unknown) => {
    if (error instanceof AskError) return error;
    throw error;
  });
  return { bench, answer };
}

const cells = formats.flatMap((format) =>
  (Object.keys(expected) as Fault[]).map((fault) => [fault, format] as const),
);

describe('a model that always fails the same way', () => {
  it.each(cells)('[MD2] [MD14] %s in the format of %s', async (fault, format) => {
    server.play((request) => faultReply(fault, request));
    const { bench, answer } = await run(format, fault);
    const { errorClass, calls } = exceptions[`${fault} ${format}`] ?? expected[fault];
    expect(answer instanceof AskError ? answer.errorClass : 'ok').toBe(errorClass);
    expect(server.calls).toHaveLength(calls);
    const classes = bench.records.map((record) => record.errorClass ?? 'ok');
    expect(classes).toEqual(Array.from({ length: calls }, () => errorClass));
    expect(bench.records.every(({ promptText }) => promptText.includes('CANARY-PROMPT'))).toBe(
      true,
    );
    const waits = errorClass !== 'ok' && policyTable[errorClass].wait;
    expect(bench.waits).toHaveLength(waits ? calls - 1 : 0);
    expect(textOf(answer)).not.toMatch(/CANARY|127\.0\.0\.1/);
  });
});

/** All that an error may show somewhere. */
const textOf = (answer: Answer<Value> | AskError): string =>
  answer instanceof AskError
    ? JSON.stringify([answer, answer.message, answer.stack, answer.facts, answer.failures])
    : JSON.stringify(answer.failures);

const passing = (Object.keys(expected) as Fault[]).filter((fault) => {
  const { errorClass, calls } = expected[fault];
  return errorClass !== 'ok' && calls > 1;
});
const passingCells = formats.flatMap((format) =>
  passing
    .filter((fault) => exceptions[`${fault} ${format}`]?.calls !== 1)
    .map((fault) => [fault, format] as const),
);

describe('a model that fails once', () => {
  it.each(passingCells)(
    '[MD3] [MD5] %s in the format of %s: the next reply counts, whole',
    async (fault, format) => {
      server.play((request) =>
        request.index === 0 ? faultReply(fault, request) : goodReply(request),
      );
      const { bench, answer } = await run(format, fault);
      if (answer instanceof AskError) throw answer;
      expect(answer.attempts).toBe(2);
      expect(JSON.stringify(answer.value)).toBe(bench.records[1]?.replyText);
      expect(bench.records.map(({ errorClass }) => errorClass === null)).toEqual([false, true]);
      const { input, output } = bench.records[1]?.tokens ?? {};
      const call = server.calls[1];
      expect([input, output]).toEqual([call?.inputTokens, call?.outputTokens]);
    },
  );
});

describe('the provider asks for time', () => {
  it.each(formats)('[MD4] %s: Retry-After is kept to', async (format) => {
    server.play((request) =>
      request.index === 0
        ? faultReply('rate_limit', request, { retryAfterS: 7 })
        : goodReply(request),
    );
    const { bench } = await run(format);
    expect(bench.waits).toEqual([7_500]);
  });

  it.each(formats)('[MD4] %s: a model that wants an hour is passed over', async (format) => {
    server.play((request) => faultReply('rate_limit', request, { retryAfterS: 3_600 }));
    const { bench, answer } = await run(format);
    expect(answer).toBeInstanceOf(AskError);
    expect([server.calls.length, bench.waits]).toEqual([1, []]);
  });
});

describe('a key', () => {
  it.each(formats)('[MD21] %s gets it, and it is in no error and no record', async (format) => {
    server.play((request) => faultReply('invalid_key', request));
    const { bench, answer } = await run(format);
    expect(server.withKey(secretKey)).toBe(1);
    expect(`${textOf(answer)}${JSON.stringify(bench.records)}`).not.toContain(secretKey);
  });
});
