// Loads one plan: its status first, the plan when it is ready; while it is being made, follows the
// stream and reads the status again after each stage. Of a plan that is finished the stream is read only
// where somebody looks at its stages.
import type { Plan } from '../../../../src/contract/plan.ts';
import type { PlanStatus } from '../../../../src/contract/plans.ts';
import { call, type PlanFile, urlFor } from '../../api/endpoints.ts';
import { type ApiProblem, asProblem } from '../../api/problem.ts';
import { browser } from '../../live/browser.ts';
import { type LiveStream, openLive } from '../../live/live-stream.ts';
import { type Throttled, throttle } from '../../live/throttle.ts';
import { type StepsSeen, withEvent } from '../../model/stage-board.ts';
import { toEvent } from '../../model/wire.ts';

const refreshMs = 250;

export class PlanLoader {
  status = $state.raw<PlanStatus>();
  /** When the status was read, by this page's clock. */
  readAt = $state(0);
  plan = $state.raw<Plan>();
  problem = $state.raw<ApiProblem>();
  seen = $state.raw<StepsSeen>(new Map());
  files = $state.raw<readonly PlanFile[]>();

  readonly #id: string;
  readonly #gone = new AbortController();
  readonly #refresh: Throttled;
  #live: LiveStream | undefined;
  #wantsStages = false;
  #follows: 'nothing' | 'moving' | 'still' = 'nothing';

  constructor(id: string) {
    this.#id = id;
    this.#refresh = throttle(
      () => this.load(),
      () => refreshMs,
    );
  }

  async load(): Promise<void> {
    try {
      const plan = { plan_id: this.#id };
      const status = await call('plan_status', plan, this.#gone);
      // A plan that is made anew replaces the one before.
      if (status.state !== 'completed') this.plan = undefined;
      else this.plan ??= await call('plan_get', plan, this.#gone);
      await this.#loadFiles(status);
      this.status = status;
      this.readAt = Date.now();
      this.problem = undefined;
      this.#follow(isMoving(status));
    } catch (error) {
      if (!this.#gone.signal.aborted) this.problem = asProblem(error);
    }
  }

  /** Also of a plan that is finished or stands still. */
  showStages(): void {
    this.#wantsStages = true;
    if (this.status !== undefined) this.#follow(isMoving(this.status));
  }

  stop(): void {
    this.#gone.abort();
    this.#refresh.stop();
    this.#live?.close();
  }

  /** The list is short, and asked for only when there is more than before. */
  async #loadFiles({ files_count: count, files }: PlanStatus): Promise<void> {
    const newest = files[0]?.updated_at;
    const isKnown = this.files?.length === count && newest === newestOf(this.files);
    if (isKnown) return;
    this.files = (await call('plan_files', { plan_id: this.#id }, this.#gone)).files;
  }

  /** What stopped keeps its stream: it ends by itself, or tells when somebody goes on with it. */
  #follow(moves: boolean): void {
    const before = this.#follows;
    if (moves) {
      this.#follows = 'moving';
      if (before !== 'moving') this.#open();
      return;
    }
    if (before === 'nothing' && !this.#wantsStages) return;
    this.#follows = 'still';
    if (before === 'nothing') this.#open();
  }

  /** Another making of the plan has a log of its own; each is read from its start. */
  #open(): void {
    if (this.#gone.signal.aborted) return;
    this.#live?.close();
    this.seen = new Map();
    this.#live = openLive(
      {
        url: urlFor('plan_stream', { plan_id: this.#id }),
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
    this.seen = withEvent(this.seen, event);
    this.#refresh.ask();
  }
}

export const isMoving = ({ state }: PlanStatus): boolean =>
  state === 'pending' || state === 'processing';

const newestOf = (files: readonly PlanFile[] | undefined): string | undefined =>
  files
    ?.map(({ updated_at: at }) => at)
    .sort()
    .at(-1);
