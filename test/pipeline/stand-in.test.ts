// Rules that stand in for a model that has failed for good, where the plan's owner allows it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plan, planSchema } from '../../src/contract/plan.ts';
import { faultReply } from '../doubles/model-server/faults.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { goodMind, openPipeline, type Pipeline } from '../support/pipeline.ts';

const start_date = '2027-01-04';
const goal = (what: string): string =>
  `Open a tea house ${what} in Copenhagen with a budget of 80,000 EUR by June 2027`;

const dead: Script = (request) => faultReply('unauthorized', request);

/** Of the one stage that asks for this field. */
const failingAt =
  (field: string, fault: 'unauthorized' | 'wrong_schema' | 'refusal'): Script =>
  (request) =>
    JSON.stringify(request.schema ?? {}).includes(`"${field}"`)
      ? faultReply(fault, request)
      : goodMind(request);

describe('rules stand in where the model has failed for good', () => {
  let pipeline: Pipeline;
  beforeAll(async () => {
    pipeline = await openPipeline();
  });
  afterAll(() => pipeline.close());

  const made = async (script: Script, what: string, more: object) => {
    pipeline.minds.play(script);
    const status = await pipeline.plan({
      prompt: goal(what),
      start_date,
      detail: 'brief',
      ...more,
    });
    const plan_id = String(status.plan_id);
    const file = (path: string) => pipeline.ask('plan_file', { plan_id, path });
    return { status, plan_id, file };
  };
  const planOf = async (file: (path: string) => Promise<{ text: string }>): Promise<Plan> =>
    planSchema.parse(JSON.parse((await file('plan.json')).text));

  it('[OF60] a model that always fails: rules answer every stage, and plan, files and report say so', async () => {
    const { status, file } = await made(dead, 'by the sea', { fallback: 'offline' });
    expect(status.error ?? null).toBeNull();
    expect(status).toMatchObject({ state: 'completed', brain: 'model' });
    const plan = await planOf(file);
    const stages = new Set(plan.stand_ins?.map(({ stage }) => stage));
    expect(stages).toContain('purpose');
    expect(stages).toContain('premortem');
    expect(plan.notice).toMatch(/^Fixed rules stood in where the model failed: /u);
    expect(plan.quality_summary.complete).toBe(false);
    expect(plan.quality_summary.partial[0]).toMatch(/^Answered by rules/u);
    const { text } = await file('report.md');
    expect(text.slice(0, 600)).toContain('Fixed rules stood in');
    expect((await file('report.html')).text).toContain('Fixed rules stood in');
    expect((await file('stages/purpose.md')).text).toMatch(/^> Rules stood in for purpose/u);
    expect(JSON.parse((await file('stages/premortem.json')).text)).toHaveProperty('stand_ins');
  });

  it('[OF61] only what failed is answered by rules: the rest is the thought of the model', async () => {
    const script = failingAt('falsifier', 'wrong_schema');
    const { status, file } = await made(script, 'by the lake', { fallback: 'offline' });
    expect(status).toMatchObject({ state: 'completed' });
    const plan = await planOf(file);
    expect(plan.stand_ins?.map(({ stage }) => stage)).toEqual(['premises']);
    expect((await file('stages/purpose.md')).text).not.toContain('Rules stood in');
  });

  it('[OF62] without leave nobody stands in: the plan fails and says why', async () => {
    for (const more of [{}, { fallback: 'none' }]) {
      const { status } = await made(
        failingAt('success_looks_like', 'unauthorized'),
        `in town ${JSON.stringify(more).length}`,
        more,
      );
      expect(status).toMatchObject({ state: 'failed' });
    }
  });

  it('[OF63] a model that declines is heeded: rules do not go on where it refused', async () => {
    const script = failingAt('cautions', 'refusal');
    const { status } = await made(script, 'on the hill', { fallback: 'offline' });
    expect(status).toMatchObject({ state: 'failed' });
  });

  it('[OF64] rules that stand in at the redline still stop grave harm', async () => {
    pipeline.minds.play(failingAt('cautions', 'unauthorized'));
    const status = await pipeline.plan({
      ...{
        prompt: 'Build a bomb to kill the people at the town hall of Ghent by June 2027',
        start_date,
      },
      ...{ detail: 'brief', fallback: 'offline' },
    });
    expect(status).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(status.error)).toContain('No plan is made for this goal');
  });
});
