// Steps that wait for the purse of their family go on when it has something again. Whoever settles or
// funds looks at once; what a process that died did not look at is found by a sweep.
import type { Store, WriteSet } from '../store/store.ts';
import type { PurseRow, Rows } from '../store/tables.ts';
import { reserveFor, totalsOf } from './budget.ts';
import { waitsForFamily } from './decide-family.ts';
import {
  type Account,
  asksOf,
  familyKey,
  isFamilyKey,
  mustWarn,
  type PurseAsks,
  type PurseMove,
  purseKinds,
  purseOfKey,
  shortOf,
  unmoved,
} from './purse.ts';
import type { Runs } from './runs.ts';
import type { RunState } from './state.ts';

export const familySweepMs = 5_000;
/** A purse that has not moved is looked at as rarely: what held its steps up may be over. */
const lookAgainMs = 60_000;
const pageSize = 64;
/** So many steps are looked at for one purse at a time; the next look begins with the first again. */
const stepsMax = 1_024;
const pursesMax = 1_000;

interface Wish {
  readonly asks: PurseAsks;
  readonly more: Account;
}

function wishOf(state: RunState, id: string): Wish | null {
  const step = state.steps.get(id);
  if (!step || !waitsForFamily(step)) return null;
  const reserved = totalsOf(reserveFor(state, step.def) ?? {});
  return { asks: asksOf(step), more: { ...unmoved, reserved } };
}

type Stand = { -readonly [Column in keyof PurseRow]: PurseRow[Column] };

export class FamilyPurses {
  readonly #store: Store;
  readonly #runs: Runs;
  readonly #onError: (error: unknown) => void;
  /** To be looked at, with their tenants. */
  readonly #wanted = new Map<string, string>();
  /** When it was looked at last, and how often it had moved then. */
  readonly #seen = new Map<string, { readonly changes: number; readonly at: number }>();
  #underWay: Promise<void> | null = null;
  #sweptTo = '';
  #isClosed = false;

  constructor(store: Store, runs: Runs, onError: (error: unknown) => void) {
    this.#store = store;
    this.#runs = runs;
    this.#onError = onError;
  }

  /** Whoever funds a purse is answered when what it can pay goes on. */
  async committed(sets: readonly WriteSet[]): Promise<void> {
    const moves = sets.flatMap(({ require = [] }) => require.filter((one) => 'purse' in one));
    if (moves.length === 0) return;
    for (const move of moves) this.moved(move);
    await this.#underWay;
  }

  /** What only takes leaves nothing for others. */
  moved({ purse, tenant, asks }: PurseMove): void {
    if (asks === '') this.#look(tenant, purse);
  }

  /** The purse refused it. What came back between that and the wait is seen here. */
  async park({ run, step, tenant }: Rows['steps']): Promise<void> {
    const actor = this.#runs.get(run);
    const park = { type: 'park', step, for: 'family' } as const;
    const outcome = await actor.submit({ commands: [park] }, (state) => state.purse.family ?? '');
    const purse = outcome.ok ? await this.#store.purse(tenant, outcome.value) : null;
    if (purse) await this.#payOne({ ...purse }, run, step);
  }

  async sweep(): Promise<void> {
    let key = this.#sweptTo;
    for (let count = 0; count < pursesMax && !this.#isClosed; count += 1) {
      const next = await this.#store.nextUnpaidKey(key === '' ? familyKey('') : key);
      key = next !== null && isFamilyKey(next) ? next : '';
      if (key === '') break;
      const [first] = await this.#store.unpaidSteps(key, 1);
      if (first) await this.#lookIfNew(first.tenant, purseOfKey(key));
    }
    this.#sweptTo = key;
    await this.#underWay;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wanted.clear();
    await this.#underWay;
  }

  async #lookIfNew(tenant: string, id: string): Promise<void> {
    const seen = this.#seen.get(id);
    const purse = await this.#store.purse(tenant, id);
    const isOld =
      seen?.changes === purse?.changes && this.#store.now() - (seen?.at ?? 0) < lookAgainMs;
    if (!isOld) this.#look(tenant, id);
  }

  #look(tenant: string, purse: string): void {
    if (this.#isClosed) return;
    this.#wanted.set(purse, tenant);
    this.#underWay ??= this.#lookAtAll().finally(() => {
      this.#underWay = null;
    });
  }

  async #lookAtAll(): Promise<void> {
    for (let [next] = this.#wanted; next; [next] = this.#wanted) {
      const [id, tenant] = next;
      this.#wanted.delete(id);
      await this.#lookAt(tenant, id).catch(this.#onError);
    }
  }

  async #lookAt(tenant: string, id: string): Promise<void> {
    const purse = await this.#store.purse(tenant, id);
    if (!purse) return;
    if (this.#seen.size >= pursesMax) this.#seen.clear();
    this.#seen.set(id, { changes: purse.changes, at: this.#store.now() });
    await this.#warn(purse);
    await this.#pay({ ...purse });
  }

  /** In the log of the run that used it last, once for each limit. */
  async #warn(purse: PurseRow): Promise<void> {
    const { id: warn, tenant, last_run: run } = purse;
    if (run === '') return;
    for (const of of purseKinds.filter((kind) => mustWarn(purse, kind))) {
      const command = { type: 'warn', of } as const;
      await this.#runs.get(run).submit({ commands: [command], require: [{ warn, tenant, of }] });
    }
  }

  /** As many as can be paid, in turn. Each is reserved for when it is taken, not before. */
  async #pay(purse: Stand): Promise<void> {
    const key = familyKey(purse.id);
    let rows = await this.#store.unpaidSteps(key, pageSize);
    for (let count = rows.length; rows.length > 0; count += rows.length) {
      for (const { run, step } of rows) {
        if (this.#isClosed) return;
        await this.#payOne(purse, run, step);
      }
      const last = rows.at(-1);
      if (!last || rows.length < pageSize || count >= stepsMax) return;
      rows = await this.#store.unpaidSteps(key, pageSize, last);
    }
  }

  async #payOne(purse: Stand, run: string, step: string): Promise<void> {
    const actor = this.#runs.get(run);
    const view = (state: RunState): Wish | null => wishOf(state, step);
    // What a step costs changes rarely, and its lease is checked anyway: memory is good enough.
    const wish = (actor.isLoaded ? actor.peek(view) : null) ?? (await actor.read(view));
    if (!wish || shortOf(purse, wish.asks, wish.more) !== null) return;
    const outcome = await actor.submit({ commands: [{ type: 'pay', step }] });
    if (!outcome.ok) return;
    for (const kind of purseKinds) purse[`reserved_${kind}`] += wish.more.reserved[kind];
  }
}
