// The runs that are in memory: an actor for each that was asked for lately.
import { PlanwrightError } from '../base/errors.ts';
import type { Rejection } from './decision.ts';
import type { RunEvent } from './event-types.ts';
import { type ActorPorts, type Outcome, RunActor, type Submission } from './run-actor.ts';
import type { RunState } from './state.ts';

const maxCachedRuns = 500;

export type Refused = Extract<Outcome<unknown>, { ok: false }>;

export const rejectedBy = ({ code, message }: Rejection): PlanwrightError =>
  new PlanwrightError(code, message);

export class Runs {
  readonly #ports: ActorPorts;
  readonly #actors = new Map<string, RunActor>();

  constructor(ports: ActorPorts) {
    this.#ports = ports;
  }

  get(run: string): RunActor {
    const known = this.#actors.get(run);
    if (known) return known;
    this.#trim();
    const actor = new RunActor(run, this.#ports);
    this.#actors.set(run, actor);
    return actor;
  }

  /** The value of the view, or the rejection as an error. */
  async submit<Value>(
    run: string,
    submission: Submission,
    view: (state: RunState, events: readonly RunEvent[]) => Value,
  ): Promise<Value> {
    const outcome: Outcome<Value> = await this.get(run).submit(submission, view);
    if (!outcome.ok) throw rejectedBy(outcome.rejection);
    return outcome.value;
  }

  #trim(): void {
    if (this.#actors.size < maxCachedRuns) return;
    for (const [id, actor] of this.#actors) {
      if (actor.isIdle) this.#actors.delete(id);
      if (this.#actors.size < maxCachedRuns) return;
    }
  }
}
