// Which way a task is done, by which roles, and on which calendars that runs.
import { PlanwrightError } from '../../base/errors.ts';
import { isAble } from '../able.ts';
import type { Calendar, Project, Role, Task, Use, Way } from '../project.ts';
import { CommonTime, firstGood } from './common-time.ts';
import { quoted } from './finding.ts';

export interface RoleUse {
  readonly role: string;
  readonly units: number;
}

export interface ChosenWay {
  readonly way: Way;
  /** A skill has become a role that has it. */
  readonly uses: readonly RoleUse[];
}

export class Workforce {
  readonly project: Project;
  private readonly roles: ReadonlyMap<string, Role>;
  private readonly calendars: ReadonlyMap<string, Calendar>;
  private readonly commonTime: CommonTime;

  constructor(project: Project) {
    this.project = project;
    this.roles = new Map(project.roles.map((role) => [role.id, role]));
    this.calendars = new Map(project.calendars.map((calendar) => [calendar.id, calendar]));
    this.commonTime = new CommonTime(this.calendars, project.start);
  }

  /** The named way, or the preferred one; null for what has no ways. `uses` says which roles do it,
   * where that is known. */
  choose(task: Task, wayId?: string | null, uses?: readonly RoleUse[]): ChosenWay | null {
    const named = task.ways.find(({ id }) => id === wayId);
    const way = named ?? task.ways[0];
    if (way === undefined || task.kind !== 'task') return null;
    if (named !== undefined && uses?.every(({ role }) => this.roles.has(role)) === true) {
      return { way, uses };
    }
    return this.fill(task, way);
  }

  /** The first roles that have the skills and the units, and work at the same time. */
  private fill(task: Task, way: Way): ChosenWay {
    const first = { way, uses: this.firstUses(task, way) };
    const isFixed = way.calendar !== undefined || way.uses.every((use) => 'role' in use);
    if (isFixed || this.commonTime.has(this.calendarIds(first))) return first;
    const lists = way.uses.map((use) => {
      const able = this.able(use).filter(({ capacity }) => capacity >= use.units);
      return able.map(({ id }) => ({ role: id, units: use.units }));
    });
    const shared = firstGood(lists, (uses) => this.commonTime.has(this.calendarIds({ way, uses })));
    return shared === null ? first : { way, uses: shared };
  }

  private firstUses(task: Task, way: Way): RoleUse[] {
    const taken = new Map<string, number>();
    return way.uses.map((use) => {
      const found = this.resolve(task, use, taken);
      taken.set(found.role, (taken.get(found.role) ?? 0) + found.units);
      return found;
    });
  }

  private able(use: Use): readonly Role[] {
    return this.project.roles.filter((role) =>
      'role' in use ? role.id === use.role : isAble(role, use),
    );
  }

  /** Its own calendar, those of its roles, or the project's. */
  calendarIds(chosen: ChosenWay | null): readonly string[] {
    if (chosen?.way.calendar !== undefined) return [chosen.way.calendar];
    const used = chosen?.uses.flatMap(({ role }) => this.roles.get(role)?.calendar ?? []) ?? [];
    return used.length > 0 ? [...new Set(used)].sort() : [this.project.defaultCalendar];
  }

  calendar(id: string): Calendar {
    const calendar = this.calendars.get(id);
    if (calendar !== undefined) return calendar;
    throw new PlanwrightError('INVALID_ARGUMENTS', `there is no calendar ${quoted(id)}`, {
      calendar: id,
    });
  }

  /** Two uses of one skill go to two roles, where one has not enough for both. */
  private resolve(task: Task, use: Use, taken: ReadonlyMap<string, number>): RoleUse {
    if ('role' in use) {
      if (this.roles.has(use.role)) return use;
      const message = `task ${quoted(task.id)} needs the role ${quoted(use.role)}, which does not exist`;
      throw new PlanwrightError('INVALID_ARGUMENTS', message, { task: task.id, role: use.role });
    }
    const able = this.able(use);
    const isFree = ({ id, capacity }: Role) => capacity - (taken.get(id) ?? 0) >= use.units;
    const role = able.find(isFree) ?? able[0];
    if (role !== undefined) return { role: role.id, units: use.units };
    const message = `task ${quoted(task.id)} needs the skill ${quoted(use.skill)}, which no role has`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message, { task: task.id, skill: use.skill });
  }
}
