// Everything that goes wrong with models, at random moments of whole plans: the same plan comes out, or
// a failure that says what to do; every call is on the account, and tries are bounded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allUsageRows } from '../../src/plan/usage-files.ts';
import { Random } from '../../src/schedule/solve/random.ts';
import { type Fault, faultReply, faults } from '../doubles/model-server/faults.ts';
import { seedOf } from '../doubles/model-server/seed.ts';
import type { ModelRequest, Reply, Script } from '../doubles/model-server/types.ts';
import { callsOf, firstCallsOf } from '../doubles/scripted-mind/calls.ts';
import { scriptedAnswer } from '../doubles/scripted-mind.ts';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';

const start_date = '2027-01-04';
const detail = 'brief';
const faultPercent = 30;

/** After these asking the same model again cannot help. */
const permanent: readonly Fault[] = [
  'quota',
  'context_overflow',
  'unauthorized',
  'invalid_key',
  'not_found',
  'bad_request',
];

/** And neither can asking it anything else. */
const lasting: ReadonlySet<Fault> = new Set(['quota', 'unauthorized', 'invalid_key', 'not_found']);

/** After these it may help, but not for ever. */
const stubborn: readonly Fault[] = ['wrong_schema', 'length_valid', 'refusal'];

const goalFor = (what: string): string =>
  `Open a coffee shop for ${what.replaceAll('_', ' ')} lovers in Copenhagen for 80,000 EUR by June 2027`;

const goodValue = ({ schema, system, prompt }: ModelRequest): unknown =>
  scriptedAnswer(schema ?? {}, `${system}\n${prompt}`);

const good = (request: ModelRequest): Reply => ({ kind: 'answer', value: goodValue(request) });

/** What still is an answer has the right one in it, in its odd place or at its odd pace. */
function faulty(fault: Fault, request: ModelRequest): Reply {
  if (fault === 'slow_stream') {
    return { kind: 'answer', value: goodValue(request), pace: { betweenMs: 2 } };
  }
  if (fault === 'answer_in_reasoning') {
    return { kind: 'answer', text: '', reasoning: JSON.stringify(goodValue(request)) };
  }
  return faultReply(fault, request, { retryAfterS: 0.05 });
}

const faultOf = (system: string): Fault | undefined =>
  faults.find((fault) => system.includes(goalFor(fault)));

/** Seeded by the prompt: some calls fail the first time they are made, whatever order they come in. */
const sometimes: Script = (request) => {
  const fault = faultOf(request.system);
  if (fault === undefined || request.model === 'second-1') return good(request);
  const dice = new Random(seedOf(3, request.system, request.prompt));
  const fails = request.repeats === 0 && dice.below(100) < faultPercent;
  return fails ? faulty(fault, request) : good(request);
};

const always: Script = (request) => {
  const fault = faultOf(request.system);
  return fault === undefined || request.model === 'second-1'
    ? good(request)
    : faulty(fault, request);
};

const limits = { chunkSeconds: 3 };
const modelsAt = (url: string) => {
  const base = { provider: 'openai-compatible', baseUrl: `${url}/v1`, ...limits };
  return {
    profile: 'baseline',
    models: {
      first: { ...base, model: 'first-1', price: { input: 1, output: 2 } },
      second: { ...base, model: 'second-1', price: { input: 3, output: 4 } },
    },
    profiles: { baseline: ['first'], custom: ['first', 'second'] },
  };
};

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await openPipeline({ script: sometimes, file: modelsAt });
});
afterAll(() => pipeline.close());

const tenant = 'tenant_pipeline';

async function textsOf(plan_id: string): Promise<Map<string, string>> {
  const { files } = (await pipeline.call('plan_files', { plan_id })) as {
    files: { path: string }[];
  };
  const paths = files.map(({ path }) => path).filter((path) => !path.startsWith('usage_'));
  const entries = paths.map(async (path) => {
    const { text } = await pipeline.ask('plan_file', { plan_id, path });
    return [path, text.replaceAll(plan_id, 'PLAN')] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Rows and calls are the same calls, and the sums are theirs. */
async function expectAccounted(status: Record<string, unknown>): Promise<number> {
  const plan_id = String(status.plan_id);
  const rows = await allUsageRows(pipeline.app.services.reader, tenant, plan_id);
  const calls = pipeline.minds.calls.filter(({ system }) => system.includes(String(status.goal)));
  expect(rows).toHaveLength(calls.length);
  const perStep = new Map<string, number>();
  for (const { step } of rows) perStep.set(step, (perStep.get(step) ?? 0) + 1);
  expect(Math.max(...perStep.values())).toBeLessThanOrEqual(16);
  const { total } = (await pipeline.call('plan_usage', { plan_id })) as {
    total: { calls: number; tokens_in: number };
  };
  const known = rows.map(({ tokens_in }) => Math.max(0, tokens_in));
  expect(total).toMatchObject({
    calls: rows.length,
    tokens_in: known.reduce((sum, tokens) => sum + tokens, 0),
  });
  return rows.length;
}

const passing = faults.filter((fault) => !permanent.includes(fault));

describe('faults at random moments of a plan', () => {
  const made = new Map<Fault, Record<string, unknown>>();
  beforeAll(async () => {
    pipeline.minds.play(sometimes);
    const plans = passing.map(async (fault) => {
      made.set(fault, await pipeline.plan({ prompt: goalFor(fault), start_date, detail }));
    });
    await Promise.all(plans);
  });

  it.each(passing)('[PP23] %s: the plan is the one without faults', async (fault) => {
    const status = made.get(fault) ?? {};
    expect(status.error ?? null).toBeNull();
    expect(status.state).toBe('completed');
    expect(await expectAccounted(status)).toBeGreaterThanOrEqual(callsOf.brief);
    const faulted = await textsOf(String(status.plan_id));
    pipeline.minds.play(good);
    // Another profile has another key for reuse, so that every question is asked anew.
    const calm = await pipeline.plan({
      ...{ prompt: goalFor(fault), start_date, detail },
      model_profile: 'custom',
    });
    const texts = await textsOf(String(calm.plan_id));
    expect([...faulted.keys()].toSorted()).toEqual([...texts.keys()].toSorted());
    for (const [path, text] of texts) expect(faulted.get(path), path).toBe(text);
  });
});

/** What its failure must say, beside the stage: what is wrong, and what to do. */
const advice: Readonly<Record<string, RegExp>> = {
  quota: /no money or quota left.*Add money/,
  context_overflow: /longer than the model takes.*larger context, or a shorter goal/,
  unauthorized: /does not accept the key.*variable that holds its key/,
  invalid_key: /does not accept the key.*variable that holds its key/,
  not_found: /no such model or address.*models\.json/,
  bad_request: /does not take this call.*planwright doctor/,
  wrong_schema: /does not fit its schema.*larger model/,
  length_valid: /cut at its longest length.*longer replies/,
  refusal: /declined to answer.*Word the goal otherwise/,
};

describe('faults that stay', () => {
  const failed = new Map<Fault, Record<string, unknown>>();
  beforeAll(async () => {
    pipeline.minds.play(always);
    pipeline.minds.clear();
    const plans = [...permanent, ...stubborn].map(async (fault) => {
      // A goal of its own: what was answered before would not be asked.
      const prompt = `${goalFor(fault)}, and stay`;
      failed.set(fault, await pipeline.plan({ prompt, start_date, detail }));
    });
    await Promise.all(plans);
  });

  it.each(permanent)('[PP23] %s fails at once, with what to do', async (fault) => {
    const status = failed.get(fault) ?? {};
    expect(status.state).toBe('failed');
    const { message } = status.error as { message: string };
    expect(message).toMatch(advice[fault] ?? /^$/);
    expect(message).toMatch(/^Stage [a-z0-9-]+ got no usable answer/);
    // One call for each stage of the first level, and no second try.
    expect(await expectAccounted(status)).toBeLessThanOrEqual(firstCallsOf.brief);
  });

  it.each(stubborn)('[PP23] %s is tried again so often and no more', async (fault) => {
    const status = failed.get(fault) ?? {};
    expect(status.state).toBe('failed');
    expect((status.error as { message: string }).message).toMatch(advice[fault] ?? /^$/);
    await expectAccounted(status);
  });

  it.each(permanent)('[PP23] [DG10] %s: with a second model the plan is made', async (fault) => {
    pipeline.minds.play(always);
    pipeline.minds.clear();
    const prompt = goalFor(fault);
    const status = await pipeline.plan({ prompt, start_date, detail, model_profile: 'custom' });
    expect(status.error ?? null).toBeNull();
    expect(status.state).toBe('completed');
    await expectAccounted(status);
    const { by_model } = (await pipeline.call('plan_usage', { plan_id: status.plan_id })) as {
      by_model: { model: string; calls: number; failed_calls: number }[];
    };
    const [first, second] = ['first', 'second'].map((name) =>
      by_model.find(({ model }) => model === name),
    );
    // A model that cannot be used is left alone; one that declines a question is asked the next.
    const isLeftAlone = (first?.calls ?? 0) <= firstCallsOf.brief;
    expect(isLeftAlone).toBe(lasting.has(fault));
    expect(first?.failed_calls).toBe(first?.calls);
    expect(second).toMatchObject({ calls: callsOf.brief, failed_calls: 0 });
  });
});
