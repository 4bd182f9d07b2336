// Failures that a program can diagnose: classes, ids that lead to the log and the account, the rows of the
// calls, and a model that cannot be used is called once.
import { writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { Metrics } from '../../src/base/metrics.ts';
import { type PlanStatus, planStatusOutput } from '../../src/contract/plans.ts';
import { createTelemetry } from '../../src/events/telemetry/telemetry.ts';
import { allUsageRows } from '../../src/plan/usage-files.ts';
import { faultReply } from '../doubles/model-server/faults.ts';
import type { ErrorKind, Script } from '../doubles/model-server/types.ts';
import { scriptedAnswer } from '../doubles/scripted-mind.ts';
import { goodMind, models, openPipeline, type Pipeline } from '../support/pipeline.ts';

const prompt = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
const tenant = 'tenant_pipeline';

const failing =
  (kind: ErrorKind, of: (model: string) => boolean = () => true): Script =>
  (request) =>
    of(request.model) ? faultReply(kind, request, { retryAfterS: 0 }) : goodMind(request);

const two = (url: string): object => {
  const base = { provider: 'openai-compatible', baseUrl: `${url}/v1` };
  return {
    profile: 'custom',
    models: { first: { ...base, model: 'first-1' }, second: { ...base, model: 'second-1' } },
    profiles: { custom: ['first', 'second'] },
  };
};

type Options = Parameters<typeof openPipeline>[0];

let pipeline: Pipeline;
const lines: Record<string, unknown>[] = [];

async function open(script: Script, options: Options = {}): Promise<void> {
  lines.length = 0;
  const log = await createLogger({
    level: 'warn',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const telemetry = createTelemetry({
    ...{ metrics: new Metrics(), log, logLevel: 'warn', emit: null },
    onError: (error) => {
      throw error;
    },
  });
  pipeline = await openPipeline({ script, telemetry, file: two, ...options });
}
afterEach(() => pipeline.close());

const plan = async (more: object = {}): Promise<PlanStatus> =>
  planStatusOutput.parse(await pipeline.plan({ prompt, detail: 'brief', ...more }));

const called = (): string[] => pipeline.minds.calls.map(({ model }) => model).toSorted();

describe('a model that cannot be used', () => {
  it('[DG10] is called once for the whole run, and the plan fails with the cause', async () => {
    await open(failing('unauthorized'));
    const { state, error, next_action, plan_id } = await plan();
    expect(state).toBe('failed');
    expect(called()).toEqual(['first-1', 'second-1']);
    expect(error).toMatchObject({
      ...{ failure_reason: 'generation_error', error_class: 'auth', recoverable: false },
    });
    expect(next_action).toContain(`plan_resume with plan_id ${plan_id}`);
    expect(next_action).not.toContain('plan_retry');
    const rows = await allUsageRows(pipeline.app.services.reader, tenant, plan_id);
    expect(rows.map(({ model }) => model).toSorted()).toEqual(['first', 'second']);
  });

  it('[DG10] is tried again when somebody resumes the plan', async () => {
    await open(failing('unauthorized'));
    const { plan_id } = await plan();
    pipeline.minds.play(goodMind);
    await pipeline.call('plan_resume', { plan_id });
    const wait = async () =>
      (await pipeline.call('plan_wait', { plan_id, timeout_seconds: 5 })).state;
    await expect.poll(wait).toBe('completed');
    const models = called().slice(1);
    expect(models.filter((model) => model === 'second-1')).toHaveLength(1);
  });

  it('[DG10] leaves the plan to the next one of its profile', async () => {
    await open(failing('quota', (model) => model === 'first-1'));
    const { state } = await plan();
    expect(state).toBe('completed');
    expect(called().filter((model) => model === 'first-1')).toHaveLength(1);
  });
});

describe('a models.json that was corrected', () => {
  const one = (model: string) => (url: string) => models(url, { model });

  it('[DG21] counts for plan_resume without a restart, and finished stages are not asked again', async () => {
    const finished = 3;
    await open(
      (request) =>
        request.model === 'wrong-1' && request.index >= finished
          ? faultReply('not_found', request, {})
          : goodMind(request),
      { file: one('wrong-1') },
    );
    const { plan_id, error, next_action } = await plan();
    expect(error).toMatchObject({ error_class: 'not_found', recoverable: false });
    expect(next_action).toContain(`plan_resume with plan_id ${plan_id}`);
    const before = called().length;
    await writeFile(pipeline.modelsFile, JSON.stringify(one('right-1')(pipeline.minds.url)));
    await pipeline.call('plan_resume', { plan_id });
    const wait = async () =>
      (await pipeline.call('plan_wait', { plan_id, timeout_seconds: 5 })).state;
    await expect.poll(wait, { timeout: 30_000 }).toBe('completed');
    const later = pipeline.minds.calls.slice(before).map(({ model }) => model);
    expect(new Set(later)).toEqual(new Set(['right-1']));
    const rows = await allUsageRows(pipeline.app.services.reader, tenant, plan_id);
    const steps = rows.filter(({ error_class }) => error_class === '').map(({ step }) => step);
    expect(steps.length).toBeGreaterThan(finished);
    expect(new Set(steps).size).toBe(steps.length);
    const listed = await pipeline.call('model_profiles', {});
    expect(JSON.stringify(listed.profiles)).toContain('right-1');
  });
});

describe('the id of a failure', () => {
  it('[DG8] is the same in the answer, in the log and on the account', async () => {
    await open(failing('bad_request'));
    const { plan_id, error } = await plan();
    const id = error?.error_id;
    expect(id).toMatch(/^err_/);
    const rows = await allUsageRows(pipeline.app.services.reader, tenant, plan_id);
    expect(rows.filter(({ error_id }) => error_id === id)).toMatchObject([
      { error_class: 'bad_request', model: 'second' },
    ]);
    const named = lines.filter(({ error_id }) => error_id === id);
    expect(named).toMatchObject([
      { event: 'model.failed', error_class: 'bad_request', level: 'warn' },
      { event: 'attempt.ended', step: error?.failed_step, to: 'FAILED' },
    ]);
  });

  it('[DG8] of a failure without a model is in the log, too', async () => {
    await open(goodMind);
    const { error } = await plan({ prompt: 'asdf qwer zxcv', brain: 'offline' });
    const named = lines.filter(({ error_id }) => error_id === error?.error_id);
    expect(named).toMatchObject([{ event: 'attempt.ended', step: error?.failed_step }]);
  });
});

describe('why a plan failed', () => {
  it('[DG7] a goal that says nothing cannot be resumed', async () => {
    await open(goodMind);
    const { error, next_action } = await plan({ prompt: 'asdf qwer zxcv', brain: 'offline' });
    expect(error).toMatchObject({
      ...{ failure_reason: 'generation_error', error_class: 'goal', recoverable: false },
    });
    expect(next_action).toContain('plan_create');
    expect(next_action).not.toContain('plan_resume');
  });

  it('[DG7] a model that may answer better next time can, though another has a bad key', async () => {
    await open((request) =>
      request.model === 'first-1'
        ? faultReply('wrong_schema', request, {})
        : faultReply('unauthorized', request, {}),
    );
    const { error, next_action, plan_id } = await plan();
    expect(error).toMatchObject({
      ...{ failure_reason: 'generation_error', error_class: 'schema', recoverable: true },
    });
    expect(next_action).toContain(`plan_resume with plan_id ${plan_id}`);
  });
});

const reasoned = 'First I weigh the rent. '.repeat(900);

/** Every reply comes with its reasoning. */
const reasoning: Script = (request) => {
  const { schema, system, prompt: asked } = request;
  const value = scriptedAnswer(schema ?? {}, `${system}\n${asked}`);
  return { kind: 'answer', value, reasoning: reasoned, usage: { reasoning: 7, output: 90 } };
};

async function pages(path: string, key = pipeline.key): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const more = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await pipeline.app.call(`${path}${more}`, { key });
    const page = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(200);
    found.push(...((page.calls ?? page.items) as Record<string, unknown>[]));
    cursor = page.next_cursor as string | null;
  }
  return found;
}

describe('the calls of a plan', () => {
  it('[DG9] are there while it is being made', async () => {
    const held = Promise.withResolvers<void>();
    await open(async (request) => {
      if (request.index > 0) await held.promise;
      return goodMind(request);
    });
    const { plan_id } = await pipeline.call('plan_create', {
      prompt,
      brain: 'model',
      detail: 'brief',
    });
    const path = `/api/plans/${String(plan_id)}/usage/calls`;
    await expect.poll(async () => (await pages(path)).length).toBe(1);
    expect(await pipeline.call('plan_status', { plan_id })).toMatchObject({ state: 'processing' });
    const [call] = await pages(path);
    expect(call).toMatchObject({
      model: 'first',
      error_class: null,
      error_id: null,
      finish: 'stop',
    });
    held.resolve();
    await pipeline.call('plan_stop', { plan_id });
  });

  it('[DG9] are all there for a plan that failed, page by page and without texts', async () => {
    await open(failing('bad_request'));
    const { plan_id, error } = await plan();
    const rows = await allUsageRows(pipeline.app.services.reader, tenant, plan_id);
    const calls = await pages(`/api/plans/${plan_id}/usage/calls?limit=5`);
    expect(rows).toHaveLength(pipeline.minds.calls.length);
    expect(calls.map(({ call_id }) => call_id)).toEqual(rows.map(({ id }) => id));
    expect(calls).toContainEqual(
      expect.objectContaining({
        ...{ error_class: 'bad_request', error_id: error?.error_id, step: error?.failed_step },
        ...{ model: 'second', provider: 'openai-compatible', tokens_in: null, finish: null },
      }),
    );
    expect(JSON.stringify(calls)).not.toContain('coffee');
    const failed = await pages(`/api/plans/${plan_id}/usage/calls?only=failed&limit=2`);
    expect(failed).toEqual(calls);
    const wrong = await pipeline.app.call(`/api/plans/${plan_id}/usage/calls?cursor=call_x`, {
      key: pipeline.key,
    });
    expect(wrong.status).toBe(400);
  });
});

describe('the reasoning of models', () => {
  it('[DG11] is read whole, call by call, with a scope of its own', async () => {
    await open(reasoning);
    const { plan_id } = await plan();
    const path = `/api/plans/${plan_id}/read?part=reasoning`;
    const without = await pipeline.app.makeKey({ tenant, scopes: ['plan:read'] });
    const refused = await pipeline.app.call(path, { key: without });
    expect(refused.status).toBe(403);
    expect(((await refused.json()) as { detail: string }).detail).toContain('plan:reasoning');
    const items = await pages(path);
    const texts = Map.groupBy(items, ({ call_id }) => call_id);
    const rows = await allUsageRows(pipeline.app.services.reader, tenant, plan_id);
    expect([...texts.keys()]).toEqual(rows.map(({ id }) => id));
    for (const [, own] of texts) expect(own.map(({ text }) => text).join('')).toBe(reasoned);
    const stage = String(items[0]?.stage);
    const ofStage = await pages(`${path}&path=${stage}`);
    expect(ofStage).toEqual(items.filter((item) => item.stage === stage));
    const calls = await pages(`/api/plans/${plan_id}/usage/calls?limit=500`);
    expect(calls[0]).toMatchObject({ tokens_reasoning: 7, tokens_out: 90, error_class: null });
  });

  it('[DG11] says so where it was erased', async () => {
    await open(failing('bad_request'));
    const { plan_id } = await plan();
    const { engine, reader } = pipeline.app.services;
    const [row] = await allUsageRows(reader, tenant, plan_id);
    if (!row) throw new Error('expected a call');
    const put = { ...row, reasoning_hash: 'a'.repeat(64), reasoning: `${row.run}.gone` };
    await engine.commit([{ rows: [{ table: 'usage', put }] }]);
    const items = await pages(`/api/plans/${plan_id}/read?part=reasoning`);
    expect(items).toMatchObject([{ call_id: row.id, text: null, erased: true }]);
    await pipeline.call('plan_delete', { plan_id });
    const gone = await pipeline.app.call(`/api/plans/${plan_id}/read?part=reasoning`, {
      key: pipeline.key,
    });
    expect(gone.status).toBe(410);
  });
});
