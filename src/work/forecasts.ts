// Forecasts of the executions that somebody looks at. Each follows the log with a cursor: the watch
// says when to read on, and what nobody has looked at for a while is dropped. Odds are computed for
// one execution at a time, in the thread of the scheduler, after the dates were given.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Advance } from '../engine/engine-api.ts';
import { decodeEvent } from '../engine/log-header.ts';
import { Bell, type RunWatch } from '../events/run-watch.ts';
import type { ScheduleJob, ScheduleOutcome } from '../schedule/run/outcome.ts';
import type { Reader } from '../store/store.ts';
import { ExecutionForecast, type ForecastPlan } from './execution-forecast.ts';
import { oddsFrom, oddsJob } from './forecast-odds.ts';
import { PlanShelf } from './plan-shelf.ts';

export interface ForecastPorts {
  readonly reader: Reader;
  readonly watch: RunWatch;
  now(): number;
  /** Gives the best that it has within that time. */
  compute(job: ScheduleJob, limitMs: number, signal: AbortSignal): Promise<ScheduleOutcome>;
  /** Nothing more will be computed. */
  close?(): void;
  readonly onError?: (error: unknown) => void;
}

export interface ForecastLimits {
  readonly forecasts: number;
  /** Not looked at for so long, one is dropped. */
  readonly idleMs: number;
  /** One that was looked at a moment ago does not make room for another. */
  readonly keepMs: number;
  /** Between two computations for the same execution. */
  readonly oddsEveryMs: number;
}

const usualLimits: ForecastLimits = {
  forecasts: 50,
  idleMs: 120_000,
  keepMs: 5_000,
  oddsEveryMs: 1_000,
};

/** Of the two seconds in which odds follow, what the thread may use. */
const ODDS_LIMIT_MS = 1_500;
/** Between two computations the thread rests as long as the last one took, half a second at most. */
const LONGEST_REST_MS = 500;
const PAGE = 500;

interface Followed {
  readonly run: string;
  readonly forecast: ExecutionForecast;
  lookedAt: number;
  /** The log may be ahead. */
  hasNews: boolean;
  /** Somebody may have said how far a step is. */
  hasReports: boolean;
  /** When odds were begun last, on the clock of this process. */
  oddsAt: number;
  reading: Promise<void> | null;
  unwatch(): void;
}

/** What a forecast is made for. */
export interface ForecastRun {
  readonly id: string;
  readonly tenant: string;
  readonly plan: string;
}

export class Forecasts {
  readonly #ports: ForecastPorts;
  readonly #limits: ForecastLimits;
  readonly #plans: PlanShelf;
  readonly #followed = new Map<string, Followed>();
  readonly #opening = new Map<string, Promise<Followed | null>>();
  readonly #stop = new AbortController();
  /** Rung when odds have come, or will not. */
  readonly #bells = new Set<() => void>();
  #computing: Promise<void> | null = null;

  constructor(ports: ForecastPorts, limits: Partial<ForecastLimits> = {}) {
    this.#ports = ports;
    this.#limits = { ...usualLimits, ...limits };
    this.#plans = new PlanShelf(ports.reader);
  }

  get size(): number {
    return this.#followed.size;
  }

  /** With all that is in the log; null when the plan has no schedule, or too many are looked at. */
  async look(run: ForecastRun): Promise<ExecutionForecast | null> {
    this.#dropIdle();
    const followed = this.#followed.get(run.id) ?? (await this.#open(run));
    if (followed === null) return null;
    followed.lookedAt = this.#ports.now();
    followed.hasNews = true;
    await this.#readOn(followed);
    await this.#readReports(followed);
    followed.forecast.live(this.#ports.now());
    this.#computeNext();
    return followed.forecast;
  }

  /** The same, with odds of this state if they come in time. */
  async lookFresh(
    run: ForecastRun,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<ExecutionForecast | null> {
    const endsAt = performance.now() + waitMs;
    for (;;) {
      const forecast = await this.look(run);
      const leftMs = endsAt - performance.now();
      if (forecast === null || !forecast.wantsOdds || leftMs <= 0 || signal.aborted) {
        return forecast;
      }
      await this.#nextOdds(leftMs, signal);
    }
  }

  /** Two alike, of all that is in the log, to try something on one of them; null without a schedule. */
  async pair(run: ForecastRun): Promise<readonly [ExecutionForecast, ExecutionForecast] | null> {
    const plan = await this.#plans.read(run.tenant, run.plan);
    if (plan === null) return null;
    const pair = [new ExecutionForecast(plan), new ExecutionForecast(plan)] as const;
    const { reader } = this.#ports;
    for (let after = 0; ; ) {
      const page = await reader.events(run.id, after, PAGE);
      const events = page.map(({ header }) => decodeEvent(header));
      for (const forecast of pair) forecast.take(events);
      if (page.length < PAGE) break;
      after = page.at(-1)?.seq ?? after;
    }
    const reports = await reader.telemetry(run.id);
    for (const forecast of pair) forecast.report(reports);
    return pair;
  }

  /** Spent and to come, in the plan's currency, by the scheduler. */
  async costOf(forecast: ExecutionForecast, nowMs: number): Promise<number> {
    const { simulation: _, ...job } = oddsJob(forecast, nowMs);
    const { cost } = await this.#ports.compute(job, ODDS_LIMIT_MS, this.#stop.signal);
    return cost.total + forecast.used;
  }

  async #nextOdds(waitMs: number, signal: AbortSignal): Promise<void> {
    const bell = new Bell();
    const ring = (): void => bell.ring();
    this.#bells.add(ring);
    await bell.wait(waitMs, signal);
    this.#bells.delete(ring);
  }

  close(): void {
    this.#stop.abort();
    for (const { run } of [...this.#followed.values()]) this.#drop(run);
    this.#ports.close?.();
  }

  #open(run: ForecastRun): Promise<Followed | null> {
    const known = this.#opening.get(run.id);
    if (known !== undefined) return known;
    if (this.#stop.signal.aborted || !this.#makeRoom()) return Promise.resolve(null);
    const opening = this.#follow(run).finally(() => this.#opening.delete(run.id));
    this.#opening.set(run.id, opening);
    return opening;
  }

  async #follow(run: ForecastRun): Promise<Followed | null> {
    const plan = await this.#plans.read(run.tenant, run.plan);
    return plan === null ? null : this.#followWith(run.id, plan);
  }

  #followWith(run: string, plan: ForecastPlan): Followed {
    const followed: Followed = {
      run,
      forecast: new ExecutionForecast(plan),
      lookedAt: this.#ports.now(),
      hasNews: true,
      hasReports: true,
      oddsAt: Number.NEGATIVE_INFINITY,
      reading: null,
      unwatch: this.#ports.watch.watch(run, (advance) => this.#moved(followed, advance)),
    };
    this.#followed.set(run, followed);
    return followed;
  }

  /** While nobody looks, an event costs nothing but this. */
  #moved(followed: Followed, { isTelemetry = false, run }: Advance): void {
    followed.hasReports ||= isTelemetry || run === '';
    if (isTelemetry) return;
    followed.hasNews = true;
    if (this.#isIdle(followed)) {
      this.#drop(followed.run);
      return;
    }
    this.#readOn(followed).then(
      () => this.#computeNext(),
      (error: unknown) => this.#failed(error),
    );
  }

  /** Reads until nothing is new; those who ask meanwhile wait for the same reading. */
  async #readOn(followed: Followed): Promise<void> {
    while (followed.hasNews) {
      followed.reading ??= this.#read(followed).finally(() => {
        followed.reading = null;
      });
      await followed.reading;
    }
  }

  async #read(followed: Followed): Promise<void> {
    const { forecast, run } = followed;
    const { reader } = this.#ports;
    followed.hasNews = false;
    for (;;) {
      const page = await reader.events(run, forecast.seq, PAGE);
      forecast.take(page.map(({ header }) => decodeEvent(header)));
      if (page.length < PAGE) break;
    }
  }

  async #readReports(followed: Followed): Promise<void> {
    const { forecast, run } = followed;
    if (!followed.hasReports || !forecast.wantsReports) return;
    followed.hasReports = false;
    forecast.report(await this.#ports.reader.telemetry(run));
  }

  /** One at a time, those that were looked at last first. */
  #computeNext(): void {
    if (this.#computing !== null || this.#stop.signal.aborted) return;
    const waiting = [...this.#followed.values()].filter((each) => this.#wantsOdds(each));
    const next = waiting.toSorted((a, b) => b.lookedAt - a.lookedAt)[0];
    if (next === undefined) return;
    const waitMs = next.oddsAt + this.#limits.oddsEveryMs - performance.now();
    this.#computing = this.#computeIn(Math.max(0, waitMs), next).finally(() => {
      this.#computing = null;
      this.#computeNext();
    });
  }

  #wantsOdds(followed: Followed): boolean {
    if (this.#isIdle(followed)) return false;
    try {
      followed.forecast.live(this.#ports.now());
      return followed.forecast.wantsOdds;
    } catch (error) {
      this.#failed(error);
      this.#drop(followed.run);
      return false;
    }
  }

  /** Never fails; what cannot be computed is not tried again before something happens. */
  async #computeIn(waitMs: number, followed: Followed): Promise<void> {
    // Those who asked get their dates first.
    await this.#sleep(waitMs);
    if (this.#stop.signal.aborted) return;
    followed.oddsAt = performance.now();
    try {
      await this.#compute(followed.forecast);
    } catch (error) {
      followed.forecast.giveUp(followed.forecast.revision);
      this.#failed(error);
    }
    for (const ring of this.#bells) ring();
    const tookMs = performance.now() - followed.oddsAt;
    if (this.#limits.oddsEveryMs > 0) await this.#sleep(Math.min(tookMs, LONGEST_REST_MS));
  }

  /** Keeps no process alive. */
  async #sleep(ms: number): Promise<void> {
    const { signal } = this.#stop;
    await sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
  }

  async #compute(forecast: ExecutionForecast): Promise<void> {
    const job = oddsJob(forecast, this.#ports.now());
    const { revision, now: computedAt } = forecast;
    const outcome = await this.#ports.compute(job, ODDS_LIMIT_MS, this.#stop.signal);
    forecast.keepOdds({ value: oddsFrom(job, outcome), revision, computedAt });
  }

  #failed(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#ports.onError?.(error);
  }

  #isIdle({ lookedAt }: Followed): boolean {
    return this.#ports.now() - lookedAt > this.#limits.idleMs;
  }

  #dropIdle(): void {
    for (const followed of [...this.#followed.values()]) {
      if (this.#isIdle(followed)) this.#drop(followed.run);
    }
  }

  /** False when all places are in use. */
  #makeRoom(): boolean {
    const taken = this.#followed.size + this.#opening.size;
    if (taken < this.#limits.forecasts) return true;
    const oldest = [...this.#followed.values()].toSorted((a, b) => a.lookedAt - b.lookedAt)[0];
    if (oldest === undefined) return false;
    if (this.#ports.now() - oldest.lookedAt < this.#limits.keepMs) return false;
    this.#drop(oldest.run);
    return true;
  }

  #drop(run: string): void {
    this.#followed.get(run)?.unwatch();
    this.#followed.delete(run);
  }
}
