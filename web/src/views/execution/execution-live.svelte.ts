// One execution, live: snapshot, the newest events, then the stream from the snapshot on. Events
// that come close together are drawn together. Now and then the snapshot is read again, for what
// events do not carry: which work waits for a person, since when, and why.
import type { ExecutionStatus, PublicEvent } from '../../../../src/contract/executions.ts';
import { call, urlFor } from '../../api/endpoints.ts';
import { type ApiProblem, asProblem } from '../../api/problem.ts';
import { browser } from '../../live/browser.ts';
import { type LiveState, type LiveStream, openLive } from '../../live/live-stream.ts';
import { type Throttled, throttle } from '../../live/throttle.ts';
import {
  emptyModel,
  isHeldNow,
  runStateOf,
  withEvents,
  withSnapshot,
  withTelemetry,
} from '../../model/run-model.ts';
import { type Telemetry, toEvent, toTelemetry } from '../../model/wire.ts';

/** What arrives within this time is drawn together: a busy run of 2,000 tasks stays smooth. */
const foldMs = 100;
const historyPage = 200;
const refreshMs = 3000;
/** A snapshot of a big run is large; it is read less often. */
const bigRun = 500;
const bigRefreshMs = 10_000;

const isOver = (state: ExecutionStatus['state']): boolean =>
  state === 'COMPLETED' || state === 'FAILED' || state === 'CANCELLED';

export class ExecutionLive {
  status = $state.raw<ExecutionStatus>();
  model = $state.raw(emptyModel);
  problem = $state.raw<ApiProblem>();
  live = $state.raw<LiveState>('connecting');
  /** Whether there are events before the first one shown. */
  hasEarlier = $state.raw(false);

  readonly #id: string;
  readonly #gone = new AbortController();
  readonly #refresh: Throttled;
  #stream: LiveStream | undefined;
  #arrived: PublicEvent[] = [];
  #news = new Map<string, Telemetry>();
  #isFlushPlanned = false;

  constructor(id: string) {
    this.#id = id;
    this.#refresh = throttle(
      () => this.#reread(),
      () => (this.model.tasks.length > bigRun ? bigRefreshMs : refreshMs),
    );
  }

  get state(): ExecutionStatus['state'] | undefined {
    return this.status === undefined ? undefined : runStateOf(this.model, this.status);
  }

  get isHeld(): boolean {
    return this.status !== undefined && isHeldNow(this.model, this.status);
  }

  /** Somebody here changed something: look at once, and follow again what goes on. */
  async look(): Promise<void> {
    try {
      await this.#reread();
      if (this.live === 'over') this.#followAgain();
    } catch (error) {
      if (!this.#gone.signal.aborted) this.problem = asProblem(error);
    }
  }

  async start(): Promise<void> {
    this.problem = undefined;
    try {
      await this.#reread();
      const { tasksSeq } = this.model;
      await this.#readHistory(Math.max(0, tasksSeq - historyPage));
      this.#follow(tasksSeq);
    } catch (error) {
      if (!this.#gone.signal.aborted) this.problem = asProblem(error);
    }
  }

  stop(): void {
    this.#gone.abort();
    this.#refresh.stop();
    this.#stream?.close();
  }

  async loadEarlier(): Promise<void> {
    const first = this.model.events[0]?.seq ?? 1;
    try {
      await this.#readHistory(Math.max(0, first - 1 - historyPage));
    } catch (error) {
      if (!this.#gone.signal.aborted) this.problem = asProblem(error);
    }
  }

  async #reread(): Promise<void> {
    const execution = { execution_id: this.#id };
    const [status, tasks] = await Promise.all([
      call('execution_status', execution, this.#gone),
      call('execution_tasks', execution, this.#gone),
    ]);
    this.status = status;
    this.model = withSnapshot(this.model, tasks);
    if (tasks.seq !== status.last_event_seq) this.#refresh.ask();
  }

  async #readHistory(after: number): Promise<void> {
    const page = await call(
      'execution_events',
      { execution_id: this.#id, after, limit: historyPage },
      this.#gone,
    );
    // What is newer than the snapshot comes by the stream, in order.
    const past = page.events.filter((event) => event.seq <= this.model.tasksSeq);
    this.model = withEvents(this.model, past);
    this.hasEarlier = after > 0;
  }

  #follow(after: number): void {
    const { status } = this;
    // A second start after a failed call must not open a second stream.
    if (this.#gone.signal.aborted || status === undefined || this.#stream !== undefined) return;
    if (isOver(status.state) && after >= status.last_event_seq) {
      this.live = 'over';
      return;
    }
    this.#stream = openLive(
      {
        url: urlFor('execution_stream', { execution_id: this.#id }),
        after,
        onEvent: (data) => this.#receive(data),
        onTelemetry: (data) => this.#receiveTelemetry(data),
        onState: (state) => this.#enter(state),
      },
      browser,
    );
  }

  /** A failed run that was resumed has a stream again. */
  #followAgain(): void {
    if (this.status === undefined || isOver(this.status.state)) return;
    this.#stream?.close();
    this.#stream = undefined;
    this.#follow(this.model.tasksSeq);
  }

  #enter(state: LiveState): void {
    this.live = state;
    if (state === 'over' && !this.#gone.signal.aborted) void this.#reread().catch(() => undefined);
  }

  #receive(data: unknown): void {
    const event = toEvent(data);
    if (event === undefined) return;
    this.#arrived.push(event);
    this.#planFlush();
  }

  #receiveTelemetry(data: unknown): void {
    const news = toTelemetry(data);
    if (news === undefined) return;
    this.#news.set(news.step_id, news);
    this.#planFlush();
  }

  #planFlush(): void {
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    setTimeout(() => this.#flush(), foldMs);
  }

  #flush(): void {
    this.#isFlushPlanned = false;
    const model = withEvents(this.model, this.#arrived);
    this.model = withTelemetry(model, this.#news);
    if (this.#arrived.length > 0) this.#refresh.ask();
    this.#arrived = [];
    this.#news = new Map();
  }
}
