// Ways of doing a task: durations, money, who is needed.
import type { Calendar, Project, Role, Task, ThreePoint, Use, Way } from '../project.ts';
import { CommonTime, firstGood } from './common-time.ts';
import { type FindingList, quoted } from './finding.ts';
import { isAmount, MAX_AMOUNT, MAX_WORK_MINUTES } from './limits.ts';

export const isMinutes = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_WORK_MINUTES;

export const isOrdered = ({ low, likely, high }: ThreePoint): boolean =>
  low <= likely && likely <= high;

export class WayLinter {
  private readonly list: FindingList;
  private readonly roles: ReadonlyMap<string, Role>;
  private readonly calendars: ReadonlyMap<string, Calendar>;
  private readonly bySkill = new Map<string, Role[]>();
  private readonly commonTime: CommonTime;

  constructor(project: Project, list: FindingList) {
    this.list = list;
    // Of two with one id the first counts.
    this.roles = new Map(project.roles.toReversed().map((role) => [role.id, role]));
    this.calendars = new Map(project.calendars.map((calendar) => [calendar.id, calendar]));
    this.commonTime = new CommonTime(this.calendars, project.start);
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
    const [first] = task.ways;
    if (first !== undefined && possible === 0) {
      const which =
        task.ways.length === 1
          ? ''
          : ` cannot be done in any of its ways: in ${quoted(first.id)} it`;
      const what = `${which} needs ${this.shortage(first)}; raise a capacity or need less`;
      this.list.add('over_capacity', [task.id], `task ${quoted(task.id)}${what}`);
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
    if (!costs.every(isAmount)) {
      const most = MAX_AMOUNT.toLocaleString('en-US');
      this.say('bad_cost', task, `a fixed cost is a number up to ${most}, not ${costs.join(', ')}`);
    } else if (!isOrdered(fixedCost)) {
      this.say('bad_cost', task, 'the fixed cost must be in the order low ≤ likely ≤ high');
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
    const isKept = 'skill' in use && this.bySkill.has(use.skill);
    const message = isKept
      ? `only agents have the ${name}, and the task is for people; add a role or let agents do it`
      : `the ${name} does not exist; add it or name another`;
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
      if (use.units <= most) continue;
      const units = `${use.units} ${use.units === 1 ? 'unit' : 'units'}`;
      return 'role' in use
        ? `${units} of the role ${quoted(use.role)}, which has ${most}`
        : `${units} with the skill ${quoted(use.skill)}, and no role has more than ${most}`;
    }
    return 'more at the same time than its roles have together';
  }

  private able(use: Use): readonly Role[] {
    if ('skill' in use) {
      return (this.bySkill.get(use.skill) ?? []).filter(({ kind }) => kind !== use.notBy);
    }
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

  /** True when its roles, or some that have its skills, work together at some time. */
  sharesTime(way: Way): boolean {
    if (way.calendar !== undefined || way.uses.length < 2) return true;
    const lists = way.uses.map((use) => [
      ...new Set(this.able(use).map(({ calendar }) => calendar)),
    ]);
    const known = lists.filter((list) => list.length > 0);
    return firstGood(known, (ids) => this.commonTime.has([...new Set(ids)].sort())) !== null;
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
