// Thinking for a plan through the SDK, against a real server.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callsBeforeTriage, callsOf } from '../test/doubles/scripted-mind/calls.ts';
import { scriptedAnswer } from '../test/doubles/scripted-mind.ts';
import { type ServerProcess, startServer } from '../test/support/server.ts';
import { watchdogMs } from '../test/support/watchdog.ts';
import {
  type Mind,
  PlanwrightClient,
  StepFailure,
  type ThinkEvent,
  type Thought,
  thinkFor,
} from './index.ts';

const thoughtsOfPlan = callsOf.brief;

let server: ServerProcess;
let client: PlanwrightClient;
let count = 0;

beforeAll(async () => {
  server = await startServer({ env: { PLANWRIGHT_RATE_PER_MINUTE: '100000' } });
  client = new PlanwrightClient({ url: server.url, key: server.personKey });
});
afterAll(() => server.close());

async function newPlan(): Promise<string> {
  count += 1;
  const prompt = `Open bakery number ${count} in Lyon with a budget of 60,000 EUR`;
  return (await client.createPlan({ prompt, brain: 'caller', detail: 'brief' })).plan_id;
}

const rightMind: Mind = ({ prompt, schema }) => scriptedAnswer(schema, prompt) as object;

/** Thinks only when as many others think at the same time. */
function together(size: number): { mind: Mind; most: () => number } {
  let now = 0;
  let most = 0;
  const mind: Mind = async (thought) => {
    now += 1;
    most = Math.max(most, now);
    // The first nine do not need one another; later ones may be alone.
    await vi.waitFor(() => expect(most).toBeGreaterThanOrEqual(size), watchdogMs);
    now -= 1;
    return rightMind(thought);
  };
  return { mind, most: () => most };
}

/** Counts signs of life. */
class BeatingClient extends PlanwrightClient {
  beats = 0;

  override heartbeat(...args: Parameters<PlanwrightClient['heartbeat']>) {
    this.beats += 1;
    return super.heartbeat(...args);
  }
}

describe('thinking for a plan', () => {
  it('[SD14] several thoughts at once, until the plan is over', async () => {
    const { mind, most } = together(3);
    const summary = await thinkFor(client, await newPlan(), mind, { concurrency: 3 });
    expect(summary).toMatchObject({ answered: thoughtsOfPlan, sentBack: 0 });
    expect(summary.status.state).toBe('completed');
    expect(most()).toBe(3);
  });

  it('[SD14] an answer that comes back is mended with what was wrong', async () => {
    const seen: Thought[] = [];
    const mind: Mind = (thought) => {
      seen.push(thought);
      return thought.feedback === null ? { nonsense: true } : rightMind(thought);
    };
    const summary = await thinkFor(client, await newPlan(), mind);
    expect(summary).toMatchObject({ answered: thoughtsOfPlan, sentBack: thoughtsOfPlan });
    const second = seen.find(({ feedback }) => feedback !== null);
    expect(second?.feedback).toMatch(/output\.\w+/);
    expect(second?.lastAnswer).toEqual({ nonsense: true });
  });

  it('[SD14] one that cannot be mended is handed on, and comes with what was wrong', async () => {
    const events: ThinkEvent[] = [];
    let bad = 0;
    const mind: Mind = (thought) => {
      if (thought.stepId !== 'stage_review' || bad === 3) return rightMind(thought);
      bad += 1;
      return {};
    };
    const options = { onEvent: (event: ThinkEvent) => void events.push(event) };
    const summary = await thinkFor(client, await newPlan(), mind, options);
    expect(summary).toMatchObject({ answered: thoughtsOfPlan, sentBack: 3 });
    const claims = events.filter((one) => one.type === 'claimed' && one.stepId === 'stage_review');
    expect(claims).toHaveLength(2);
  });

  it('[SD14] a mind may take longer than its lease', async () => {
    const own = new BeatingClient({ url: server.url, key: server.personKey });
    const lost: ThinkEvent[] = [];
    const mind: Mind = async (thought) => {
      // Two agents beat at a third of the lease: a whole one has passed.
      await vi.waitFor(() => expect(own.beats).toBeGreaterThan(6), watchdogMs);
      return rightMind(thought);
    };
    const summary = await thinkFor(own, await newPlan(), mind, {
      ...{ leaseSeconds: 4, concurrency: 2 },
      onEvent: (event) => event.type === 'lost' && lost.push(event),
    });
    expect(summary.status.state).toBe('completed');
    expect(lost).toEqual([]);
  });

  it('[SD14] a mind that stumbles is asked again; one that breaks ends it and hands all back', async () => {
    const planId = await newPlan();
    let busy = 0;
    const breaking: Mind = (thought) => {
      if (thought.stepId === 'stage_review' && busy === 0) {
        busy += 1;
        throw new StepFailure('transient', 'The model hiccuped.');
      }
      if (thought.stepId === 'stage_choice') throw new TypeError('no such model');
      return rightMind(thought);
    };
    await expect(thinkFor(client, planId, breaking)).rejects.toThrow('no such model');
    const rest = await thinkFor(client, planId, rightMind);
    // The choice and all that comes after it.
    const answered = thoughtsOfPlan - callsBeforeTriage.brief - 2;
    expect(rest).toMatchObject({ answered, status: { state: 'completed' } });
  });

  it('[SD14] told to stop it hands back what is in hand, and another finishes', async () => {
    const planId = await newPlan();
    const stop = new AbortController();
    let begun = 0;
    const patient: Mind = ({ signal }) => {
      begun += 1;
      if (begun === 2) stop.abort();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
    const options = { concurrency: 2, signal: stop.signal };
    const left = await thinkFor(client, planId, patient, options);
    expect(left).toMatchObject({ answered: 0, status: { state: 'processing' } });
    const rest = await thinkFor(client, planId, rightMind);
    expect(rest).toMatchObject({ answered: thoughtsOfPlan, status: { state: 'completed' } });
  });

  it('[SD14] a plan that is stopped ends it', async () => {
    const planId = await newPlan();
    let begun = 0;
    const mind: Mind = async (thought) => {
      begun += 1;
      if (begun === 5) await client.stopPlan(planId);
      return rightMind(thought);
    };
    const { status } = await thinkFor(client, planId, mind, { concurrency: 1 });
    expect(status.state).toBe('stopped');
  });
});
