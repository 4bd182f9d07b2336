import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { askBench, failing, said, scriptedModel } from '../../test/doubles/scripted-model.ts';
import { PlanwrightError } from '../base/errors.ts';
import { ask } from './ask.ts';
import { AskError } from './ask-error.ts';
import { ModelError, type ModelErrorClass } from './model-error.ts';
import { maxTries, policyTable } from './policy.ts';
import type { AskTools, Question } from './question.ts';
import { createTokenMeter } from './tokens.ts';

const schema = z.strictObject({
  title: z.string(),
  tasks: z.array(z.object({ hours: z.number() })),
});
const good = { title: 'Bakery', tasks: [{ hours: 2 }] };
const bad = { title: 'Bakery', tasks: [{ hours: 2 }, { hours: 'two' }] };

type Value = z.infer<typeof schema>;

const question = (more: Partial<Question<Value>> = {}): Question<Value> => ({
  stage: 'tasks',
  step: 'step_1',
  system: 'You plan.',
  prompt: 'Plan a bakery.',
  schema,
  schemaName: 'tasks',
  maxOutputTokens: 1_000,
  ...more,
});

async function failureOf(tools: AskTools, asked = question()): Promise<AskError> {
  const error: unknown = await ask(asked, tools).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AskError)) throw new Error('expected an AskError');
  return error;
}

const words = (count: number): string => 'planning bread and flour '.repeat(Math.ceil(count / 4));

describe('a good answer', () => {
  it('[MD14] is reserved before, recorded after, with all that accounts need', async () => {
    const model = scriptedModel([said(good, { reasoning: 'I think.' })]);
    const { tools, records, steps, reserved } = askBench([model]);
    const answer = await ask(question(), tools);
    expect(answer).toEqual({
      value: good,
      model: 'first',
      attempts: 1,
      shrunk: [],
      failures: [],
    });
    expect(steps).toEqual(['reserve', 'take test', 'give test', 'record']);
    expect(reserved[0]).toMatchObject({ model: 'test-1', outputTokens: 1_000 });
    expect(records).toEqual([
      {
        stage: 'tasks',
        step: 'step_1',
        modelKey: 'first',
        provider: 'test',
        model: 'test-1',
        attempt: 1,
        kind: 'first',
        startedAt: 1_000,
        durationMs: 20,
        firstTokenMs: 5,
        tokens: { input: 1_000, output: 100, reasoning: null, cached: null },
        costMicros: 1_100,
        estimate: reserved[0],
        finish: 'stop',
        rawFinish: 'stop',
        errorClass: null,
        errorId: null,
        systemText: 'You plan.',
        promptText: 'Plan a bakery.',
        replyText: JSON.stringify(good),
        reasoningText: 'I think.',
      },
    ]);
  });

  it('[MD14] is not used when its record cannot be kept', async () => {
    const model = scriptedModel([said(good)]);
    const full = new PlanwrightError('storage_full', 'The disk is full.');
    const { tools } = askBench([model], { record: () => Promise.reject(full) });
    await expect(ask(question(), tools)).rejects.toBe(full);
  });
});

describe('the table', () => {
  const classes = Object.keys(policyTable) as ModelErrorClass[];
  const others = classes.filter((name) => name !== 'cancelled');

  it.each(others)('[MD3] %s: the same model as often as it says, then the next', async (name) => {
    const { same, how } = policyTable[name];
    const first = scriptedModel([failing(name)], { outputTokens: 100_000 });
    const second = scriptedModel([said(good, { tokens: usage(2_000) })], { key: 'second' });
    const { tools, records } = askBench([first, second]);
    const shrink = (): { prompt: string; note: string } => ({
      prompt: words(900 - first.requests.length * 400),
      note: '',
    });
    const asked = question({ prompt: words(2_000), shrink });
    const answer = await ask(asked, tools);
    expect(answer.model).toBe('second');
    expect(first.requests).toHaveLength(same + 1);
    expect(second.requests).toHaveLength(1);
    expect(records.map(({ kind }) => kind)).toEqual([
      'first',
      ...Array.from({ length: same }, () => how),
      'fallback',
    ]);
    expect(answer.failures.map(({ errorClass }) => errorClass)).toEqual(
      Array.from({ length: same + 1 }, () => name),
    );
  });

  it('[MD3] every class at once still ends', async () => {
    const turns = others.flatMap((name) => [failing(name), failing(name)]);
    const models = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => scriptedModel(turns, { key }));
    const { tools, records } = askBench(models);
    await failureOf(tools);
    expect(records.length).toBeLessThanOrEqual(maxTries);
    expect(records.map(({ attempt }) => attempt)).toEqual(records.map((_, at) => at + 1));
  });

  it('[MD3] the error at the end names every model and class, and no text', async () => {
    const first = scriptedModel([failing('auth')]);
    const second = scriptedModel([said('CANARY-REPLY')], { key: 'second' });
    const { tools } = askBench([first, second]);
    const error = await failureOf(tools, question({ prompt: 'CANARY-PROMPT' }));
    expect(error.errorClass).toBe('schema');
    expect(error.code).toBe('model_failed');
    expect(error.facts.tries).toEqual([
      'first: auth',
      'second: schema',
      'second: schema',
      'second: schema',
    ]);
    expect(error.facts.error_ids).toEqual(['err_1', 'err_2', 'err_3', 'err_4']);
    expect(JSON.stringify([error, error.message, error.facts])).not.toContain('CANARY');
  });

  it('[MD3] something that is no error of ours is tried again, and its words stay out', async () => {
    const broken = scriptedModel([]);
    broken.call = () => Promise.reject(new TypeError('CANARY'));
    const { tools } = askBench([broken]);
    const error = await failureOf(tools);
    expect(error.errorClass).toBe('transient');
    expect(error.message).not.toContain('CANARY');
  });

  it('[MD3] without models it says what to do', async () => {
    const { tools } = askBench([]);
    await expect(ask(question(), tools)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});

describe('waiting', () => {
  it('[MD4] grows with every try, and adds what the provider asks for', async () => {
    const model = scriptedModel([failing('rate_limit', 7_000), failing('rate_limit'), said(good)]);
    const { tools, waits } = askBench([model]);
    await ask(question(), tools);
    expect(waits).toEqual([7_500, 1_000]);
  });

  it('[MD16] holds no place among the calls of the provider', async () => {
    const model = scriptedModel([failing('transient'), said(good)]);
    const { tools, steps } = askBench([model], {
      sleep: () => {
        steps.push('sleep');
        return Promise.resolve();
      },
    });
    await ask(question(), tools);
    expect(steps.join(' ')).toBe(
      'reserve take test give test record sleep reserve take test give test record',
    );
  });
});

describe('feedback', () => {
  it('[MD8] has the exact paths, and the reply it is about', async () => {
    const model = scriptedModel([said(bad), said(good)]);
    const { tools, records } = askBench([model]);
    await ask(question(), tools);
    const [, second] = model.requests;
    expect(second?.prompt).toContain('- tasks[1].hours: ');
    expect(second?.prompt).toContain(JSON.stringify(bad));
    expect(records[0]).toMatchObject({ errorClass: 'schema', replyText: JSON.stringify(bad) });
  });

  it('[MD25] comes after what calls share', async () => {
    const model = scriptedModel([said(bad), said(good)]);
    const { tools } = askBench([model]);
    await ask(question(), tools);
    const [first, second] = model.requests;
    expect(second?.system).toBe(first?.system);
    expect(second?.prompt.startsWith(`${first?.prompt}\n`)).toBe(true);
  });

  it('[MD8] is about the newest reply alone, and twice unless told', async () => {
    const model = scriptedModel([said({ title: 1 }), said(bad)]);
    const { tools } = askBench([model]);
    await failureOf(tools);
    expect(model.requests).toHaveLength(3);
    expect(model.requests[2]?.prompt).not.toContain('- title');
    const none = scriptedModel([said(bad)]);
    await failureOf(askBench([none]).tools, question({ feedbackMax: 0 }));
    expect(none.requests).toHaveLength(1);
  });

  it('[MD8] tells what the stage does not accept, within the same count', async () => {
    const model = scriptedModel([said(bad), said(good)]);
    const { tools, records } = askBench([model]);
    const acceptable = (): string[] => ['title: write it in German'];
    await failureOf(tools, question({ acceptable }));
    expect(records.map(({ errorClass }) => errorClass)).toEqual([
      'schema',
      'unacceptable',
      'unacceptable',
    ]);
    expect(model.requests[2]?.prompt).toContain('- title: write it in German');
  });

  it('[MD10] leaves out the old reply where both do not fit', async () => {
    const long = { ...bad, title: words(1_500) };
    const model = scriptedModel([said(long), said(good)], { contextTokens: 3_000 });
    const { tools } = askBench([model]);
    await ask(question(), tools);
    expect(model.requests[1]?.prompt).not.toContain('planning bread');
    expect(model.requests[1]?.prompt).toContain('- tasks[1].hours');
  });
});

describe('a reply that was cut', () => {
  it('[MD6] is asked again with more room, within what the model can', async () => {
    const cut = said(good, { finish: 'length' });
    const model = scriptedModel([cut, cut, said(good)], { outputTokens: 3_000 });
    const { tools } = askBench([model]);
    await ask(question(), tools);
    expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      1_000, 2_000, 3_000,
    ]);
  });

  it('[MD5] is never an answer, though it parses', async () => {
    const model = scriptedModel([said(good, { finish: 'length' })], { outputTokens: 1_000 });
    const { tools, records } = askBench([model]);
    expect((await failureOf(tools)).errorClass).toBe('truncated');
    expect(records).toHaveLength(1);
  });
});

describe('a prompt that is too long', () => {
  const shrink = (fits: (prompt: string) => boolean): { prompt: string; note: string } => {
    let count = 4_000;
    while (!fits(words(count))) count = Math.floor(count / 2);
    return { prompt: words(count), note: 'Two of nine risks were left out.' };
  };

  it('[MD10] is shrunk by the stage before it is sent, and the answer says so', async () => {
    const model = scriptedModel([said(good, { tokens: usage(400) })], { contextTokens: 2_000 });
    const { tools } = askBench([model]);
    const answer = await ask(question({ prompt: words(5_000), shrink }), tools);
    expect(answer.shrunk).toEqual(['Two of nine risks were left out.']);
    expect(model.requests).toHaveLength(1);
  });

  it('[MD10] is not sent at all where the stage cannot say it shorter; a larger model is asked whole', async () => {
    const small = scriptedModel([said(good)], { contextTokens: 2_000 });
    const large = scriptedModel([said(good, { tokens: usage(6_000) })], { key: 'large' });
    const { tools, records } = askBench([small, large]);
    const answer = await ask(question({ prompt: words(5_000) }), tools);
    expect(answer).toMatchObject({ model: 'large', shrunk: [] });
    expect(answer.failures).toMatchObject([{ modelKey: 'first', errorClass: 'context_overflow' }]);
    expect(small.requests).toEqual([]);
    expect(records).toHaveLength(1);
    expect(large.requests[0]?.prompt).toBe(words(5_000));
  });

  it('[MD10] a stage that shrinks by too little is not believed', async () => {
    const small = scriptedModel([said(good)], { contextTokens: 2_000 });
    const { tools } = askBench([small]);
    const lazy = (): { prompt: string; note: string } => ({ prompt: words(4_900), note: '' });
    const error = await failureOf(tools, question({ prompt: words(5_000), shrink: lazy }));
    expect(error.errorClass).toBe('context_overflow');
    expect(small.requests).toEqual([]);
  });

  it('[MD11] a server that read too little of it has cut it', async () => {
    const model = scriptedModel([said(good, { tokens: usage(500) })]);
    const { tools, records } = askBench([model]);
    const error = await failureOf(tools, question({ prompt: words(3_000) }));
    expect(error.errorClass).toBe('context_overflow');
    expect(error.message).toContain('read 500 tokens');
    expect(records[0]).toMatchObject({ errorClass: 'context_overflow', costMicros: 600 });
  });

  it('[MD18] counts of good calls sharpen the estimate of the next', async () => {
    const meter = createTokenMeter();
    const prompt = words(1_000);
    const before = meter.estimate('first', prompt);
    const plain = meter.plain(prompt) + meter.plain('You plan.');
    const model = scriptedModel([said(good, { tokens: usage(plain) })]);
    const { tools } = askBench([model], { tokens: meter });
    await ask(question({ prompt }), tools);
    expect(meter.estimate('first', prompt)).toBeLessThan(before);
  });
});

const usage = (input: number) => ({ input, output: 100, reasoning: null, cached: null });

describe('stopping', () => {
  it('[MD15] a budget without room ends the question before the call', async () => {
    const over = new PlanwrightError('over_budget', 'No room.');
    const model = scriptedModel([said(good)]);
    const second = scriptedModel([said(good)], { key: 'second' });
    const { tools } = askBench([model, second], { reserve: () => Promise.reject(over) });
    await expect(ask(question(), tools)).rejects.toBe(over);
    expect([...model.requests, ...second.requests]).toEqual([]);
  });

  it('[MD13] a call under way ends within a second though the model takes no notice', async () => {
    const model = scriptedModel(['never']);
    const { tools, records, stop } = askBench([model, scriptedModel([said(good)])]);
    const ending = failureOf(tools);
    await vi.waitFor(() => expect(model.requests).toHaveLength(1), { timeout: 60_000 });
    stop.abort();
    // The model never answers: only the abort can end this.
    expect((await ending).errorClass).toBe('cancelled');
    expect(records).toMatchObject([{ errorClass: 'cancelled', attempt: 1 }]);
  });

  it('[MD13] a model that does take notice hands over what it has', async () => {
    const model = scriptedModel([]);
    const { promise: called, resolve: onCall } = Promise.withResolvers<void>();
    model.call = (_, signal) =>
      new Promise((_resolve, reject) => {
        onCall();
        const partial = { text: 'half', tokens: usage(9) };
        const error = new ModelError('cancelled', 'Called off.', { partial });
        signal.addEventListener('abort', () => reject(error));
      });
    const { tools, records, stop } = askBench([model]);
    const ending = failureOf(tools);
    await called;
    stop.abort();
    await ending;
    expect(records).toMatchObject([{ replyText: 'half', costMicros: 109 }]);
  });

  it('[MD13] waiting for a place or for the next try ends too, without a record', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const queued = askBench([scriptedModel([said(good)])], { takeSlot: never });
    const queuedEnd = failureOf(queued.tools);
    queued.stop.abort();
    expect((await queuedEnd).errorClass).toBe('cancelled');
    expect(queued.records).toEqual([]);
    const late = scriptedModel([said(good)]);
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const lateBench = askBench([late], { takeSlot: () => promise });
    const lateEnd = failureOf(lateBench.tools);
    lateBench.stop.abort();
    await lateEnd;
    const { promise: given, resolve: give } = Promise.withResolvers<void>();
    resolve(give);
    await given;
    expect(late.requests).toEqual([]);
    const waiting = askBench([scriptedModel([failing('transient')])], { sleep: never });
    const waitingEnd = failureOf(waiting.tools);
    waiting.stop.abort();
    expect((await waitingEnd).errorClass).toBe('cancelled');
  });
});
