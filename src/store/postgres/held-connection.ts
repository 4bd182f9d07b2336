// A connection of the pool that is kept in hand while there is something to send: taking it out and
// putting it back for each statement cost 60 to 95 µs of processor time.
import pg from 'pg';
import { acquire, type NamedStatement, SentError } from './connection.ts';
import { isConnectionLoss, isStalePlan } from './postgres-error.ts';

/** After such a pause it goes back, and the pool looks after it. */
const idleMs = 1_000;

/** Made by hand: given as plain fields, each is copied with its property descriptors first (15 µs). */
function ask<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  { name, text, values }: NamedStatement,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = Object.assign(new pg.Query<Row>(text, values as unknown[]), {
      name,
      callback: (error: Error | null, result: pg.QueryResult<Row>): void => {
        if (error) reject(error);
        else resolve(result.rows);
      },
    });
    client.query(query);
  });
}

export class HeldConnection {
  readonly #pool: pg.Pool;
  #client: pg.PoolClient | null = null;
  #usedMs = 0;
  #watch: NodeJS.Timeout | undefined;
  #isBusy = false;
  readonly #onError = (): void => this.#giveBack(true);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** One at a time. */
  async query<Row extends pg.QueryResultRow>(statement: NamedStatement): Promise<Row[]> {
    this.#isBusy = true;
    let isSent = false;
    try {
      const client = this.#client ?? (await this.#take());
      isSent = true;
      return await ask<Row>(client, statement);
    } catch (error) {
      const isLost = isSent && isConnectionLoss(error);
      if (isLost || isStalePlan(error)) this.#giveBack(true);
      throw isLost ? new SentError(error) : error;
    } finally {
      this.#isBusy = false;
      this.#usedMs = performance.now();
    }
  }

  /** Before the pool ends. */
  release(): void {
    this.#giveBack(false);
  }

  async #take(): Promise<pg.PoolClient> {
    const client = await acquire(this.#pool);
    // One that breaks while nothing is asked of it is another's from then on.
    client.once('error', this.#onError);
    this.#client = client;
    this.#watch = setInterval(() => this.#lookIdle(), idleMs).unref();
    return client;
  }

  #lookIdle(): void {
    if (!this.#isBusy && performance.now() - this.#usedMs >= idleMs) this.#giveBack(false);
  }

  #giveBack(isBroken: boolean): void {
    const client = this.#client;
    if (!client) return;
    this.#client = null;
    clearInterval(this.#watch);
    client.off('error', this.#onError);
    client.release(isBroken);
  }
}
