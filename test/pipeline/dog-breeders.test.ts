// The plan of the case study, from answers that were thought through and recorded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';
import { breedersFile, breedersGoal, readAnswers } from '../support/recorded-answers.ts';

let pipeline: Pipeline;
let planId: string;

beforeAll(async () => {
  pipeline = await openPipeline({ env: { PLANWRIGHT_RECORDING: breedersFile } });
  const status = await pipeline.plan({ ...breedersGoal, brain: 'recorded' });
  if (status.state !== 'completed') {
    const hint = 'Was a prompt changed? See test/pipeline/recordings/README.md.';
    throw new Error(`${JSON.stringify(status.error)} ${hint}`);
  }
  planId = String(status.plan_id);
}, 60_000);
afterAll(() => pipeline.close());

async function stage<Output>(name: string): Promise<Output> {
  const file = await pipeline.ask('plan_file', { plan_id: planId, path: `stages/${name}.json` });
  return JSON.parse(file.text) as Output;
}

describe('the plan of the dog breeders, replayed', () => {
  it('[CB11] every stage finds its answer, strictly, and no model is asked', async () => {
    expect(pipeline.minds.calls).toHaveLength(0);
    const { attacks } = await stage<{ attacks: unknown[] }>('premise');
    const { levers } = await stage<{ levers: unknown[] }>('levers');
    expect([attacks.length, levers.length, readAnswers(breedersFile).count]).toEqual([5, 9, 17]);
  });

  it('[CB11] the directives hold the numbers, the place and the time of the goal', async () => {
    const { directives } = await stage<{ directives: { quote: string }[] }>('directives');
    const quotes = directives.map(({ quote }) => quote);
    const said = ['in Connecticut', 'approach 10 hot leads', 'in Q1 2026'];
    expect(quotes).toEqual(expect.arrayContaining(said));
  });

  it('[CB11] the chosen scenario breaks no directive that counts, and says what would change it', async () => {
    const choice = await stage<{ chosen: string; would_change_it: string[] }>('choice');
    const { scenarios } = await stage<{
      scenarios: { id: string; breaks_directives: string[] }[];
    }>('scenarios');
    const chosen = scenarios.find(({ id }) => id === choice.chosen);
    expect(chosen?.breaks_directives).toEqual([]);
    expect(choice.would_change_it.length).toBeGreaterThan(1);
  });

  it('[CB11] the recording names no address, number or key of anybody', async () => {
    const { text } = await pipeline.ask('plan_record', { plan_id: planId });
    expect(text).not.toMatch(
      /[\w.]+@[\w-]+\.\w+|\(?\d{3}\)?[ -]\d{3}-\d{4}|https?:\/\/(?!json-schema)/,
    );
  });
});
