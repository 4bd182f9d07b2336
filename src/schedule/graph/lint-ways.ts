// Ways of doing a task: durations, money, who is needed.
import { isPlanwrightError } from '../../base/errors.ts';
import type { Calendar, Project, Role, Task, ThreePoint, Use, Way } from '../project.ts';
import { workAxis } from '../time/axis.ts';
import { calendarFaults } from '../time/calendar.ts';
import { type FindingList, quoted } from './finding.ts';
import { MAX_AXES, MAX_WORK_MINUTES } from './limits.ts';
import { isInstant } from './lint-resources.ts';

export const isMinutes = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_WORK_MINUTES;

export const isOrdered = ({ low, likely, high }: ThreePoint): boolean =>
  low <= likely && likely <= high;

const isMoney = (value: number): boolean => Number.isFinite(value) && Math.abs(value) < 1e15;

export class WayLinter {
  private readonly project: Project;
  private readonly list: FindingList;
  private readonly roles: ReadonlyMap<string, Role>;
  private readonly calendars: ReadonlyMap<string, Calendar>;
  private readonly bySkill = new Map<string, Role[]>();
  private readonly shared = new Map<string, boolean>();

  constructor(project: Project, list: FindingList) {
    this.project = project;
    this.list = list;
    // Of two with one id the first counts.
    this.roles = new Map(project.roles.toReversed().map((role) => [role.id, role]));
    this.calendars = new Map(project.calendars.map((calendar) => [calendar.id, calendar]));
    for (const role of project.roles) {
      for (const skill of role.skills) {
        this.bySkill.set(skill, [...(this.bySkill.get(skill) ?? []), role]);
      }
    }
  }

  lint(task: Task): void {
    const seen = new Set<string>();
    let possible = 0;
    for (const way of task.ways) {
      if (seen.has(way.id))
        this.say('duplicate_way', task, `two ways have the id ${quoted(way.id)}`);
      seen.add(way.id);
      this.lintNumbers(task, way);
      if (this.lintUses(task, way)) possible += 1;
    }
    if (task.ways.length > 0 && possible === 0) {
      const message = 'every way needs more than its roles have; raise a capacity or need less';
      this.say('over_capacity', task, message);
    }
  }

  private say(code: Parameters<FindingList['add']>[0], task: Task, message: string): void {
    this.list.add(code, [task.id], `task ${quoted(task.id)}: ${message}`);
  }

  private lintNumbers(task: Task, { estimate, fixedCost }: Way): void {
    const { low, likely, high } = estimate;
    const shown = `${low}, ${likely}, ${high}`;
    if (![low, likely, high].every(isMinutes)) {
      const range = `whole minutes from 0 to ${MAX_WORK_MINUTES}`;
      this.say('bad_duration', task, `the duration (${shown}) must be in ${range}`);
    } else if (!isOrdered(estimate)) {
      const message = `low ≤ likely ≤ high must hold, not ${shown}`;
      this.say('disordered_estimate', task, message);
    }
    if (fixedCost === undefined) return;
    const costs = [fixedCost.low, fixedCost.likely, fixedCost.high];
    if (!costs.every(isMoney) || !isOrdered(fixedCost)) {
      this.say('bad_cost', task, `the fixed cost must be numbers with low ≤ likely ≤ high`);
    }
  }

  /** True when its roles have as many units as it needs, all at once. */
  private lintUses(task: Task, way: Way): boolean {
    const named = new Set<string>();
    for (const use of way.uses) {
      this.lintUse(task, use);
      if (!('role' in use)) continue;
      if (named.has(use.role)) {
        this.say('role_used_twice', task, `${quoted(use.role)} is named twice; add it up`);
      }
      named.add(use.role);
    }
    this.lintCalendar(task, way);
    if (this.fits(way)) return true;
    this.say('way_over_capacity', task, `way ${quoted(way.id)} needs ${this.shortage(way)}`);
    return false;
  }

  private lintUse(task: Task, use: Use): void {
    if (!Number.isInteger(use.units) || use.units < 1) {
      this.say('bad_units', task, `units are a whole number, at least 1, not ${use.units}`);
    }
    if (this.able(use).length > 0) return;
    const name = 'role' in use ? `role ${quoted(use.role)}` : `skill ${quoted(use.skill)}`;
    const message = `the ${name} does not exist; add it or name another`;
    this.say('role' in use ? 'unknown_role' : 'unknown_skill', task, message);
  }

  /** Whether each use finds a role with enough units; uses of one skill may go to several roles. */
  fits({ uses }: Way): boolean {
    const wanted = uses.flatMap((use) => {
      const able = this.able(use);
      return able.length === 0 ? [] : [{ units: use.units, able }];
    });
    return canFill(wanted.toSorted((a, b) => a.able.length - b.able.length || b.units - a.units));
  }

  private shortage({ uses }: Way): string {
    for (const use of uses) {
      const most = Math.max(...this.able(use).map(({ capacity }) => capacity));
      if (use.units > most) return `${use.units} units where there are ${most}`;
    }
    return 'more at the same time than its roles have together';
  }

  private able(use: Use): readonly Role[] {
    if ('skill' in use) return this.bySkill.get(use.skill) ?? [];
    const role = this.roles.get(use.role);
    return role === undefined ? [] : [role];
  }

  private lintCalendar(task: Task, way: Way): void {
    if (way.calendar !== undefined) {
      if (this.calendars.has(way.calendar)) return;
      const message = `the calendar ${quoted(way.calendar)} does not exist; add it or name another`;
      this.say('unknown_calendar', task, message);
      return;
    }
    if (!this.sharesTime(way)) {
      const message = 'its roles never work at the same time; change a calendar or split the task';
      this.say('no_common_time', task, message);
    }
  }

  /** True when its roles work together at some time. */
  sharesTime(way: Way): boolean {
    if (way.calendar !== undefined || way.uses.length < 2) return true;
    const ids = way.uses.flatMap((use) => this.able(use)[0]?.calendar ?? []);
    return this.isShared([...new Set(ids)].sort());
  }

  /** Faults of a calendar alone are told elsewhere. */
  private isShared(ids: readonly string[]): boolean {
    if (ids.length < 2) return true;
    const key = ids.join('\0');
    const known = this.shared.get(key);
    if (known !== undefined) return known;
    if (this.shared.size >= MAX_AXES) return true;
    const calendars = ids.flatMap((id) => this.calendars.get(id) ?? []);
    const sound = calendars.every((calendar) => calendarFaults(calendar).length === 0);
    const shared = !sound || hasCommonTime(calendars, this.project.start);
    this.shared.set(key, shared);
    return shared;
  }
}

/** More tries than this are not made; the solver refuses such a task by itself. */
const MAX_TRIES = 10_000;

function canFill(
  wanted: readonly { readonly units: number; readonly able: readonly Role[] }[],
): boolean {
  const left = new Map<string, number>();
  let tries = 0;
  const fill = (at: number): boolean => {
    const need = wanted[at];
    if (need === undefined) return true;
    return need.able.some(({ id, capacity }) => {
      tries += 1;
      if (tries > MAX_TRIES) return true;
      const free = left.get(id) ?? capacity;
      if (!(need.units <= free)) return false;
      left.set(id, free - need.units);
      const isFilled = fill(at + 1);
      left.set(id, free);
      return isFilled;
    });
  };
  return fill(0);
}

function hasCommonTime(calendars: readonly Calendar[], start: number): boolean {
  const origin = isInstant(start) ? start : 0;
  try {
    workAxis(calendars, { origin, tickMinutes: 1, horizonTicks: 1 });
    return true;
  } catch (error) {
    if (isPlanwrightError(error)) return false;
    throw error;
  }
}
