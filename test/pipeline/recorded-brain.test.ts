import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';
import { makeHome } from '../support/server.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
const asked = { prompt: goal, start_date: '2026-12-01' };

let made: Pipeline;
let replayed: Pipeline;
let recording: string;
let planId: string;

beforeAll(async () => {
  made = await openPipeline();
  const status = await made.plan(asked);
  planId = String(status.plan_id);
  recording = path.join(await makeHome(), 'recording.json');
  const cassette = await made.call('plan_record', { plan_id: planId });
  await writeFile(recording, JSON.stringify(cassette));
  replayed = await openPipeline({ env: { PLANWRIGHT_RECORDING: recording } });
});
afterAll(async () => {
  await made.close();
  await replayed.close();
});

const withoutId = ({
  plan_id: _id,
  brain: _brain,
  notice: _notice,
  ...plan
}: Record<string, unknown>) => plan;

describe('a plan from a recording', () => {
  it('[RB8] is the plan that was recorded, without a call', async () => {
    const status = await replayed.plan({ ...asked, brain: 'recorded' });
    expect(status).toMatchObject({ state: 'completed' });
    expect(replayed.minds.calls).toHaveLength(0);
    const again = await replayed.call('plan_get', { plan_id: status.plan_id });
    const first = await made.call('plan_get', { plan_id: planId });
    expect(withoutId(again)).toEqual(withoutId(first));
    const levers = await replayed.ask('plan_file', {
      plan_id: status.plan_id,
      path: 'stages/levers.json',
    });
    const before = await made.ask('plan_file', { plan_id: planId, path: 'stages/levers.json' });
    expect(levers.text).toBe(before.text);
  });

  it('[RB8] another goal is a miss that names what differs', async () => {
    const status = await replayed.plan({ ...asked, prompt: `${goal}!`, brain: 'recorded' });
    expect(status).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(status.error)).toMatch(/differs first at line \d+/);
  });
});
