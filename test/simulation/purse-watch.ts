// Counts from the events alone what a run has spent and reserved, and sees that nothing is handed out
// that the budget does not allow. It shares no code with the engine.
import type { Amounts, Budget, EventData } from '../../src/engine/event-types.ts';

const kinds = ['money', 'tokens', 'calls'] as const;

type Totals = Record<(typeof kinds)[number], number>;

const nothing = (): Totals => ({ money: 0, tokens: 0, calls: 0 });

function add(totals: Totals, amounts: Amounts, sign: 1 | -1): void {
  for (const kind of kinds) totals[kind] += sign * (amounts[kind] ?? 0);
}

export class PurseWatch {
  limits: Budget = {};
  readonly spent = nothing();
  /** With its last attempt, by step. */
  readonly #charged = new Map<string, Amounts>();
  readonly #reserves = new Map<string, Amounts>();

  get reserved(): Totals {
    const totals = nothing();
    for (const reserve of this.#reserves.values()) add(totals, reserve, 1);
    return totals;
  }

  /** What is wrong with taking a late result; null if nothing is charged twice. */
  retaken(data: EventData['step.leased'], cost: Amounts = {}): string | null {
    const { reserve = {} } = data;
    const charged = this.#charged.get(data.step) ?? {};
    const isTwice = kinds.some(
      (kind) => (reserve[kind] ?? 0) > Math.max(0, (cost[kind] ?? 0) - (charged[kind] ?? 0)),
    );
    if (data.reserve) this.#reserves.set(data.step, data.reserve);
    return isTwice ? 'what was charged is reserved again' : null;
  }

  /** What is wrong with handing it out; null if it may be paid. */
  leased(data: EventData['step.leased'], cost: Amounts | undefined): string | null {
    const isLimited = Object.keys(this.limits).length > 0;
    if (!cost || !isLimited) return null;
    if (!data.reserve) return 'nothing was reserved for it';
    if (this.limits.money !== undefined && cost.money === undefined) return 'its price is unknown';
    this.#reserves.set(data.step, data.reserve);
    const { reserved } = this;
    const over = kinds.find(
      (kind) => this.spent[kind] + reserved[kind] > (this.limits[kind] ?? Infinity),
    );
    return over === undefined ? null : `over the budget in ${over}`;
  }

  /** Its attempt is over; what was reserved is spent unless somebody said otherwise. */
  over(step: string, spent: Amounts | undefined): void {
    const amounts = spent ?? this.#reserves.get(step);
    this.#reserves.delete(step);
    this.#charged.set(step, amounts ?? {});
    if (amounts) add(this.spent, amounts, 1);
  }

  difference(purse: { readonly spent: Totals; readonly reserved: Totals }): string | null {
    const { spent, reserved } = this;
    const isSame = kinds.every(
      (kind) => purse.spent[kind] === spent[kind] && purse.reserved[kind] === reserved[kind],
    );
    return isSame ? null : `${JSON.stringify(purse)}, but ${JSON.stringify({ spent, reserved })}`;
  }
}
