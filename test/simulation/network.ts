// The way from those who call to the engines: slow, and while the world is wild it loses, repeats and
// delays in both directions.
import { isPlanwrightError } from '../../src/base/errors.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { never } from './process-store.ts';
import { sleep } from './virtual-timers.ts';
import type { World } from './world.ts';

export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string };

const patienceMs = 4_000;
/** Answers that no call may ever get. */
const unthinkable = new Set(['INTERNAL_ERROR', 'log_corrupt', 'event_unknown']);

export class Network {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The first answer that comes, or none in time; `waitMs` more where the call may wait. */
  call<Value>(send: (engine: Engine) => Promise<Value>, waitMs = 0): Promise<Reply<Value>> {
    const { dice } = this.#world;
    const copies = this.#isHit(0.05) ? 2 : 1;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve({ ok: false, code: 'timeout' }),
        patienceMs + waitMs + dice.int(0, 100),
      );
      for (let copy = 0; copy < copies; copy += 1) {
        void this.#deliver(send).then((reply) => {
          clearTimeout(timer);
          resolve(reply);
        });
      }
    });
  }

  #isHit(probability: number): boolean {
    return this.#world.isWild && this.#world.dice.chance(probability);
  }

  async #deliver<Value>(send: (engine: Engine) => Promise<Value>): Promise<Reply<Value>> {
    if (this.#isHit(0.04)) return never;
    await this.#delay();
    const engine = this.#world.dice.maybe(this.#world.engines);
    if (!engine) return { ok: false, code: 'unreachable' };
    const reply = await this.#ask(engine, send);
    if (this.#isHit(0.04)) return never;
    await this.#delay();
    return reply;
  }

  #delay(): Promise<void> {
    const { dice } = this.#world;
    return sleep(this.#isHit(0.05) ? dice.int(100, 8_000) : dice.int(1, 20));
  }

  async #ask<Value>(
    engine: Engine,
    send: (engine: Engine) => Promise<Value>,
  ): Promise<Reply<Value>> {
    try {
      return { ok: true, value: await send(engine) };
    } catch (error) {
      if (!isPlanwrightError(error) || unthinkable.has(error.code)) {
        this.#world.problems.push(error instanceof Error ? `${error.stack}` : String(error));
        return { ok: false, code: 'broken' };
      }
      return { ok: false, code: error.code };
    }
  }
}
