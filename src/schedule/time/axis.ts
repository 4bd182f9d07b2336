// Working time counted in ticks. One entry per working span, not per tick, found through a block
// index, so a query costs the same on a horizon of a day and of a century. The axis grows when it is
// asked beyond what it holds; after a hundred years the plain week goes on, without exceptions.
// Before tick 0 every tick counts as worked: a lag may reach there, the caller cuts it off.
import { PlanwrightError } from '../../base/errors.ts';
import type { Calendar, Minute } from '../project.ts';
import type { WorkAxis } from '../solve/problem.ts';
import { isRoundTheClock, requireValidCalendar } from './calendar.ts';
import { MINUTES_PER_DAY } from './civil.ts';
import { SpanTable } from './span-table.ts';
import { type DayHours, dayHours, sharedSpans, withoutExceptions } from './spans.ts';

export interface AxisOptions {
  /** The instant of tick 0. */
  readonly origin: Minute;
  readonly tickMinutes: number;
  /** How far the axis is laid out at once; more is laid out when it is asked for. */
  readonly horizonTicks: number;
}

const CENTURY_MINUTES = 36_525 * MINUTES_PER_DAY;
/** 52 weeks keep the days of the week and nearly keep the season. */
const TAIL_MINUTES = 364 * MINUTES_PER_DAY;
const FIRST_LAYOUT_TICKS = 1024;

export const alwaysAxis: WorkAxis = {
  always: true,
  workBefore: (tick) => tick,
  tickOf: (work) => work,
};

/** The ticks that all these calendars work; none of them is round the clock. A tick counts when it
 * lies wholly inside working time. Throws when a calendar is not valid or nothing is shared. */
export function workAxis(calendars: readonly Calendar[], options: AxisOptions): WorkAxis {
  if (!Number.isInteger(options.tickMinutes) || options.tickMinutes < 1) {
    throw new PlanwrightError(
      'INVALID_ARGUMENTS',
      'a tick is a whole number of minutes, at least 1',
    );
  }
  for (const calendar of calendars) requireValidCalendar(calendar);
  const limited = calendars.filter((calendar) => !isRoundTheClock(calendar));
  return limited.length === 0 ? alwaysAxis : new SpanAxis(limited, options);
}

class SpanAxis implements WorkAxis {
  readonly always = false;
  private readonly hours: readonly DayHours[];
  private readonly origin: Minute;
  private readonly tickMinutes: number;
  /** From here on the plain week goes on. */
  private readonly tailTick: number;
  private readonly tailTicks: number;
  private readonly table = new SpanTable();

  constructor(calendars: readonly Calendar[], options: AxisOptions) {
    this.hours = calendars.map(dayHours);
    this.origin = options.origin;
    this.tickMinutes = options.tickMinutes;
    this.tailTick = Math.ceil(CENTURY_MINUTES / options.tickMinutes);
    this.tailTicks = Math.ceil(TAIL_MINUTES / options.tickMinutes);
    this.requireWork(calendars);
    this.layOut(options.horizonTicks);
  }

  workBefore(tick: number): number {
    if (tick <= 0) return tick;
    if (tick > this.table.endTick) {
      if (tick <= this.tailTick) this.layOut(tick);
      else return this.workInTail(tick);
    }
    return this.table.workBefore(tick);
  }

  tickOf(work: number): number {
    if (work < 0) return work;
    while (work >= this.table.work) {
      if (this.table.endTick > this.tailTick) return this.tickInTail(work);
      this.layOut(this.table.endTick + 1);
    }
    return this.table.tickOf(work);
  }

  private workInTail(tick: number): number {
    this.layOutTail();
    const tailWork = this.table.work - this.table.workBefore(this.tailTick);
    const rounds = Math.max(0, Math.ceil((tick - this.table.endTick) / this.tailTicks));
    return rounds * tailWork + this.table.workBefore(tick - rounds * this.tailTicks);
  }

  private tickInTail(work: number): number {
    const tailWork = this.table.work - this.table.workBefore(this.tailTick);
    const rounds = Math.floor((work - this.table.work) / tailWork) + 1;
    return rounds * this.tailTicks + this.table.tickOf(work - rounds * tailWork);
  }

  /** At least up to this tick, and at least twice what there is. */
  private layOut(untilTick: number): void {
    const { endTick } = this.table;
    if (endTick >= this.tailTick) {
      this.layOutTail();
      return;
    }
    const wanted = Math.max(untilTick, endTick * 2, FIRST_LAYOUT_TICKS);
    const until = Math.min(wanted, this.tailTick);
    this.table.extend(this.ticksOf(this.hours, endTick, until), until);
  }

  private layOutTail(): void {
    while (this.table.endTick < this.tailTick) this.layOut(this.tailTick);
    if (this.table.endTick > this.tailTick) return;
    const until = this.tailTick + this.tailTicks;
    const plain = this.hours.map(withoutExceptions);
    this.table.extend(this.ticksOf(plain, this.tailTick, until), until);
  }

  /** Spans of whole ticks. */
  private ticksOf(hours: readonly DayHours[], fromTick: number, toTick: number): number[] {
    const { origin, tickMinutes } = this;
    const from = origin + fromTick * tickMinutes;
    const spans = sharedSpans(hours, from, origin + toTick * tickMinutes);
    return spans.map((minute, index) => {
      const ticks = (minute - origin) / tickMinutes;
      return index % 2 === 0 ? Math.ceil(ticks) : Math.floor(ticks);
    });
  }

  private requireWork(calendars: readonly Calendar[]): void {
    const plain = this.hours.map(withoutExceptions);
    for (const from of [0, this.tailTick]) {
      const ticks = this.ticksOf(plain, from, from + this.tailTicks);
      if (ticks.some((tick, index) => index % 2 === 1 && tick > (ticks[index - 1] ?? 0))) continue;
      const ids = calendars.map((calendar) => calendar.id);
      throw new PlanwrightError(
        'INVALID_ARGUMENTS',
        `no working time that is shared by: ${ids.join(', ')} (in steps of ${this.tickMinutes} min)`,
        { calendars: ids },
      );
    }
  }
}
