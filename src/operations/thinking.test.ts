import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from '../../test/doubles/scripted-mind/calls.ts';
import { scriptedAnswer } from '../../test/doubles/scripted-mind.ts';
import { jsonInit } from '../../test/support/app.ts';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import type { WorkStep } from '../contract/work.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());

interface Claimed {
  readonly lease: { readonly token: string };
  readonly step: WorkStep;
}

/** It ends with the first step; a busy machine needs more of it. */
const longestWait = 50;
let count = 0;

async function newPlan(more: object = {}): Promise<string> {
  count += 1;
  const prompt = `Open bakery number ${count} in Copenhagen with a budget of 80,000 EUR by June 2027`;
  const answer = await bakery.call('plan_create', { prompt, brain: 'caller', ...more });
  return answer.plan_id as string;
}

const wanted = (plan_id: string) => ({ kinds: ['model'], plan_id });

/** What a plan that is being made hands out now; with a wait, what it hands out next. */
async function claim(
  plan_id: string,
  key = bakery.key,
  wait_seconds = 0.3,
): Promise<Claimed | null> {
  const request = { kinds: ['model'], plan_id, wait_seconds };
  const answer = (await bakery.call('work_claim', request, key)) as unknown as Claimed & {
    claimed: boolean;
  };
  return answer.claimed ? answer : null;
}

async function runOf(plan: string): Promise<string> {
  return (await bakery.app.services.reader.plan('tenant_bakery', plan))?.run ?? '';
}

/** Takes until it has that one; the others stay taken. */
async function claimStage(plan: string, step: string): Promise<Claimed> {
  for (;;) {
    const taken = await claim(plan, bakery.key, longestWait);
    if (!taken) throw new Error(`${step} is not handed out`);
    if (taken.step.step_id === step) return taken;
  }
}

const answerOf = ({ output_schema, prompt }: WorkStep): object =>
  scriptedAnswer(output_schema ?? {}, prompt ?? '') as object;

async function thinkAll(plan: string, key = bakery.key): Promise<string[]> {
  const steps: string[] = [];
  for (;;) {
    const { state } = await bakery.call('plan_status', { plan_id: plan });
    if (state !== 'pending' && state !== 'processing') return steps;
    const taken = await claim(plan, key);
    if (!taken) continue;
    steps.push(taken.step.step_id);
    const output = answerOf(taken.step);
    await bakery.call('work_complete', { lease_token: taken.lease.token, output }, key);
  }
}

describe('the caller thinks', () => {
  it('[CB1] every stage is handed out with prompt and schema, and the plan is finished', async () => {
    const plan = await newPlan();
    const steps = await thinkAll(plan);
    expect(steps.filter((step) => step.startsWith('stage_premise_parts'))).toHaveLength(5);
    expect(steps.filter((step) => step.startsWith('stage_levers'))).toHaveLength(3);
    expect(steps).toHaveLength(callsOf.standard);
    const status = await bakery.call('plan_status', { plan_id: plan });
    expect(status).toMatchObject({ state: 'completed', progress_percentage: 100 });
    const made = await bakery.call('plan_get', { plan_id: plan });
    expect(made).toMatchObject({ brain: 'caller' });
  });

  it('[CB12] nobody else is handed its thinking by chance: other work does not bring it', async () => {
    const plan = await newPlan();
    const person = await bakery.app.makeKey({ tenant: 'tenant_bakery', kind: 'person' });
    const { id, key } = await bakery.newAgent('Takes anything');
    for (const one of [bakery.key, person, key]) {
      const answer = await bakery.call('work_claim', { wait_seconds: 0.3 }, one);
      expect(answer.claimed).toBe(false);
    }
    expect((await bakery.ask('agent_work', { agent_id: id }, key)).status).toBe(204);
    const meant = await bakery.call(
      'work_claim',
      { plan_id: plan, wait_seconds: longestWait },
      key,
    );
    expect(meant).toMatchObject({ claimed: true, step: { action: 'think' } });
  });

  it('[CB2] a bad answer comes back with exact paths, and is mended under the same lease', async () => {
    const plan = await newPlan();
    const taken = await claimStage(plan, 'stage_review');
    const lease_token = taken.lease.token;
    const bad = await bakery.ask('work_complete', { lease_token, output: { verdict: 'maybe' } });
    expect(bad.status).toBe(422);
    expect(bad.text).toContain('output.verdict');
    expect(bad.text).toContain('output.reason');
    const good = await bakery.call('work_complete', { lease_token, output: answerOf(taken.step) });
    expect(good).toMatchObject({ task_state: 'COMPLETE' });
  });

  it('[CB2] what a schema cannot say is checked by code: a quote must stand in the goal', async () => {
    const plan = await newPlan();
    const taken = await claimStage(plan, 'stage_directives');
    const output = answerOf(taken.step) as { directives: { quote: string }[] };
    const [first] = output.directives;
    const invented = { directives: [{ ...first, quote: 'by next Tuesday' }] };
    const lease_token = taken.lease.token;
    const bad = await bakery.ask('work_complete', { lease_token, output: invented });
    expect(bad.text).toContain('directives.0.quote');
  });

  it('[CB3] after three bad answers the step is handed to others, with what was wrong', async () => {
    const plan = await newPlan();
    const taken = await claimStage(plan, 'stage_purpose');
    const bad = { lease_token: taken.lease.token, output: {} };
    for (const _try of [1, 2]) expect((await bakery.ask('work_complete', bad)).status).toBe(422);
    const third = await bakery.call('work_complete', bad);
    expect(third.task_state).not.toBe('COMPLETE');
    expect((await bakery.ask('work_complete', bad)).body).toMatchObject({ code: 'lease_lost' });
    const usage = await bakery.call('plan_usage', { plan_id: plan });
    expect(usage).toMatchObject({ total: { calls: 3, failed_calls: 3 } });
  });

  it('[CB4] an answer that refuses the goal ends the plan, with the reason', async () => {
    const plan = await newPlan();
    const taken = await claimStage(plan, 'stage_redline');
    const output = { verdict: 'stop', reason: 'it would hurt people.', cautions: [] };
    await bakery.call('work_complete', { lease_token: taken.lease.token, output });
    const steps = await bakery.app.services.reader.steps(await runOf(plan));
    expect(steps.find(({ step }) => step === 'stage_redline')).toMatchObject({ state: 'FAILED' });
    expect(steps.filter(({ step }) => step === 'stage_places')).toMatchObject([
      { state: 'PENDING' },
    ]);
  });

  it('[CB5] what was answered once is not asked again: the same goal goes on behind it', async () => {
    const goal = { prompt: 'Open one more bakery in Aarhus by May 2027', start_date: '2026-12-01' };
    const first = await newPlan(goal);
    expect(await thinkAll(first)).toHaveLength(callsOf.standard);
    const second = await newPlan(goal);
    expect(await thinkAll(second)).toHaveLength(0);
    const plans = await Promise.all(
      [first, second].map((plan_id) => bakery.call('plan_get', { plan_id })),
    );
    const [one, other] = plans.map(({ plan_id: _id, ...rest }) => rest);
    expect(other).toEqual(one);
  });

  it('[CB6] an agent that stops half way leaves a plan that another finishes', async () => {
    const plan = await newPlan();
    const taken = await claim(plan);
    if (!taken) throw new Error('nothing is handed out');
    const left = await bakery.call('work_fail', {
      ...{ lease_token: taken.lease.token, message: 'I must go.' },
    });
    expect(left.next_action).toMatch(/^\d thoughts can be claimed now: call work_claim with kinds/);
    const other = await bakery.app.makeKey({ tenant: 'tenant_bakery' });
    const steps = await thinkAll(plan, other);
    expect(steps).toContain(taken.step.step_id);
    expect(await bakery.call('plan_status', { plan_id: plan })).toMatchObject({
      state: 'completed',
    });
  });

  it.each(['plan_resume', 'plan_retry'])(
    '[CB7] %s of a plan that an agent thinks for says what to claim, not to wait',
    async (name) => {
      const plan = await newPlan({ prompt: `Open a bakery for ${name}` });
      await bakery.call('plan_stop', { plan_id: plan });
      const { next_action } = await bakery.call(name, { plan_id: plan });
      expect(next_action).toContain(`work_claim with kinds ["model"], plan_id ${plan}`);
    },
  );

  it('[CB7] each answer says how many thoughts are left and what to call next', async () => {
    const { plan_id, next_action } = await bakery.call('plan_create', {
      ...{ prompt: 'Open a bakery that counts its thoughts', brain: 'caller' },
    });
    const plan = String(plan_id);
    for (const words of ['kinds ["model"]', plan, 'work_complete']) {
      expect(next_action).toContain(words);
    }
    const request = { kinds: ['model'], plan_id: plan, wait_seconds: longestWait };
    const first = await bakery.call('work_claim', request);
    expect(first.next_action).toMatch(/8 thoughts more can be claimed now, 29 or more will follow/);
    const { lease, step } = first as unknown as Claimed;
    const output = answerOf(step);
    const done = await bakery.call('work_complete', { lease_token: lease.token, output });
    expect(done.next_action).toMatch(/^8 thoughts can be claimed now: call work_claim/);
    const status = await bakery.call('plan_status', { plan_id: plan });
    expect(status.next_action).toContain(`plan_id ${plan}`);
    expect(status.next_action).toContain('work_claim');
    while (await claim(plan));
    const nothing = await bakery.call('work_claim', { ...request, wait_seconds: 0 });
    expect(nothing.next_action).toContain('8 being thought about, 29 or more to follow');
    await bakery.call('plan_stop', { plan_id: plan });
  });

  it('[CB7] whoever waits for a thought is told at once that the plan is over', async () => {
    const plan = await newPlan();
    while (await claim(plan));
    // Both waits are for 50 s; the test has ten.
    const waiting = bakery.call('work_claim', { ...wanted(plan), wait_seconds: 50 });
    await bakery.call('plan_stop', { plan_id: plan });
    expect(await waiting).toMatchObject({
      claimed: false,
      next_action: expect.stringMatching(/over for you.*stopped.*plan_resume/),
    });
    const later = await bakery.call('work_claim', { ...wanted(plan), wait_seconds: 50 });
    expect(later).toMatchObject({ claimed: false });
  });

  it('[CB7] the last answer sends to plan_wait or to the plan, and so does a claim after it', async () => {
    const plan = await newPlan();
    await thinkAll(plan);
    const after = await bakery.call('work_claim', { ...wanted(plan), wait_seconds: 50 });
    expect(after.next_action).toMatch(/over for you.*completed.*plan_read/);
  });

  it('[CB5] what was answered before is not asked again with an Idempotency-Key either', async () => {
    const goal = { prompt: 'Open a bakery with a key in Odense', start_date: '2026-12-01' };
    await thinkAll(await newPlan(goal));
    const plan = await newPlan(goal);
    const once = async (key: string): Promise<Claimed & { claimed: boolean }> => {
      const init = jsonInit({ ...wanted(plan), wait_seconds: 20 });
      const headers = { ...init.headers, 'idempotency-key': key };
      const answer = await bakery.app.call('/api/work/claim', {
        ...{ ...init, headers, key: bakery.key },
      });
      return (await answer.json()) as Claimed & { claimed: boolean };
    };
    expect(await once('first')).toMatchObject({ claimed: false });
    expect(await once('first')).toMatchObject({ claimed: false });
    const status = await bakery.call('plan_wait', { plan_id: plan, timeout_seconds: 20 });
    expect(status).toMatchObject({ state: 'completed' });
  });

  it('[CB8] a bad answer is a sign of life: it keeps the lease', async () => {
    const plan = await newPlan();
    const taken = await bakery.call('work_claim', {
      ...{ ...wanted(plan), lease_seconds: 600, wait_seconds: 20 },
    });
    const { lease } = taken as unknown as Claimed & { lease: { expires_at: string } };
    const bad = { lease_token: lease.token, output: {} };
    expect((await bakery.ask('work_complete', bad)).status).toBe(422);
    const beat = await bakery.call('work_heartbeat', { lease_token: lease.token });
    expect(String(beat.expires_at) > lease.expires_at).toBe(true);
    const other = await bakery.app.makeKey({ tenant: 'tenant_bakery' });
    const stolen = await bakery.ask('work_complete', bad, other);
    expect(stolen.body).toMatchObject({ code: 'lease_lost' });
    const usage = await bakery.call('plan_usage', { plan_id: plan });
    expect(usage).toMatchObject({ total: { calls: 1, failed_calls: 1 } });
  });
});
