// Keeps a server running on the same data: whenever it dies, the next one is started, as an operator
// or a supervisor would. Callers ask it where the server is now.
import { setTimeout as pause } from 'node:timers/promises';
import { failpointVariable } from '../../src/base/failpoints.ts';
import { type KillableServer, type ServerPlace, startKillable } from './killable-server.ts';

export interface KeeperOptions {
  /** What PLANWRIGHT_FAILPOINTS says at the first start, the second …; nothing after the last. */
  readonly failpoints?: readonly string[];
  /** Between two servers, while nobody has the data open. */
  readonly whileDown?: () => Promise<void>;
}

const maxStarts = 40;
const pauseMs = 5;

export class Keeper {
  readonly place: ServerPlace;
  readonly #options: KeeperOptions;
  #starts = 0;
  #kills = 0;
  #isClosing = false;
  #trouble = '';
  #server: KillableServer;
  #up: Promise<string | null>;
  readonly #watching: Promise<void>;

  constructor(place: ServerPlace, options: KeeperOptions = {}) {
    this.place = place;
    this.#options = options;
    this.#server = this.#start();
    this.#up = this.#server.ready;
    this.#watching = this.#watch();
  }

  /** How often a server was ended by SIGKILL. */
  get kills(): number {
    return this.#kills;
  }

  get server(): KillableServer {
    return this.#server;
  }

  /** The address of the server that is up now, or of the next one. */
  async url(): Promise<string> {
    for (;;) {
      const up = this.#up;
      const url = await up;
      if (url !== null && up === this.#up) return url;
      if (this.#isClosing) throw new Error(`no server: ${this.#trouble} ${this.#server.stderr()}`);
      // It died before it was up; the next one is on its way.
      await pause(pauseMs);
    }
  }

  /** SIGTERM; resolves with the exit code. */
  async close(): Promise<number | null> {
    await this.url().catch(() => '');
    this.#isClosing = true;
    const code = await this.#server.stop();
    await this.#watching;
    return code;
  }

  #start(): KillableServer {
    const failpoints = this.#options.failpoints?.[this.#starts];
    this.#starts += 1;
    if (failpoints === undefined) return startKillable(this.place);
    const env = { ...this.place.env, [failpointVariable]: failpoints };
    return startKillable({ ...this.place, env });
  }

  async #watch(): Promise<void> {
    while (!this.#isClosing) {
      const signal = await this.#server.gone;
      if (this.#isClosing) return;
      if (signal === 'SIGKILL') this.#kills += 1;
      if (signal !== 'SIGKILL' || this.#starts >= maxStarts) {
        this.#isClosing = true;
        this.#up = Promise.resolve(null);
        return;
      }
      await this.#next();
    }
  }

  async #next(): Promise<void> {
    let tell: (url: string | null) => void = () => undefined;
    this.#up = new Promise((resolve) => {
      tell = resolve;
    });
    try {
      await this.#options.whileDown?.();
      this.#server = this.#start();
      tell(await this.#server.ready);
    } catch (error) {
      this.#isClosing = true;
      this.#trouble = error instanceof Error ? error.message : String(error);
      tell(null);
    }
  }
}
