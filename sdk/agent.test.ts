import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemFault } from '../test/sdk/fake-http.ts';
import { FakeWork, fakeKey, makeStep } from '../test/sdk/fake-work.ts';
import { runAgent } from './agent.ts';
import type { AgentEvent, AgentOptions, AgentSummary, StepHandler } from './agent-options.ts';
import { isApiError } from './api-error.ts';
import { WorkStopped } from './lease-keeper.ts';
import { StepFailure, StepQuestion } from './step-failure.ts';

let work: FakeWork;
let url: string;
let stop: AbortController;
let events: AgentEvent[];
let running: Promise<AgentSummary> | undefined;

beforeEach(async () => {
  work = new FakeWork();
  url = await work.http.listen();
  stop = new AbortController();
  events = [];
  running = undefined;
});
afterEach(async () => {
  stop.abort();
  await running?.catch(() => undefined);
  await work.http.close();
});

function start(handlers: AgentOptions['handlers'], options: Partial<AgentOptions> = {}): void {
  const onEvent = (event: AgentEvent) => events.push(event);
  const base = { url, handlers, signal: stop.signal, onEvent, stopGraceMs: 50, leaseSeconds: 1 };
  const identity = 'register' in options ? {} : { key: fakeKey };
  running = runAgent({ ...base, ...identity, ...options });
  // Whoever awaits it sees a rejection; until then it must not count as unhandled.
  running.catch(() => undefined);
}

const types = () => events.map((event) => event.type);
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });
const endedCount = (count: number) => until(() => expect(work.ended).toHaveLength(count));

/** A handler that lasts until its signal is aborted, and keeps the reason. */
function patient(): { handler: StepHandler; reasons: unknown[] } {
  const reasons: unknown[] = [];
  const handler: StepHandler = (_step, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(signal.reason as Error);
      });
    });
  return { handler, reasons };
}

describe('agent: the usual road', () => {
  it('[SD6] registers, claims, works and completes until it is told to stop', async () => {
    work.add(makeStep('task_1_1'), makeStep('task_1_2', { action: 'send_email' }));
    const handlers = {
      search_web: () => ({ found: 10 }),
      send_email: () => ({ sent: 3 }),
    };
    start(handlers, { register: { name: 'Ada', role: 'Researcher' } });
    await endedCount(2);
    stop.abort();
    expect(await running).toEqual({ completed: 2, failed: 0, asked: 0, proposed: 0, lost: 0 });
    expect(work.ended.map(({ how, body }) => [how, body.output])).toEqual([
      ['complete', { found: 10 }],
      ['complete', { sent: 3 }],
    ]);
    const [registration] = work.http.callsTo('/api/agents/register');
    const capabilities = ['search_web', 'send_email'];
    expect(registration?.body).toEqual({ name: 'Ada', role: 'Researcher', capabilities });
    expect(types()).toEqual(['registered', 'claimed', 'completed', 'claimed', 'completed']);
  });

  it('[SD6] beats by itself at a third of the lease, and sends progress with its note', async () => {
    work.add(makeStep('task_1_1'));
    const gate = Promise.withResolvers<void>();
    start(async (_step, { progress }) => {
      progress(33.4, 'a third');
      await gate.promise;
      return {};
    });
    const beats = () => work.http.callsTo('/api/work/heartbeat').map((call) => call.body);
    await until(() => expect(beats().length).toBeGreaterThanOrEqual(3));
    gate.resolve();
    await endedCount(1);
    expect(beats()[0]).toMatchObject({ progress: 33, note: 'a third' });
    expect(beats()[1]).not.toHaveProperty('progress');
  });

  it('[SD6] shows the token before its handler begins, which may block the thread', async () => {
    work.add(makeStep('task_1_1'));
    const shown: number[] = [];
    start(
      () => {
        shown.push(work.http.callsTo('/api/work/heartbeat').length);
        return {};
      },
      { leaseSeconds: 8 },
    );
    await endedCount(1);
    expect(shown).toEqual([1]);
  });

  it('[SD8] never begins what it lost before its claim was acknowledged', async () => {
    work.add(makeStep('task_1_1'));
    work.http.spoil('/api/work/heartbeat', problemFault(409, 'lease_lost', 'never'));
    const { handler, reasons } = patient();
    const begun: string[] = [];
    start(
      (step, context) => {
        begun.push(step.step_id);
        return handler(step, context);
      },
      { leaseSeconds: 8 },
    );
    await until(() => expect(types()).toContain('lease_lost'));
    expect([begun, reasons]).toEqual([[], []]);
  });

  it('[SD6] works on as many steps at once as it may, and no more', async () => {
    work.add(makeStep('task_1_1'), makeStep('task_1_2'), makeStep('task_1_3'));
    const gate = Promise.withResolvers<void>();
    const both = Promise.withResolvers<void>();
    let busy = 0;
    let most = 0;
    start(
      async () => {
        busy += 1;
        most = Math.max(most, busy);
        if (busy === 2) both.resolve();
        await gate.promise;
        busy -= 1;
        return {};
      },
      { concurrency: 2 },
    );
    await both.promise;
    gate.resolve();
    await endedCount(3);
    expect(most).toBe(2);
  });

  it('[SD6] gives the handler the idempotency key of the step', async () => {
    work.add(makeStep('task_1_1', { idempotency_key: 'stable-key' }));
    start((_step, { idempotencyKey }) => ({ used: idempotencyKey }));
    await endedCount(1);
    expect(work.ended[0]?.body.output).toEqual({ used: 'stable-key' });
  });
});

describe('agent: its own key', () => {
  const register = { name: 'Ada' };
  const shown = () =>
    work.http.callsTo('/api/agents/register').map((call) => call.headers.authorization);

  const storeOf = (kept: string | null) => {
    const saved: string[] = [];
    const save = (key: string): void => void saved.push(key);
    return { saved, keyStore: { load: () => saved.at(-1) ?? kept, save } };
  };

  it('[AG8] is kept, and shown at the next start', async () => {
    const { keyStore, saved } = storeOf(null);
    for (const task of ['task_1_1', 'task_1_2']) {
      work.add(makeStep(task));
      const own = new AbortController();
      const onEvent = ({ type }: AgentEvent) => type === 'completed' && own.abort();
      start(() => ({}), { register, keyStore, signal: own.signal, onEvent });
      await running;
    }
    expect(saved).toEqual([fakeKey]);
    expect(shown()).toEqual([undefined, `Bearer ${fakeKey}`]);
  });

  it('[AG8] that is refused is replaced by a new one', async () => {
    const { keyStore, saved } = storeOf('pw_removed');
    work.add(makeStep('task_1_1'));
    start(() => ({}), { register, keyStore, key: 'pw_service' });
    await endedCount(1);
    expect(saved).toEqual([fakeKey]);
    expect(shown()).toEqual(['Bearer pw_removed', 'Bearer pw_service']);
  });

  it('[AG8] that cannot be tried now stays as it is', async () => {
    const { keyStore, saved } = storeOf(fakeKey);
    work.http.spoil('/api/agents/register', problemFault(403, 'forbidden', 'after_change'));
    start(() => ({}), { register, keyStore });
    await expect(running).rejects.toMatchObject({ code: 'forbidden' });
    expect(saved).toEqual([]);
  });
});

describe('agent: work that fails', () => {
  it('[SD7] reports the class a handler names, and logic for anything else', async () => {
    work.add(makeStep('task_1_1', { action: 'a' }), makeStep('task_1_2', { action: 'b' }));
    work.add(makeStep('task_1_3', { action: 'unknown_action' }));
    start({
      a: () => Promise.reject(new StepFailure('rate_limit', 'slow down')),
      b: () => Promise.reject(new Error('a bug')),
    });
    await endedCount(3);
    const told = work.ended.map(({ body }) => [body.class, body.message]);
    expect(told).toEqual([
      ['rate_limit', 'slow down'],
      ['logic', 'a bug'],
      ['external', 'This agent has no handler for unknown_action.'],
    ]);
    expect(work.ended.every(({ how }) => how === 'fail')).toBe(true);
  });

  it('[SD7] fails a step whose output the server does not take', async () => {
    work.add(makeStep('task_1_1'));
    work.http.spoil('/api/work/complete', problemFault(413, 'too_large', 'after_change'));
    start(() => ({ much: 'x' }));
    await endedCount(1);
    expect(work.ended[0]).toMatchObject({ how: 'fail', body: { class: 'data' } });
  });

  it('[SD8] on lease_lost aborts the handler, sends no result and goes on', async () => {
    work.add(makeStep('task_1_1'));
    const { handler, reasons } = patient();
    start((step, context) => (step.step_id === 'task_1_1' ? handler(step, context) : { ok: true }));
    await until(() => expect(work.held).toEqual(['task_1_1']));
    work.revokeAll();
    await until(() => expect(types()).toContain('lease_lost'));
    work.add(makeStep('task_1_2'));
    await endedCount(1);
    expect(work.ended[0]).toMatchObject({ step: 'task_1_2', how: 'complete' });
    expect(reasons).toMatchObject([{ why: 'lease_lost' }]);
    expect(reasons[0]).toBeInstanceOf(WorkStopped);
  });

  it('[SD8] a completion that comes too late counts as lost', async () => {
    work.add(makeStep('task_1_1'));
    start(() => {
      work.revokeAll();
      return { late: true };
    });
    await until(() => expect(types()).toContain('lease_lost'));
    stop.abort();
    expect(await running).toEqual({ completed: 0, failed: 0, asked: 0, proposed: 0, lost: 1 });
    expect(work.ended).toEqual([]);
  });

  it('[SD8] assumes the lease lost when the server is silent for a whole lease', async () => {
    work.add(makeStep('task_1_1'));
    const { handler, reasons } = patient();
    start(handler);
    await until(() => expect(work.held).toHaveLength(1));
    const drops = Array.from({ length: 200 }, () => ({ kind: 'drop' }) as const);
    work.http.spoil('/api/work/heartbeat', ...drops);
    await until(() => expect(reasons).toMatchObject([{ why: 'lease_lost' }]));
  });
});

describe('agent: what the server says', () => {
  it('[SD9] waits at its checkpoint while paused, and goes on after', async () => {
    work.add(makeStep('task_1_1'));
    work.signal = 'pause';
    const passed: string[] = [];
    start(async (_step, { progress, checkpoint }) => {
      progress(10);
      await until(() => expect(types()).toContain('paused'));
      const point = checkpoint().then(() => passed.push('checkpoint'));
      expect(passed).toEqual([]);
      work.signal = 'continue';
      await point;
      return {};
    });
    await until(() => expect(types()).toContain('completed'));
    expect(passed).toEqual(['checkpoint']);
    expect(types()).toEqual(['claimed', 'paused', 'resumed', 'completed']);
  });

  it('[SD9] on cancel aborts the handler and hands the step back', async () => {
    work.add(makeStep('task_1_1'));
    work.signal = 'cancel';
    const { handler, reasons } = patient();
    start(handler);
    await endedCount(1);
    expect(work.ended[0]).toMatchObject({ how: 'fail', body: { class: 'transient' } });
    expect(reasons).toMatchObject([{ why: 'cancelled' }]);
    expect(types()).toContain('cancelled');
  });

  it('[SD9] a paused handler is released by a cancel', async () => {
    work.add(makeStep('task_1_1'));
    work.signal = 'pause';
    const ends: unknown[] = [];
    start(async (_step, { progress, checkpoint }) => {
      progress(10);
      await until(() => expect(types()).toContain('paused'));
      work.signal = 'cancel';
      await checkpoint().catch((error: unknown) => ends.push(error));
      return {};
    });
    await endedCount(1);
    expect(ends).toMatchObject([{ why: 'cancelled' }]);
  });
});

describe('agent: trouble on the way', () => {
  it('[SD6] rides out 429, 503 and dropped connections', async () => {
    const soon = { 'retry-after': '0.01' };
    work.http.spoil('/api/work/claim', { kind: 'drop' });
    work.http.spoil('/api/work/claim', problemFault(429, 'rate_limited', 'later', soon));
    work.http.spoil('/api/work/complete', problemFault(503, 'storage_busy', 'later', soon));
    work.http.spoil('/api/work/complete', { kind: 'drop' });
    work.add(makeStep('task_1_1'));
    start(() => ({ fine: true }));
    await endedCount(1);
    expect(work.ended[0]).toMatchObject({ how: 'complete', body: { output: { fine: true } } });
    const keys = work.http.callsTo('/api/work/complete').map((c) => c.headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('[SD8] a completion whose answer was lost is told apart from a success', async () => {
    work.http.spoil('/api/work/complete', { kind: 'lose_answer' });
    work.add(makeStep('task_1_1'));
    start(() => ({ fine: true }));
    // The fake forgets a lease once it ended and keeps no answers by key, so the second try is late.
    await until(() => expect(types()).toContain('lease_lost'));
    expect(work.ended).toHaveLength(1);
  });

  it('[SD6] ends with the error when its key is refused', async () => {
    start(() => ({}), { key: 'pw_wrong_key' });
    const error = await running?.catch((reason: unknown) => reason);
    expect(isApiError(error, 'unauthorized')).toBe(true);
  });

  it('[SD6] wants either a key or a name to register, and sane limits', async () => {
    await expect(runAgent({ url, handlers: {} })).rejects.toThrow(TypeError);
    const base = { url, handlers: {}, key: fakeKey };
    await expect(runAgent({ ...base, leaseSeconds: 0 })).rejects.toThrow(RangeError);
    await expect(runAgent({ ...base, concurrency: 1_000 })).rejects.toThrow(RangeError);
  });
});

describe('agent: questions and messages', () => {
  it('[SD13] a thrown question hands the step back and is asked', async () => {
    work.add(makeStep('task_1_1'));
    start(() => {
      throw new StepQuestion('Which color?');
    });
    await endedCount(1);
    expect(work.ended).toMatchObject([{ how: 'ask', body: { question: 'Which color?' } }]);
    await until(() => expect(types()).toEqual(['claimed', 'asked']));
    stop.abort();
    expect(await running).toEqual({ completed: 0, failed: 0, asked: 1, proposed: 0, lost: 0 });
  });

  it('[SD13] messages that come with a claim or a beat are passed on', async () => {
    work.messages = ['The oven is here.'];
    work.add(makeStep('task_1_1'));
    const gate = Promise.withResolvers<void>();
    start(async () => {
      work.messages = ['More salt.'];
      await gate.promise;
      return {};
    });
    const texts = () => events.flatMap((one) => (one.type === 'message' ? [one.message.text] : []));
    await until(() => expect(texts()).toEqual(['The oven is here.', 'More salt.']));
    gate.resolve();
    await endedCount(1);
  });
});

describe('agent: stopping', () => {
  it('[SD10] finishes the step in hand within its grace', async () => {
    work.add(makeStep('task_1_1'));
    const gate = Promise.withResolvers<void>();
    start(() => gate.promise.then(() => ({ done: true })), { stopGraceMs: 5_000 });
    await until(() => expect(types()).toContain('claimed'));
    stop.abort();
    gate.resolve();
    expect(await running).toEqual({ completed: 1, failed: 0, asked: 0, proposed: 0, lost: 0 });
    expect(work.ended).toMatchObject([{ how: 'complete' }]);
  });

  it('[SD10] hands back as transient what does not finish in time', async () => {
    work.add(makeStep('task_1_1'));
    const { handler, reasons } = patient();
    start(handler);
    await until(() => expect(types()).toContain('claimed'));
    stop.abort();
    expect(await running).toEqual({ completed: 0, failed: 1, asked: 0, proposed: 0, lost: 0 });
    expect(work.ended).toMatchObject([{ how: 'fail', body: { class: 'transient' } }]);
    expect(reasons).toMatchObject([{ why: 'stopping' }]);
  });

  it('[SD10] stops at once while it waits for work', async () => {
    start(() => ({}));
    await until(() => expect(work.http.callsTo('/api/work/claim')).toHaveLength(1));
    stop.abort();
    expect(await running).toEqual({ completed: 0, failed: 0, asked: 0, proposed: 0, lost: 0 });
  });
});
