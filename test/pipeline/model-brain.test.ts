import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await openPipeline();
});
afterAll(() => pipeline.close());

describe('a plan that a model thinks about', () => {
  it('[PP1] every stage is one call, in as few levels as its needs allow', async () => {
    const status = await pipeline.plan({ prompt: goal });
    expect(status).toMatchObject({ state: 'completed', progress_percentage: 100 });
    expect(pipeline.minds.calls).toHaveLength(callsOf.standard);
    const systems = new Set(pipeline.minds.calls.map(({ system }) => system));
    expect(systems.size).toBe(1);
    expect([...systems][0]).toContain(goal);
  });

  it('[PP5] the same goal once more costs no call: what was answered is used again', async () => {
    pipeline.minds.clear();
    const status = await pipeline.plan({ prompt: goal });
    expect(status.state).toBe('completed');
    expect(pipeline.minds.calls).toHaveLength(0);
  });
});
