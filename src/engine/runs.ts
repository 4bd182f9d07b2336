// The runs that are in memory: an actor for each that was asked for lately, within a limit of bytes.
import { PlanwrightError } from '../base/errors.ts';
import type { Rejection } from './decision.ts';
import type { RunEvent } from './event-types.ts';
import { type ActorPorts, RunActor } from './run-actor.ts';
import type { RunState } from './state.ts';
import type { Outcome, Submission } from './submission.ts';

/** 500 runs of 40 steps; a run that is not there is read from its log in about a millisecond. */
const maxCachedBytes = 32 * 2 ** 20;
/** Measured with heap snapshots, of steps that are under way. */
const runBytes = 4 * 1_024;
const stepBytes = 1_500;

/** About what a state takes in memory. */
export const bytesOf = ({ steps }: RunState): number => runBytes + stepBytes * steps.size;

export type Refused = Extract<Outcome<unknown>, { ok: false }>;

export const rejectedBy = ({ code, message }: Rejection): PlanwrightError =>
  new PlanwrightError(code, message);

export class Runs {
  readonly #ports: ActorPorts;
  /** The one that was asked for longest ago comes first. */
  readonly #actors = new Map<string, RunActor>();
  readonly #sizes = new Map<string, number>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(ports: ActorPorts, maxBytes = maxCachedBytes) {
    this.#maxBytes = maxBytes;
    this.#ports = { ...ports, onDrained: (actor) => this.#measure(actor) };
  }

  get(run: string): RunActor {
    const known = this.#actors.get(run);
    const actor = known ?? new RunActor(run, this.#ports);
    this.#actors.delete(run);
    this.#actors.set(run, actor);
    if (!known) this.#measure(actor);
    return actor;
  }

  /** About what the states in memory take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Lets go of all that nobody is using. */
  forget(): void {
    this.#trim(0);
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

  #measure(actor: RunActor): void {
    // Another has taken its place since it was let go of.
    if (this.#actors.get(actor.id) !== actor) return;
    const bytes = actor.peek(bytesOf) ?? runBytes;
    this.#bytes += bytes - (this.#sizes.get(actor.id) ?? 0);
    this.#sizes.set(actor.id, bytes);
    this.#trim(this.#maxBytes, actor);
  }

  #trim(maxBytes: number, spared?: RunActor): void {
    for (const [id, actor] of this.#actors) {
      if (this.#bytes <= maxBytes) return;
      if (actor === spared || !actor.isIdle) continue;
      this.#actors.delete(id);
      this.#bytes -= this.#sizes.get(id) ?? 0;
      this.#sizes.delete(id);
    }
  }
}
