// A small model on a laptop: 4,096 tokens, cut tails, schemas given back. Every question is answered
// or says why not, and no prompt and no reply is cut without a word.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/models/ask.ts';
import { AskError } from '../../src/models/ask-error.ts';
import type { Question } from '../../src/models/question.ts';
import { createTokenMeter } from '../../src/models/tokens.ts';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import { smallLocalModel } from '../doubles/model-server/small-local-model.ts';
import { askBench } from '../doubles/scripted-model.ts';
import { wireModel } from './wire-models.ts';

const contextTokens = 4_096;
let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer({ script: smallLocalModel({ seed: 11, contextTokens }) });
});
afterAll(() => server.close());

const schema = z.strictObject({
  title: z.string(),
  tasks: z
    .array(z.strictObject({ name: z.string(), hours: z.number() }))
    .min(1)
    .max(5),
});
type Value = z.infer<typeof schema>;

const sentence = 'The bakery needs flour, an oven, a permit and four people by spring. ';
const note = 'Notes of earlier stages were left out.';

/** Every third is far too long; of those every other has a stage that can say it shorter. */
function questionOf(number: number): Question<Value> {
  const head = `Question ${number}. `;
  const isLong = number % 3 === 0;
  const question: Question<Value> = {
    stage: 'tasks',
    step: `step_${number}`,
    system: 'You plan.',
    prompt: `${head}${sentence.repeat(isLong ? 600 : 20)}`,
    schema,
    schemaName: 'tasks',
    maxOutputTokens: 3_000,
  };
  if (number % 2 === 0) return question;
  const shrink = (fits: (prompt: string) => boolean) => {
    let count = 500;
    while (!fits(`${head}${sentence.repeat(count)}`)) count = Math.floor(count / 2);
    return { prompt: `${head}${sentence.repeat(count)}`, note };
  };
  return { ...question, shrink };
}

describe.each(['ollama', 'compatible'] as const)('a small model in the format of %s', (format) => {
  it('[MD5] [MD10] answers, or says precisely why not', async () => {
    const model = await wireModel(format, server.url, { contextTokens });
    const tokens = createTokenMeter();
    const ends: string[] = [];
    for (let number = 1; number <= 60; number += 1) {
      const question = questionOf(number);
      const bench = askBench([model], { tokens });
      const answer = await ask(question, bench.tools).catch((error: unknown) => error);
      ends.push(check(answer, question));
      // What was sent fits: nobody had a reason to cut it.
      for (const { tokens: used } of bench.records) {
        expect(used.input ?? 0).toBeLessThan(contextTokens);
      }
    }
    const known = ['whole', 'shrunk', 'schema', 'truncated', 'context_overflow'];
    expect(ends.filter((end) => !known.includes(end))).toEqual([]);
    const count = (end: string): number => ends.filter((each) => each === end).length;
    // 10 cannot be said shorter; of the rest all but a few unlucky ones are answered.
    expect(count('context_overflow')).toBe(10);
    expect(count('shrunk')).toBeGreaterThanOrEqual(9);
    expect(count('whole') + count('shrunk')).toBeGreaterThanOrEqual(46);
  });
});

/** How it ended; a word that no test expects where it ended wrongly. */
function check(answer: unknown, question: Question<Value>): string {
  if (answer instanceof AskError) return answer.failures.length > 0 ? answer.errorClass : 'unsaid';
  const { value, shrunk } = answer as { value: unknown; shrunk: string[] };
  if (!schema.safeParse(value).success) return 'wrong';
  if (question.prompt.length < 30_000) return shrunk.length === 0 ? 'whole' : 'wrong';
  return shrunk.includes(note) ? 'shrunk' : 'silently cut';
}
