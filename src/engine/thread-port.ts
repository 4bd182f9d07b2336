// The engine behind a thread boundary: calls and answers as messages. A call that is under way when
// the other side dies fails with `stopping` rather than hanging.
import type { MessagePort } from 'node:worker_threads';
import { type ErrorWire, fromErrorWire, PlanwrightError, toErrorWire } from '../base/errors.ts';
import type { Advance, EngineApi } from './engine-api.ts';

const methods = [
  'createRun',
  'claim',
  'cancelClaim',
  'heartbeat',
  'renew',
  'startStep',
  'complete',
  'fail',
  'ask',
  'propose',
  'purse',
  'graph',
  'message',
  'control',
  'patch',
  'setSwitch',
  'note',
  'erase',
  'release',
  'releaseAll',
  'commit',
  'backup',
] as const satisfies readonly (keyof EngineApi)[];
type Method = (typeof methods)[number];

interface Call {
  readonly id: number;
  readonly method: Method;
  readonly args: readonly unknown[];
}

type Message =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ErrorWire }
  | { readonly advances: readonly Advance[] };

export interface RemoteEngine extends EngineApi {
  onAdvance(listener: (advance: Advance) => void): () => void;
}

interface LocalEngine extends EngineApi {
  onAdvance(listener: (advance: Advance) => void): () => void;
}

/** Serves calls from the other thread; gives a function that stops serving. */
export function serveEngine(port: MessagePort, engine: LocalEngine): () => void {
  const stopCalls = serveCalls(port, engine);
  const stopAdvances = forwardAdvances(port, engine);
  return () => {
    stopAdvances();
    stopCalls();
  };
}

/** The same for those who need some calls and no advances. */
export function serveCalls(port: MessagePort, engine: Partial<EngineApi>): () => void {
  const answer = async ({ id, method, args }: Call): Promise<void> => {
    try {
      const run = engine[method] as (...args: readonly unknown[]) => Promise<unknown>;
      port.postMessage({ id, value: await run.apply(engine, [...args]) });
    } catch (error) {
      port.postMessage({ id, error: toErrorWire(error) });
    }
  };
  const onCall = (call: Call | string): void => {
    // Words such as "stop" are for the thread itself.
    if (typeof call === 'object') void answer(call);
  };
  port.on('message', onCall);
  return () => {
    port.off('message', onCall);
  };
}

/** One message per turn of the loop, however many runs moved. */
function forwardAdvances(port: MessagePort, engine: LocalEngine): () => void {
  let pending = new Map<string, Advance>();
  const flush = (): void => {
    const advances = [...pending.values()];
    pending = new Map();
    port.postMessage({ advances });
  };
  return engine.onAdvance((advance) => {
    if (pending.size === 0) setImmediate(flush);
    pending.set(`${advance.run}${advance.isTelemetry ? '~' : ''}`, advance);
  });
}

export function connectEngine(port: MessagePort): RemoteEngine & { disconnect(): void } {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Set<(advance: Advance) => void>();
  let nextId = 1;
  let isGone = false;

  const onMessage = (message: Message | string): void => {
    if (typeof message !== 'object') return;
    if ('advances' in message) {
      for (const advance of message.advances) for (const listener of listeners) listener(advance);
      return;
    }
    // What the thread tells beside its answers is for others.
    if (!('id' in message)) return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) call?.reject(fromErrorWire(message.error));
    else call?.resolve(message.value);
  };
  const gone = (): PlanwrightError => new PlanwrightError('stopping', 'The engine is stopping.');
  const call = (method: Method, args: readonly unknown[]): Promise<unknown> => {
    if (isGone) return Promise.reject(gone());
    const id = nextId;
    nextId += 1;
    const deferred = Promise.withResolvers<unknown>();
    try {
      port.postMessage({ id, method, args });
    } catch (error) {
      return Promise.reject(error);
    }
    waiting.set(id, deferred);
    return deferred.promise;
  };
  port.on('message', onMessage);
  const proxy = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => call(method, args)]),
  ) as unknown as EngineApi;
  return {
    ...proxy,
    onAdvance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    disconnect() {
      isGone = true;
      for (const deferred of waiting.values()) deferred.reject(gone());
      waiting.clear();
    },
  };
}
