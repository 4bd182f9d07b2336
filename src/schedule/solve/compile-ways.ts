// The ways of a task with real roles: a use that asks for a skill becomes one way for each role
// that has it. Ways that need more than there is are left out, unless all do.
import { PlanwrightError } from '../../base/errors.ts';
import { isAble } from '../able.ts';
import type { RoleUse } from '../graph/chosen-way.ts';
import type { Project, Role, Task, Use, Way } from '../project.ts';
import { solveLimits } from './limits.ts';

export interface RealWay {
  readonly way: Way;
  readonly uses: readonly RoleUse[];
  readonly minutes: number;
  readonly cost: number;
}

const minutesPerHour = 60;

export class WayMaker {
  readonly #roles: ReadonlyMap<string, Role>;
  readonly #project: Project;
  readonly #minutesOf: (task: Task, way: Way) => number;
  #made = 0;

  constructor(project: Project, minutesOf: (task: Task, way: Way) => number) {
    this.#project = project;
    this.#roles = new Map(project.roles.map((role) => [role.id, role]));
    this.#minutesOf = minutesOf;
  }

  /** The preferred way first. */
  waysOf(task: Task): RealWay[] {
    if (task.kind !== 'task') return [];
    if (task.ways.length === 0) throw bad(task, 'has no way to do it');
    const all = task.ways.flatMap((way) => this.#spread(task, way));
    this.#made += all.length;
    if (this.#made > solveLimits.ways) throw tooMany(task);
    const possible = all.filter((real) => this.#shortUse(real) === undefined);
    if (possible.length === 0) throw this.#shortError(task, all);
    if (possible.length <= solveLimits.waysOfOneTask) return possible;
    throw bad(task, `has ${possible.length} ways, at most ${solveLimits.waysOfOneTask} are taken`);
  }

  #spread(task: Task, way: Way): RealWay[] {
    const minutes = this.#minutesOf(task, way);
    if (!Number.isSafeInteger(minutes) || minutes < 0) {
      throw bad(task, `has a duration of ${minutes} minutes; whole minutes from 0 are taken`);
    }
    const choices = way.uses.map((use) => this.#rolesFor(task, use));
    return combinations(task, choices).map((roles) => {
      const uses = merge(way.uses.map(({ units }, at) => ({ role: roles[at] as string, units })));
      return { way, uses, minutes, cost: this.#costOf(way, uses, minutes) };
    });
  }

  #rolesFor(task: Task, use: Use): string[] {
    if (!Number.isSafeInteger(use.units) || use.units < 1) {
      throw bad(task, `needs ${use.units} units; whole units from 1 are taken`);
    }
    if ('role' in use) {
      if (this.#roles.has(use.role)) return [use.role];
      throw bad(task, `needs the role "${use.role}", which does not exist`, use.role);
    }
    const able = this.#project.roles.filter((role) => isAble(role, use));
    if (able.length > 0) return able.map(({ id }) => id);
    throw bad(task, `needs the skill "${use.skill}", which no role has`);
  }

  #costOf(way: Way, uses: readonly RoleUse[], minutes: number): number {
    const perHour = uses.reduce(
      (sum, { role, units }) => sum + units * (this.#roles.get(role)?.ratePerHour ?? 0),
      0,
    );
    return (perHour * minutes) / minutesPerHour + (way.fixedCost?.likely ?? 0);
  }

  #shortUse({ minutes, uses }: RealWay): RoleUse | undefined {
    if (minutes === 0) return undefined;
    return uses.find(({ role, units }) => units > (this.#roles.get(role)?.capacity ?? 0));
  }

  #shortError(task: Task, all: readonly RealWay[]): PlanwrightError {
    const short = all.map((real) => this.#shortUse(real)).find((use) => use !== undefined);
    const role = short?.role ?? '';
    const capacity = this.#roles.get(role)?.capacity ?? 0;
    return bad(task, `needs ${short?.units} of the role "${role}", which has ${capacity}`, role);
  }
}

function bad(task: Task, problem: string, role?: string): PlanwrightError {
  return new PlanwrightError('INVALID_ARGUMENTS', `task "${task.id}" ${problem}`, {
    task: task.id,
    ...(role === undefined ? {} : { role }),
  });
}

function tooMany(task: Task): PlanwrightError {
  const message = `up to task "${task.id}" there are more than ${solveLimits.ways} ways to fill skills; name roles instead, or let one role stand for people who are alike`;
  return new PlanwrightError('limit_exceeded', message, { task: task.id });
}

/** One choice from each list. */
function combinations(task: Task, choices: readonly (readonly string[])[]): string[][] {
  let found: string[][] = [[]];
  for (const options of choices) {
    if (found.length * options.length > solveLimits.waysOfOneTask * 10) {
      throw bad(task, 'has too many ways to fill its skills; name the roles instead');
    }
    found = found.flatMap((begun) => options.map((role) => [...begun, role]));
  }
  return found;
}

/** A role that is named twice needs both at once. */
function merge(uses: readonly RoleUse[]): RoleUse[] {
  const units = new Map<string, number>();
  for (const use of uses) units.set(use.role, (units.get(use.role) ?? 0) + use.units);
  return [...units].map(([role, count]) => ({ role, units: count }));
}
