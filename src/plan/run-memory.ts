// What the steps of one making of a plan read again and again: outputs, which never change under their
// id, and the stages that its settings come to. Kept while the plan is being made, and only here: the
// store is asked which output is a step's.

/** Plans that are made at the same time; of more, the one that was not asked about for longest goes. */
const runsMax = 128;

export type Known = Map<string, Promise<unknown>>;

/** Several steps get the same object, so none of them may change it. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}

export class RunMemory {
  readonly #runs = new Map<string, Known>();

  of(run: string): Known {
    const known = this.#runs.get(run) ?? new Map();
    this.#runs.delete(run);
    this.#runs.set(run, known);
    if (this.#runs.size > runsMax) this.forget(this.#runs.keys().next().value ?? '');
    return known;
  }

  /** Nothing of it is read any more. */
  forget(run: string): void {
    this.#runs.delete(run);
  }
}

/** What is known, being found, or found now; nothing is kept of what fails. */
export function remembered<Value>(
  known: Known | undefined,
  key: string,
  find: () => Promise<Value>,
): Promise<Value> {
  const before = known?.get(key) as Promise<Value> | undefined;
  if (before !== undefined) return before;
  const finding = find();
  known?.set(key, finding);
  finding.catch(() => known?.delete(key));
  return finding;
}

export const rememberedJson = (
  known: Known | undefined,
  key: string,
  find: () => Promise<unknown>,
): Promise<unknown> => remembered(known, key, known ? async () => frozen(await find()) : find);
