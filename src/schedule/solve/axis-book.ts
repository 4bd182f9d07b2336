// The axes of a project, one for each set of calendars that somebody works on; 0 is round the clock.
import { isPlanwrightError } from '../../base/errors.ts';
import type { ChosenWay, Workforce } from '../graph/chosen-way.ts';
import type { Minute } from '../project.ts';
import { alwaysAxis, workAxis } from '../time/axis.ts';
import type { WorkAxis } from './problem.ts';

const firstHorizonMinutes = 2 * 366 * 1440;

export class AxisBook {
  readonly list: WorkAxis[] = [alwaysAxis];
  readonly roleIndex: ReadonlyMap<string, number>;
  readonly #workforce: Workforce;
  readonly #origin: Minute;
  readonly #tickMinutes: number;
  readonly #known = new Map<string, number>();
  readonly #apart = new Set<string>();

  constructor(workforce: Workforce, origin: Minute, tickMinutes: number) {
    this.#workforce = workforce;
    this.#origin = origin;
    this.#tickMinutes = tickMinutes;
    this.roleIndex = new Map(workforce.project.roles.map((role, index) => [role.id, index]));
  }

  /** False when the calendars of its roles share no tick. */
  canWork(chosen: ChosenWay): boolean {
    const key = JSON.stringify(this.#workforce.calendarIds(chosen));
    if (this.#apart.has(key)) return false;
    try {
      this.indexFor(chosen);
      return true;
    } catch (error) {
      if (!isPlanwrightError(error) || error.facts.calendars === undefined) throw error;
      this.#apart.add(key);
      return false;
    }
  }

  indexFor(chosen: ChosenWay | null): number {
    const ids = this.#workforce.calendarIds(chosen);
    const key = JSON.stringify(ids);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.#add(ids);
    this.#known.set(key, index);
    return index;
  }

  /** When a lag of working minutes that began at an instant is over, on the calendars of the way. */
  lagEnd(chosen: ChosenWay, since: Minute, lagMinutes: number): Minute {
    const calendars = this.#workforce.calendarIds(chosen).map((id) => this.#workforce.calendar(id));
    const axis = workAxis(calendars, { origin: since, tickMinutes: 1, horizonTicks: lagMinutes });
    return since + axis.tickOf(lagMinutes - 1) + 1;
  }

  #add(ids: readonly string[]): number {
    const axis = workAxis(
      ids.map((id) => this.#workforce.calendar(id)),
      {
        origin: this.#origin,
        tickMinutes: this.#tickMinutes,
        horizonTicks: Math.ceil(firstHorizonMinutes / this.#tickMinutes),
      },
    );
    return axis.always ? 0 : this.list.push(axis) - 1;
  }
}
