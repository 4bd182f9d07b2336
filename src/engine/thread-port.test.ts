import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { turn, until } from '../../test/support/temp-engine.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { Advance, EngineApi } from './engine-api.ts';
import { connectEngine, serveEngine } from './thread-port.ts';

type Remote = ReturnType<typeof connectEngine>;

class FakeEngine {
  readonly calls: unknown[] = [];
  answer: (name: string) => Promise<unknown> = async (name) => `answer of ${name}`;
  tell: (advance: Advance) => void = () => undefined;

  asEngine(): Parameters<typeof serveEngine>[1] {
    const method =
      (name: string) =>
      (...args: unknown[]): Promise<unknown> => {
        this.calls.push([name, ...args]);
        return this.answer(name);
      };
    const onAdvance = (listener: (advance: Advance) => void) => {
      this.tell = listener;
      return () => {
        this.tell = () => undefined;
      };
    };
    const names = { onAdvance };
    return new Proxy(names, {
      get: (own, name) => Reflect.get(own, name) ?? method(String(name)),
    }) as unknown as Parameters<typeof serveEngine>[1];
  }
}

describe('the engine behind a thread boundary', () => {
  let channel: MessageChannel;
  let engine: FakeEngine;
  let remote: Remote;
  let stopServing: () => void;
  beforeEach(() => {
    channel = new MessageChannel();
    engine = new FakeEngine();
    stopServing = serveEngine(channel.port1, engine.asEngine());
    remote = connectEngine(channel.port2);
  });
  afterEach(() => {
    channel.port1.close();
  });

  it('[EN19] carries calls, plain values and bytes both ways', async () => {
    const request = { tenant: 't', bytes: new Uint8Array([1, 2, 3]) };
    const answer = await remote.complete(request as never);
    expect(answer).toBe('answer of complete');
    expect(engine.calls).toEqual([['complete', request]]);
  });

  it('[EN19] answers go to the call they belong to, in whatever order they come', async () => {
    const slow = Promise.withResolvers<unknown>();
    engine.answer = (name) => (name === 'claim' ? slow.promise : Promise.resolve(name));
    const claim = remote.claim({} as never);
    expect(await remote.note({} as never)).toBe('note');
    slow.resolve('the claim');
    expect(await claim).toBe('the claim');
  });

  it('[EN19] an error keeps its code, message and facts', async () => {
    engine.answer = async () => {
      throw new PlanwrightError('limit_exceeded', 'Too much.', { size: 9, max: 5 });
    };
    const failing = remote.complete({} as never);
    await expect(failing).rejects.toBeInstanceOf(PlanwrightError);
    await expect(failing).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: 'Too much.',
      facts: { size: 9, max: 5 },
      retry: 'after_change',
    });
  });

  it('[EN19] any other error arrives as an internal one', async () => {
    engine.answer = async () => {
      throw new TypeError('oops');
    };
    await expect(remote.note({} as never)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });

  it('[EN19] an answer that cannot be sent is an error, not silence', async () => {
    engine.answer = async () => () => 'a function';
    await expect(remote.note({} as never)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });

  it('[EN19] an argument that cannot be sent fails the call and nothing else', async () => {
    await expect(remote.note({ bad: () => 1 } as never)).rejects.toThrow();
    expect(await remote.note({} as never)).toBe('answer of note');
  });

  it('[EN19] calls that are under way when the other side goes fail with stopping', async () => {
    engine.answer = () => new Promise(() => undefined);
    const open = [remote.claim({} as never), remote.note({} as never)];
    await until(() => engine.calls.length === 2);
    remote.disconnect();
    for (const call of open) await expect(call).rejects.toMatchObject({ code: 'stopping' });
    await expect(remote.note({} as never)).rejects.toMatchObject({ code: 'stopping' });
  });

  it('[EN19] advances arrive, one per run and turn, telemetry apart', async () => {
    const seen: Advance[] = [];
    const stop = remote.onAdvance((advance) => seen.push(advance));
    for (let seq = 1; seq <= 50; seq += 1) engine.tell({ run: 'exec_1', seq });
    engine.tell({ run: 'exec_1', seq: 50, isTelemetry: true });
    engine.tell({ run: 'exec_2', seq: 1 });
    await until(() => seen.length >= 3);
    expect(seen).toEqual([
      { run: 'exec_1', seq: 50 },
      { run: 'exec_1', seq: 50, isTelemetry: true },
      { run: 'exec_2', seq: 1 },
    ]);
    stop();
    engine.tell({ run: 'exec_3', seq: 1 });
    await remote.note({} as never);
    expect(seen).toHaveLength(3);
  });

  it('[EN19] words for the thread itself are not taken for calls or answers', async () => {
    channel.port2.postMessage('stop');
    channel.port1.postMessage('ready');
    expect(await remote.note({} as never)).toBe('answer of note');
    expect(engine.calls).toHaveLength(1);
  });

  it('[EN19] nothing is served after the stop', async () => {
    stopServing();
    void remote.note({} as never).catch(() => undefined);
    for (let count = 0; count < 50; count += 1) await turn();
    expect(engine.calls).toEqual([]);
    remote.disconnect();
  });

  it('[EN19] offers every method of the engine', () => {
    const names: Record<keyof EngineApi, true> = {
      createRun: true,
      claim: true,
      cancelClaim: true,
      heartbeat: true,
      renew: true,
      startStep: true,
      complete: true,
      fail: true,
      ask: true,
      propose: true,
      purse: true,
      graph: true,
      message: true,
      control: true,
      patch: true,
      setSwitch: true,
      note: true,
      erase: true,
      release: true,
      releaseAll: true,
      commit: true,
      backup: true,
    };
    for (const name of Object.keys(names)) expect(remote).toHaveProperty(name);
  });
});
