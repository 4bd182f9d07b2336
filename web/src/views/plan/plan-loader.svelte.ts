// Loads one plan: its status first, the plan when it is ready; while it is being made, follows the
// stream and reads the status again after each stage.
import type { Plan } from '../../../../src/contract/plan.ts';
import type { PlanStatus } from '../../../../src/contract/plans.ts';
import { getPlan, getPlanStatus, planStreamUrl } from '../../api/endpoints.ts';
import { type ApiProblem, asProblem } from '../../api/problem.ts';
import { browser } from '../../live/browser.ts';
import { type LiveStream, openLive } from '../../live/live-stream.ts';
import { type Throttled, throttle } from '../../live/throttle.ts';
import { toEvent } from '../../model/wire.ts';

const refreshMs = 250;

export interface Stage {
  readonly id: string;
  readonly isDone: boolean;
}

export class PlanLoader {
  status = $state.raw<PlanStatus>();
  plan = $state.raw<Plan>();
  problem = $state.raw<ApiProblem>();
  stages = $state.raw<readonly Stage[]>([]);

  readonly #id: string;
  readonly #gone = new AbortController();
  readonly #refresh: Throttled;
  #live: LiveStream | undefined;

  constructor(id: string) {
    this.#id = id;
    this.#refresh = throttle(
      () => this.load(),
      () => refreshMs,
    );
  }

  async load(): Promise<void> {
    try {
      const status = await getPlanStatus(this.#id, this.#gone.signal);
      if (status.state === 'completed') {
        this.plan ??= await getPlan(this.#id, this.#gone.signal);
      }
      this.status = status;
      this.problem = undefined;
      this.#follow(status.state === 'pending' || status.state === 'processing');
    } catch (error) {
      if (!this.#gone.signal.aborted) this.problem = asProblem(error);
    }
  }

  stop(): void {
    this.#gone.abort();
    this.#refresh.stop();
    this.#live?.close();
  }

  #follow(isMoving: boolean): void {
    if (this.#gone.signal.aborted) return;
    if (!isMoving) {
      this.#live?.close();
      // It may go on later, with another run.
      this.#live = undefined;
      return;
    }
    this.#live ??= openLive(
      {
        url: planStreamUrl(this.#id),
        after: 0,
        onEvent: (data) => this.#receive(data),
        onTelemetry: () => undefined,
        onState: (state) => {
          if (state === 'over') this.#refresh.ask();
        },
      },
      browser,
    );
  }

  #receive(data: unknown): void {
    const event = toEvent(data);
    if (event === undefined) return;
    const known = new Map(this.stages.map((stage) => [stage.id, stage]));
    for (const { step_id: id, state } of event.changes) {
      if (state === 'RUNNING' || state === 'COMPLETE') {
        known.set(id, { id, isDone: state === 'COMPLETE' });
      }
    }
    this.stages = [...known.values()];
    this.#refresh.ask();
  }
}
