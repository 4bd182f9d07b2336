import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema.ts';
import { parseJsonText } from './json-text.ts';
import type { ModelReply } from './model.ts';
import { isModelError, type ModelError } from './model-error.ts';
import { readReply } from './read-reply.ts';

const schema = z.strictObject({
  title: z.string(),
  tasks: z.array(z.strictObject({ hours: z.number() })).default([]),
});
const expected = { schema, jsonSchema: jsonSchemaOf(schema) };

const reply = (text: string, more: Partial<ModelReply> = {}): ModelReply => ({
  text,
  reasoning: '',
  finish: 'stop',
  rawFinish: 'stop',
  tokens: { input: 1, output: 1, reasoning: null, cached: null },
  firstTokenMs: 1,
  durationMs: 1,
  ...more,
});

function errorOf(given: ModelReply): ModelError {
  try {
    readReply(given, expected);
  } catch (error) {
    if (isModelError(error)) return error;
    throw error;
  }
  throw new Error('expected an error');
}

const json = '{"title": "A", "tasks": [{"hours": 2}]}';
const value = { title: 'A', tasks: [{ hours: 2 }] };

describe('finding the JSON', () => {
  it.each([
    ['plain', json],
    ['with a byte order mark', `\uFEFF${json}`],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a fence without a name', `\`\`\`\n${json}\n\`\`\``],
    ['in a fence with words around', `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nEnjoy!`],
    ['with words around', `Sure! ${json} I hope this helps.`],
    ['with commas too many', '{"title": "A", "tasks": [{"hours": 2,},],}'],
  ])('[MD7] %s', (_, text) => {
    expect(readReply(reply(text), expected)).toEqual(value);
  });

  it('[MD7] leaves commas, braces and fences in texts alone', () => {
    const text = '{"title": "a ,} ] ``` \\" {", "tasks": [],}';
    expect(parseJsonText(text)).toEqual({
      ok: true,
      value: { title: 'a ,} ] ``` " {', tasks: [] },
    });
  });

  it.each([
    ['a cut object', '{"title": "A", "tasks": [{"hours": 2}'],
    ['a cut list', '[{"hours": 2}, {"hours"'],
    ['a cut text', '{"title": "A'],
    ['no JSON', 'I would rather talk about bread.'],
    ['nothing but a fence', '```json\n```'],
    ['too deep', `${'['.repeat(80)}${']'.repeat(80)}`],
  ])('[MD7] %s is not mended', (_, text) => {
    expect(parseJsonText(text)).toEqual({ ok: false });
  });

  it('[MD7] the answer in the reasoning counts only where nothing was said outside', () => {
    expect(readReply(reply('', { reasoning: json }), expected)).toEqual(value);
    expect(errorOf(reply('See above.', { reasoning: json })).errorClass).toBe('schema');
  });
});

describe('the end of a reply', () => {
  it('[MD5] only one that ended by itself is read', () => {
    const ends = (['length', 'refusal', 'other'] as const).map(
      (finish) => errorOf(reply(json, { finish })).errorClass,
    );
    expect(ends).toEqual(['truncated', 'refusal', 'transient']);
  });

  it('[MD9] an empty one is a refusal', () => {
    expect(errorOf(reply(' \n')).errorClass).toBe('refusal');
  });
});

describe('the form of a reply', () => {
  it('[MD8] problems have exact paths', () => {
    const error = errorOf(reply('{"tasks": [{"hours": 1}, {"hours": "x", "more": 1}]}'));
    expect(error.errorClass).toBe('schema');
    expect(error.problems.map((problem) => problem.split(':')[0])).toEqual([
      'title',
      'tasks[1].hours',
      'tasks[1]',
    ]);
  });

  it('[MD8] a hundred problems are cut short, and the rest is counted', () => {
    const tasks = Array.from({ length: 100 }, () => ({ hours: 'x' }));
    const { problems } = errorOf(reply(JSON.stringify({ title: 'A', tasks })));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toContain('80 more');
  });

  it('[MD8] the schema itself is told apart from an answer', () => {
    const { problems } = errorOf(reply(JSON.stringify(expected.jsonSchema)));
    expect(problems.join()).toContain('repeats the schema');
    const asked = z.object({ type: z.string(), items: z.array(z.string()) });
    const answer = { type: 'list', items: ['a'] };
    const own = { schema: asked, jsonSchema: jsonSchemaOf(asked) };
    expect(readReply(reply(JSON.stringify(answer)), own)).toEqual(answer);
  });

  it('[MD2] no word of the reply is in the message', () => {
    const error = errorOf(reply('{"title": 1, "CANARY": "CANARY"}'));
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('CANARY');
  });
});
