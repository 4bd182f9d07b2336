import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isThought } from '../../src/plan/stage.ts';
import { planStages } from '../../src/plan/stages/index.ts';
import { purposeStage } from '../../src/plan/stages/purpose.ts';
import { callsBeforeTriage, callsOf } from '../doubles/scripted-mind/calls.ts';
import { goodMind, openPipeline, type Pipeline } from '../support/pipeline.ts';

let pipeline: Pipeline;
let count = 0;

beforeAll(async () => {
  pipeline = await openPipeline();
});
beforeEach(() => {
  count += 1;
  pipeline.minds.play(goodMind);
  pipeline.minds.clear();
});
afterAll(() => pipeline.close());

const goal = (): string =>
  `Open coffee shop number ${count} in Copenhagen for 80,000 EUR by June 2027`;

async function madePlan(more: object = {}): Promise<string> {
  const status = await pipeline.plan({ prompt: goal(), ...more });
  expect(status.state).toBe('completed');
  pipeline.minds.clear();
  return String(status.plan_id);
}

let shared: Promise<string> | undefined;

/** One for all tests that leave a plan as it was, or make the same again. */
async function sharedPlan(): Promise<string> {
  shared ??= madePlan();
  const plan_id = await shared;
  pipeline.minds.clear();
  return plan_id;
}

async function waitFor(plan_id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const status = await pipeline.call('plan_wait', { plan_id, timeout_seconds: 20 });
    if (status.state !== 'pending' && status.state !== 'processing') return status;
  }
}

/** What was asked for, by the words of the tasks. */
const tasksAsked = (): string[] =>
  pipeline.minds.calls.map(({ prompt }) => prompt.split('# Your task\n')[1]?.slice(0, 30) ?? '');

/** Stopped while it thinks about which levers matter. */
async function stoppedAtTriage(): Promise<string> {
  let release: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  pipeline.minds.play(async (request) => {
    if (request.prompt.includes('Keep about five levers')) await isHeld;
    return goodMind(request);
  });
  const { plan_id } = await pipeline.call('plan_create', { prompt: goal(), brain: 'model' });
  await pipeline.minds.reached(14);
  await pipeline.call('plan_stop', { plan_id });
  release();
  return String(plan_id);
}

/** With a key, so that it is done once however often it is sent. */
async function sendOnce(path: string, body: object, once: string): Promise<object> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': once };
  const init = { method: 'POST', body: JSON.stringify(body), headers, key: pipeline.key };
  const answer = await pipeline.app.call(path, init);
  expect(answer.status).toBe(200);
  return (await answer.json()) as object;
}

/** A stage and all that depends on it, in the order of all. */
function withDependents(name: string): { reruns: string[]; thinks: string[] } {
  const found = new Set([name]);
  for (const stage of planStages) {
    if (stage.needs.some((need) => found.has(need))) found.add(stage.name);
  }
  const stages = planStages.filter((stage) => found.has(stage.name));
  const namesOf = (list: typeof stages): string[] => list.map((stage) => stage.name);
  return { reruns: namesOf(stages), thinks: namesOf(stages.filter(isThought)) };
}

const fromScenarios = withDependents('scenarios');

describe('making a part of a plan again', () => {
  it('[PP6] says beforehand what runs again, and does nothing', async () => {
    const plan_id = await sharedPlan();
    const answer = await pipeline.call('plan_invalidate', {
      plan_id,
      stage: 'scenarios',
      dry_run: true,
    });
    expect(answer).toMatchObject({ ...fromScenarios, state: 'completed' });
    expect(fromScenarios.reruns.slice(0, 3)).toEqual(['scenarios', 'choice', 'direction']);
    expect(fromScenarios.thinks.length).toBeGreaterThan(10);
    expect(answer.keeps).toContain('levers');
    expect(pipeline.minds.calls).toHaveLength(0);
  });

  it('[PP6] makes that stage anew; what depends on it is asked only if its material changed', async () => {
    const plan_id = await sharedPlan();
    await pipeline.call('plan_invalidate', { plan_id, stage: 'scenarios' });
    expect(await waitFor(plan_id)).toMatchObject({ state: 'completed', progress_percentage: 100 });
    // The mind says the same once more, so the choice stands.
    expect(tasksAsked()).toEqual([expect.stringContaining('Make three scenarios') as string]);
  });

  it('[PP6] with cascade all that depends on it is thought about anew', async () => {
    const plan_id = await madePlan();
    await pipeline.call('plan_invalidate', { plan_id, stage: 'lever-triage', cascade: true });
    expect(await waitFor(plan_id)).toMatchObject({ state: 'completed' });
    const rest = callsOf.standard - callsBeforeTriage.standard;
    expect(pipeline.minds.calls).toHaveLength(rest);
  });

  it('[PP6] [PP7] said twice with one key it is done once, and answered the same', async () => {
    const plan_id = await sharedPlan();
    const path = `/api/plans/${plan_id}/invalidate`;
    const first = await sendOnce(path, { stage: 'scenarios' }, 'again-1');
    const second = await sendOnce(path, { stage: 'scenarios' }, 'again-1');
    expect(first).toMatchObject({ ...fromScenarios, dry_run: false });
    expect(second).toMatchObject({ ...fromScenarios, dry_run: false });
    expect(await waitFor(plan_id)).toMatchObject({ state: 'completed' });
    expect(pipeline.minds.calls).toHaveLength(1);
  });

  it('[PP7] an edited output stays as it was given, and its dependents see it', async () => {
    const plan_id = await madePlan();
    const file = await pipeline.ask('plan_file', { plan_id, path: 'stages/lever-triage.json' });
    const output = JSON.parse(file.text) as { kept: object[]; dropped: object[]; bonds: object[] };
    const [first, ...rest] = output.kept as { id: string }[];
    const edited = {
      kept: rest.map((one) => ({ ...one, why_it_matters: 'ours to choose' })),
      dropped: [...output.dropped, { id: first?.id, why: 'not ours to choose' }],
      bonds: [],
    };
    const answer = await pipeline.call('plan_revise', {
      plan_id,
      stage: 'lever-triage',
      output: edited,
    });
    expect(answer.reruns).toEqual(withDependents('lever-triage').reruns.slice(1));
    expect(await waitFor(plan_id)).toMatchObject({ state: 'completed' });
    const after = await pipeline.ask('plan_file', { plan_id, path: 'stages/lever-triage.json' });
    expect(JSON.parse(after.text)).toEqual(edited);
    expect(pipeline.minds.calls[0]?.prompt).toContain('"ours to choose"');
  });

  it('[PP7] refuses an edit that does not fit the stage, and changes nothing', async () => {
    const plan_id = await sharedPlan();
    const bad = { plan_id, stage: 'levers', output: { levers: [{ id: 'one' }] } };
    const answer = await pipeline.ask('plan_revise', bad);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('output.levers[0].axis');
    const unknown = await pipeline.ask('plan_invalidate', { plan_id, stage: 'lever' });
    expect(unknown.text).toContain('levers');
  });

  it('[PP8] a stage that changed between stop and resume runs again with its dependents, and the answer says so', async () => {
    const plan_id = await stoppedAtTriage();
    const before = purposeStage.version;
    try {
      (purposeStage as { version: number }).version = before + 1;
      pipeline.minds.clear();
      const answer = await pipeline.call('plan_resume', { plan_id });
      expect(answer.rerun_stages).toContain('purpose');
      expect(answer.rerun_stages).toContain('levers');
      expect(answer.rerun_stages).not.toContain('premise');
      expect(await waitFor(String(plan_id))).toMatchObject({ state: 'completed' });
      const asked = tasksAsked();
      expect(asked.filter((task) => task.startsWith('Say what kind of'))).toHaveLength(1);
      expect(asked.filter((task) => task.startsWith('Attack the premise'))).toHaveLength(0);
    } finally {
      (purposeStage as { version: number }).version = before;
    }
  });

  it('[PP8] without a change a stopped plan goes on in the same run', async () => {
    const plan_id = await stoppedAtTriage();
    const answer = await pipeline.call('plan_resume', { plan_id });
    expect(answer.rerun_stages).toBeUndefined();
    expect(await waitFor(String(plan_id))).toMatchObject({ state: 'completed' });
  });
});

describe('own prompts and stages', () => {
  const stages = [
    {
      name: 'slogan',
      needs: ['purpose'],
      prompt: 'Write a slogan.',
      schema: { type: 'object', properties: { slogan: { type: 'string' } }, required: ['slogan'] },
      render: 'Slogan: {{slogan}}',
    },
    {
      name: 'lever-owners',
      prompt: 'Say who decides about this: {{item}}',
      schema: { type: 'object', properties: { owner: { type: 'string' } }, required: ['owner'] },
      each: { stage: 'levers', list: 'levers' },
    },
  ];

  it('[PP9] a declared stage runs like the others, one call for each item where it says so', async () => {
    pipeline.minds.play((request) => {
      if (request.prompt.includes('Write a slogan.'))
        return { kind: 'answer', value: { slogan: 'Good coffee' } };
      if (request.prompt.includes('Say who decides'))
        return { kind: 'answer', value: { owner: 'The owner' } };
      return goodMind(request);
    });
    const status = await pipeline.plan({ prompt: goal(), overrides: { stages } });
    expect(status.state).toBe('completed');
    expect(pipeline.minds.calls).toHaveLength(callsOf.standard + 1 + 6);
    const report = await pipeline.ask('plan_file', { plan_id: status.plan_id, path: 'report.md' });
    expect(report.text).toContain('Slogan: Good coffee');
    const owners = await pipeline.ask('plan_file', {
      plan_id: status.plan_id,
      path: 'stages/lever-owners.json',
    });
    expect((JSON.parse(owners.text) as { items: object[] }).items).toHaveLength(6);
  });

  it('[PP9] a prompt of the caller’s own takes the place of the usual one', async () => {
    const prompts = { purpose: 'Tell me what this is for, in your own words.' };
    const status = await pipeline.plan({ prompt: goal(), overrides: { prompts } });
    expect(status.state).toBe('completed');
    expect(pipeline.minds.withText(prompts.purpose)).toBe(1);
    expect(pipeline.minds.withText('Say what kind of undertaking')).toBe(0);
  });

  it.each([
    ['a stage that nobody knows', { prompts: { purposes: 'x' } }, 'purposes'],
    ['a name that is taken', { stages: [{ ...stages[0], name: 'levers' }] }, 'levers'],
    ['a need that is not there', { stages: [{ ...stages[0], needs: ['nothing'] }] }, 'nothing'],
    [
      'a schema that cannot be read',
      { stages: [{ ...stages[0], schema: { type: 'what' } }] },
      'schema',
    ],
    [
      'stages that need one another',
      {
        stages: [
          { ...stages[0], needs: ['b'] },
          { ...stages[0], name: 'b', needs: ['slogan'] },
        ],
      },
      'need one another',
    ],
    ['fields that do not exist', { prompt: {} }, 'overrides'],
  ])('[PP9] refuses %s before anything is made', async (_what, overrides, word) => {
    const answer = await pipeline.ask('plan_create', { prompt: goal(), brain: 'model', overrides });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(word);
  });
});
