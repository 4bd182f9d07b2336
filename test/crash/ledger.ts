// The world outside: what agents did to it, and undid. As a good outside system does, it goes by the
// idempotency key, so that the same effect twice is one.
const undoMark = ':undo';

export class Ledger {
  /** Keys in the order of their first effect. */
  readonly #acted = new Set<string>();
  readonly #undone = new Set<string>();

  /** `key` is what the hand-out of a step gives: run:step, or run:step:undo. */
  perform(key: string): void {
    if (key.endsWith(undoMark)) this.#undone.add(key.slice(0, -undoMark.length));
    else this.#acted.add(key);
  }

  /** Steps with their effects, in the order of the first. */
  get acted(): string[] {
    return [...this.#acted].map(stepOf);
  }

  get undone(): string[] {
    return [...this.#undone].map(stepOf);
  }
}

const stepOf = (key: string): string => key.split(':')[1] ?? key;
