// The forecast of one execution: the plan and its schedule, what the log says of its tasks, and the
// dates that follow. Dates are brought up to date when somebody looks; odds come later, with their age.
import type { RunEvent } from '../engine/event-types.ts';
import { type Age, type Aged, ageOf, newer } from '../schedule/forecast/aged.ts';
import { LiveForecast } from '../schedule/forecast/live-forecast.ts';
import type { Minute, Placed, Project, Task } from '../schedule/project.ts';
import type { PlanReading } from '../schedule/read/plan.ts';
import { ExecutionActuals, minuteOf, type StepReport } from './execution-actuals.ts';

/** A plan that carries a schedule. */
export interface ForecastPlan extends PlanReading {
  readonly baseline: readonly Placed[];
  /** What a US dollar is worth in the plan's currency; null when the plan does not say. */
  readonly usdRate: number | null;
}

export interface ForecastOdds {
  readonly finishP50: Minute;
  readonly finishP80: Minute;
  /** In the plan's currency: spent and to come. */
  readonly cost: number;
  readonly costP80: number;
  readonly spent: number;
  /** Of what is due; null without a deadline. */
  readonly deadlineOdds: number | null;
  /** How many runs they rest on; 0 when all is done. */
  readonly runs: number;
}

/** With more than this share of the tasks changed, building anew is cheaper. */
const REBUILD_SHARE = 0.02;
const REBUILD_LEAST = 100;
/** Time alone makes odds old: what has not begun was to begin since. */
const OLD_MINUTES = 10;

export class ExecutionForecast {
  readonly plan: ForecastPlan;
  /** When each task was to be, by its id. */
  readonly planned: ReadonlyMap<string, Placed>;
  /** The last event that was taken in. */
  seq = 0;
  readonly #actuals: ExecutionActuals;
  #live: LiveForecast | null = null;
  #now: Minute = 0;
  #lastAt = 0;
  #revision = 0;
  #odds: Aged<ForecastOdds> | undefined;
  #gaveUpOn = -1;

  constructor(plan: ForecastPlan) {
    this.plan = plan;
    this.planned = new Map(plan.baseline.map((row) => [row.id, row]));
    const leaves = plan.project.tasks.filter(({ kind }) => kind !== 'summary');
    this.#actuals = new ExecutionActuals(leaves.map(({ id }) => id));
  }

  /** What happened, in order; repeats are passed over. */
  take(events: Iterable<RunEvent>): void {
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      this.seq = event.seq;
      this.#lastAt = Math.max(this.#lastAt, event.at);
      this.#actuals.apply(event);
    }
  }

  /** What models and agents used, in the plan's currency. */
  get used(): number {
    return this.#actuals.usedUsd * (this.plan.usdRate ?? 0);
  }

  get wantsReports(): boolean {
    return this.#actuals.hasRunning;
  }

  report(rows: Iterable<StepReport>): void {
    this.#actuals.report(rows);
  }

  /** The dates with all that was taken in, as of now. */
  live(nowMs: number): LiveForecast {
    const now = Math.max(this.#now, minuteOf(nowMs), minuteOf(this.#lastAt));
    const changed = this.#actuals.takeChanged();
    const hasNewWaits = this.#actuals.takeNewWaits();
    if (changed.length > 0) this.#revision += 1;
    const most = Math.max(REBUILD_LEAST, this.plan.project.tasks.length * REBUILD_SHARE);
    if (this.#live === null || hasNewWaits || changed.length > most) {
      this.#live = new LiveForecast(this.#happened(), now, this.plan.baseline);
    } else {
      if (now > this.#now) this.#live.advance(now);
      this.#update(this.#live, changed);
    }
    this.#now = now;
    return this.#live;
  }

  get now(): Minute {
    return this.#now;
  }

  /** Grows with what happens. */
  get revision(): number {
    return this.#revision;
  }

  keepOdds(odds: Aged<ForecastOdds>): void {
    this.#odds = newer(this.#odds, odds);
  }

  odds(): { readonly value: ForecastOdds; readonly computedAt: Minute; readonly age: Age } | null {
    if (this.#odds === undefined) return null;
    const { value, computedAt } = this.#odds;
    return { value, computedAt, age: ageOf(this.#odds, this.#revision, this.#now) };
  }

  /** They tell of another state than the dates. */
  get hasOldOdds(): boolean {
    const odds = this.odds();
    return odds === null || !odds.age.fresh || odds.age.ageMinutes > OLD_MINUTES;
  }

  get wantsOdds(): boolean {
    return this.hasOldOdds && this.#gaveUpOn !== this.#revision;
  }

  /** Of this state there will be none. */
  giveUp(revision: number): void {
    this.#gaveUpOn = revision;
  }

  #update(live: LiveForecast, changed: readonly string[]): void {
    for (const id of changed) live.happened(id, this.#actuals.actualOf(id) ?? {});
  }

  #happened(): Project {
    const { project } = this.plan;
    const tasks = project.tasks.map((task): Task => {
      const actual = this.#actuals.actualOf(task.id);
      const wait = this.#actuals.waitOf(task.id);
      const later = wait === null ? {} : delayedBy(task, wait);
      return actual === undefined && wait === null
        ? task
        : { ...task, ...later, ...(actual && { actual }) };
    });
    return { ...project, tasks };
  }
}

/** It begins then at the earliest, or goes on. */
const delayedBy = ({ notBefore = 0 }: Task, wait: Minute): Pick<Task, 'notBefore' | 'resumes'> => ({
  notBefore: Math.max(wait, notBefore),
  resumes: wait,
});
