// Whole plans by a small model on somebody's laptop: 6,144 tokens, cut tails, the schema given back
// time and again. Every stage is finished or says precisely why not, and what a model did not get to
// see is told.
import { afterEach, describe, expect, it } from 'vitest';
import { allUsageRows } from '../../src/plan/usage-files.ts';
import { smallLocalModel } from '../doubles/model-server/small-local-model.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { scriptedAnswer } from '../doubles/scripted-mind.ts';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';

const contextTokens = 6_144;
const detail = 'brief';

const files = {
  ollama: (url: string) => ({
    models: { first: { provider: 'ollama', model: 'tiny', baseUrl: url, contextTokens } },
  }),
  'an OpenAI-compatible server': (url: string) => ({
    models: {
      first: {
        ...{ provider: 'openai-compatible', model: 'tiny', baseUrl: `${url}/v1` },
        contextTokens,
      },
    },
  }),
  'a server that cuts prompts without a word': (url: string) => ({
    models: { first: { provider: 'openai-compatible', model: 'tiny', baseUrl: `${url}/v1` } },
  }),
} as const;

/** A plan takes many calls, and each of them has three tries. */
const moods = { echoPercent: 15, cutPercent: 5 };

let pipeline: Pipeline;
afterEach(() => pipeline.close());

const open = (format: keyof typeof files, seed: number): Promise<Pipeline> =>
  openPipeline({
    script: smallLocalModel({ seed, contextTokens, answer: wordyMind, ...moods }),
    file: (url) => ({ ...files[format](url), profile: 'custom', profiles: { custom: ['first'] } }),
  });

/** A goal that leaves little room beside it, so that later stages do not fit whole. */
const goal = (number: number): string =>
  `Open coffee shop ${number} in Copenhagen for 80,000 EUR by June 2027. ${'We have four people, a lease for the room, a used oven and a permit that is on its way. '.repeat(number * 6)}`;

const wasShortened = (prompt: string): boolean =>
  /… and \d+ more|…"/.test(prompt.split('# Your task')[0] ?? '');

const wordyFields = new Set([
  'what',
  'question',
  'trade_off',
  'argument',
  'answer_in_plan',
  'idea',
  'claim',
  'effect',
  'response',
  'description',
  'story',
]);
const filler =
  'It is said at length, as models like to do, with all that can be said of it. '.repeat(3);

/** Answers with long texts, so that later stages have much to read. */
function wordy(value: unknown, field = ''): unknown {
  if (typeof value === 'string')
    return wordyFields.has(field) ? `${value} ${filler}`.slice(0, 150) : value;
  if (Array.isArray(value)) return value.map((item) => wordy(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, wordy(item, name)]));
}

const wordyMind: Script = (request) => ({
  kind: 'answer',
  value: wordy(scriptedAnswer(request.schema ?? {}, `${request.system}\n${request.prompt}`)),
});

const textOf = async (plan_id: string, path: string): Promise<string> =>
  (await pipeline.ask('plan_file', { plan_id, path })).text;

/** By stage: what was told of shortened questions. */
async function told(plan_id: string): Promise<string[]> {
  const { files: all } = (await pipeline.call('plan_files', { plan_id })) as {
    files: { path: string }[];
  };
  const paths = all.map(({ path }) => path).filter((path) => path.endsWith('.shortened.json'));
  const notes = await Promise.all(paths.map((path) => textOf(plan_id, path)));
  return notes.flatMap((note) => (JSON.parse(note) as { shortened: string[] }).shortened);
}

async function check(status: Record<string, unknown>): Promise<string> {
  const plan_id = String(status.plan_id);
  const rows = await allUsageRows(pipeline.app.services.reader, 'tenant_pipeline', plan_id);
  const goalText = String(status.goal);
  const calls = pipeline.minds.calls.filter(({ system }) => system.includes(goalText));
  expect(rows).toHaveLength(calls.length);
  // No prompt that was cut on the way has an answer that counts.
  const cut = rows.filter(({ tokens_in }) => tokens_in > contextTokens);
  expect(cut.filter(({ error_class }) => error_class !== 'context_overflow')).toEqual([]);
  return status.state === 'failed' ? whyNot(status) : whatWasTold(status, plan_id, calls);
}

function whyNot(status: Record<string, unknown>): string {
  const { message } = status.error as { message: string };
  expect(message).toMatch(
    /Stage [a-z0-9-]+ got no usable answer after \d+ (?:try|tries)\. first: /,
  );
  expect(message).toMatch(
    /do not fit|does not fit its schema|not acceptable|was cut|read \d+ tokens/,
  );
  return message;
}

async function whatWasTold(
  status: Record<string, unknown>,
  plan_id: string,
  calls: Pipeline['minds']['calls'],
): Promise<string> {
  expect(status.state).toBe('completed');
  const notes = await told(plan_id);
  const isShortened = calls.some(
    ({ prompt, outcome }) => outcome === 'stop' && wasShortened(prompt),
  );
  expect(notes.length > 0).toBe(isShortened);
  const { partial } = status.quality_summary as { partial: string[] };
  const said = partial.filter((line) => line.includes(' saw less of '));
  expect(new Set(said.map((line) => line.split(' saw less of ')[1]))).toEqual(new Set(notes));
  expect(said).toHaveLength(notes.length);
  return isShortened ? 'shortened' : 'whole';
}

describe.each(Object.keys(files) as (keyof typeof files)[])('through %s', (format) => {
  it('[PP22] every stage is finished or says why not, and nothing is cut without a word', async () => {
    pipeline = await open(format, 5);
    const statuses = await Promise.all(
      [0, 2, 4, 6, 8, 16, 30].map((number) => pipeline.plan({ prompt: goal(number), detail })),
    );
    const ends: string[] = [];
    for (const status of statuses) ends.push(await check(status));
    const made = ends.filter((end) => end === 'whole' || end === 'shortened');
    expect(made.length).toBeGreaterThanOrEqual(2);
  });
});
