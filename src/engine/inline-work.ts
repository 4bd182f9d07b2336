// A step that the in-process worker has under way.
import type { PlanwrightError } from '../base/errors.ts';
import type { ClaimedStep } from './engine-api.ts';

export class Work {
  readonly step: ClaimedStep;
  readonly tenant: string;
  readonly turns: number;
  /** Whose room it has. */
  readonly performer: string;
  readonly startedAt = performance.now();
  readonly #abort = new AbortController();
  #onStopped: ((reason: PlanwrightError) => void) | null = null;

  constructor(step: ClaimedStep, place: Pick<Work, 'tenant' | 'turns' | 'performer'>) {
    this.step = step;
    this.tenant = place.tenant;
    this.turns = place.turns;
    this.performer = place.performer;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  stop(reason: PlanwrightError): void {
    this.#abort.abort(reason);
    this.#onStopped?.(reason);
  }

  /** A handler that does not heed its signal is not waited for. */
  until<Result>(result: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      // Not a listener of the signal, which would cost a step more than its lease.
      this.#onStopped = reject;
      result.then(resolve, reject);
    });
  }
}
