// Fifty plans at once on eight calls at a time: all are made, none waits for all others, and the server
// does not grow with them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, peakOf } from '../doubles/model-server/call-record.ts';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import { restCall } from '../security/faces.ts';
import { heldMb } from '../support/held-memory.ts';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';

const planCount = 50;
/** Of another tenant, which comes last. */
const lateCount = 5;
const slots = 8;
/** What the heap may hold beyond what it held before, at any look. */
const moreMb = 100;
const lookMs = 2000;

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await openPipeline({ env: { PLANWRIGHT_SLOTS: `kind:model=${slots}` } });
});
afterAll(() => pipeline.close());

const goalOf = (number: number): string =>
  `Open coffee shop number ${number}, in Copenhagen, for 80,000 EUR by June 2027`;

async function stateOf(key: string, plan_id: string): Promise<string> {
  for (;;) {
    const input = { plan_id, timeout_seconds: 20 };
    const answer = await restCall(pipeline.app, 'plan_wait', input, key);
    const { state } = answer.body as { state: string };
    if (state !== 'pending' && state !== 'processing') return state;
  }
}

async function made(key: string, number: number): Promise<string> {
  const input = { prompt: goalOf(number), brain: 'model', detail: 'brief' };
  const answer = await restCall(pipeline.app, 'plan_create', input, key);
  return (answer.body as { plan_id: string }).plan_id;
}

/** Where in the row of all calls a plan's first and last one stand, from 0 to 1. */
function spanOf(calls: readonly Call[], number: number): { first: number; last: number } {
  const own = calls.filter(({ system }) => system.includes(goalOf(number)));
  const share = (index: number): number => index / calls.length;
  return { first: share(own[0]?.index ?? 0), last: share(own.at(-1)?.index ?? 0) };
}

describe('fifty plans at once', () => {
  it('[PP27] all are made with eight calls at a time, and a tenant that comes late has its turn', async () => {
    const late = await pipeline.app.makeKey({ tenant: 'tenant_late' });
    const numbers = Array.from({ length: planCount }, (_, index) => index + 1);
    const keyOf = (number: number): string =>
      number > planCount - lateCount ? late : pipeline.key;
    const before = heldMb();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, heldMb());
    }, lookMs);
    const ids: string[] = [];
    for (const number of numbers) ids.push(await made(keyOf(number), number));
    const states = await Promise.all(ids.map((id, at) => stateOf(keyOf(at + 1), id)));
    clearInterval(watch);
    expect(states).toEqual(numbers.map(() => 'completed'));
    const { calls } = pipeline.minds;
    expect(calls).toHaveLength(planCount * callsOf.brief);
    expect(peakOf(calls)).toBeLessThanOrEqual(slots);
    const spans = numbers.map((number) => spanOf(calls, number));
    expect(Math.max(...spans.map(({ first }) => first))).toBeLessThan(0.6);
    // A tenth of all plans, of another tenant: they do not wait for the rest.
    const lateOnes = spans.slice(-lateCount);
    expect(Math.max(...lateOnes.map(({ last }) => last))).toBeLessThan(0.9);
    expect(most - before).toBeLessThan(moreMb);
  });
});
