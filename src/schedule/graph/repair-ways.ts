// Durations in order, roles that exist and have what is asked of them.
import type { Project, Role, Task, ThreePoint, Use, Way } from '../project.ts';
import { freeName, type Say } from './change.ts';
import { FindingList, quoted } from './finding.ts';
import { isAmount, MAX_STATED_MINUTES, MAX_WORK_MINUTES } from './limits.ts';
import { isMinutes, isOrdered, WayLinter } from './lint-ways.ts';

export function repairWays(project: Project, say: Say): Project {
  const crew = new Crew(project, say);
  const tasks = project.tasks.map((task) =>
    task.ways.length === 0 ? task : { ...task, ways: repairList(task, crew, say) },
  );
  const staffed = { ...project, tasks, roles: crew.list() };
  return repairCalendars(fitTogether(staffed, say), say);
}

/** What fits one by one may not fit together: then later uses take less, or go. */
function fitTogether(project: Project, say: Say): Project {
  const linter = new WayLinter(project, new FindingList());
  const fitting = (task: Task, way: Way): Way => {
    if (linter.fits(way)) return way;
    const message = `task ${quoted(task.id)}: way ${quoted(way.id)} needs less at a time now: its roles have no more`;
    say('over_capacity', [task.id], message);
    const add = (uses: readonly Use[], use: Use): readonly Use[] =>
      [
        [...uses, use],
        [...uses, { ...use, units: 1 }],
      ].find((more) => linter.fits({ ...way, uses: more })) ?? uses;
    return { ...way, uses: way.uses.reduce(add, []) };
  };
  const tasks = project.tasks.map((task) => ({
    ...task,
    ways: task.ways.map((way) => fitting(task, way)),
  }));
  return { ...project, tasks };
}

function repairList(task: Task, crew: Crew, say: Say): Way[] {
  const taken = new Set<string>();
  return task.ways.map((way) => {
    const id = freeName(way.id, taken);
    taken.add(id);
    if (id !== way.id) {
      const message = `task ${quoted(task.id)}: its second way ${quoted(way.id)} is called ${quoted(id)} now`;
      say('duplicate_way', [task.id], message);
    }
    const plain = repairNumbers(task, { ...way, id }, say);
    return {
      ...plain,
      uses: oncePerRole(task, plain.uses, say).map((use) => crew.repair(task, use)),
    };
  });
}

/** A role that is named twice is named once, with the units of both. Uses of one skill stay: two
 * different roles may fill them. */
function oncePerRole(task: Task, uses: readonly Use[], say: Say): Use[] {
  const merged: Use[] = [];
  for (const use of uses) {
    const at = merged.findIndex((known) => sameRole(known, use));
    const known = merged[at];
    if (known === undefined) {
      merged.push(use);
      continue;
    }
    merged[at] = { ...known, units: known.units + use.units };
    const name = 'role' in use ? use.role : '';
    const message = `task ${quoted(task.id)}: the role ${quoted(name)} was named twice and is added up`;
    say('role_used_twice', [task.id], message);
  }
  return merged;
}

const sameRole = (a: Use, b: Use): boolean => 'role' in a && 'role' in b && a.role === b.role;

function repairNumbers(task: Task, way: Way, say: Say): Way {
  const { fixedCost, ...rest } = way;
  const estimate = clamp(way.estimate);
  if (!same(estimate, way.estimate)) {
    const code = points(way.estimate).every(isMinutes) ? 'disordered_estimate' : 'bad_duration';
    const shown = points(estimate).map(hoursShown).join(', ');
    say(code, [task.id], `task ${quoted(task.id)}: the estimate became ${shown} hours`);
  }
  if (fixedCost === undefined) return { ...rest, estimate };
  const fine = points(fixedCost).every(isAmount);
  if (fine && isOrdered(fixedCost)) return { ...rest, estimate, fixedCost };
  const done = fine ? 'was put in order' : 'is no number, or too large, and was dropped';
  say('bad_cost', [task.id], `task ${quoted(task.id)}: the fixed cost ${done}`);
  return fine ? { ...rest, estimate, fixedCost: inOrder(fixedCost) } : { ...rest, estimate };
}

const hoursShown = (minutes: number): number => Math.round(minutes / 0.6) / 100;
const points = ({ low, likely, high }: ThreePoint): number[] => [low, likely, high];
const same = (a: ThreePoint, b: ThreePoint): boolean =>
  points(a).every((value, index) => Object.is(value, points(b)[index]));

/** The likely value stands, the other two give way. */
const inOrder = ({ low, likely, high }: ThreePoint): ThreePoint => ({
  low: Math.min(low, likely),
  likely,
  high: Math.max(high, likely),
});

/** What is too long becomes the longest; what is no number one of the others, or nothing. */
function clamp(estimate: ThreePoint): ThreePoint {
  const isNumber = (value: number) => !Number.isNaN(value);
  const spare = points(estimate).find(isNumber) ?? 0;
  const whole = (value: number) => {
    const given = isNumber(value) ? value : spare;
    if (given <= MAX_WORK_MINUTES) return Math.max(0, Math.round(given));
    return MAX_STATED_MINUTES;
  };
  const { low, likely, high } = estimate;
  return inOrder({ low: whole(low), likely: whole(likely), high: whole(high) });
}

class Crew {
  private readonly roles: Map<string, Role>;
  private readonly bySkill = new Map<string, string[]>();
  private readonly fallback: string;
  private readonly say: Say;

  constructor(project: Project, say: Say) {
    this.roles = new Map(project.roles.map((role) => [role.id, role]));
    for (const role of project.roles) this.learn(role);
    this.fallback = project.defaultCalendar;
    this.say = say;
  }

  list(): Role[] {
    return [...this.roles.values()];
  }

  repair(task: Task, use: Use): Use {
    const whole = Number.isFinite(use.units) ? Math.max(1, Math.round(use.units)) : 1;
    if (whole !== use.units) {
      this.say('bad_units', [task.id], `task ${quoted(task.id)}: the units became ${whole}`);
    }
    const most = this.most(task, use);
    if (whole <= most) return { ...use, units: whole };
    const message = `task ${quoted(task.id)} needs ${most} units now, not ${whole}: there are no more`;
    this.say('over_capacity', [task.id], message);
    return { ...use, units: most };
  }

  /** The greatest capacity that can serve it, at least 1. */
  private most(task: Task, use: Use): number {
    const ids = 'role' in use ? [use.role] : (this.bySkill.get(use.skill) ?? []);
    const able = ids
      .flatMap((id) => this.roles.get(id) ?? [])
      .filter(({ kind }) => 'role' in use || kind !== use.notBy);
    const best = able.reduce<Role | null>(
      (most, role) => (most === null || role.capacity > most.capacity ? role : most),
      null,
    );
    if (best === null) return this.hire(task, use);
    if (best.capacity > 0) return best.capacity;
    this.roles.set(best.id, { ...best, capacity: 1 });
    this.say(
      'no_capacity',
      [best.id],
      `role ${quoted(best.id)} has a capacity of 1 now: it is needed`,
    );
    return 1;
  }

  private hire(task: Task, use: Use): number {
    const isRole = 'role' in use;
    const id = isRole ? use.role : freeName(use.skill, new Set(this.roles.keys()));
    const skills = isRole ? [] : [use.skill];
    const role: Role = { id, kind: 'person', capacity: 1, calendar: this.fallback, skills };
    this.roles.set(id, role);
    this.learn(role);
    const message = `the role ${quoted(id)} was added with a capacity of 1: task ${quoted(task.id)} needs it`;
    this.say(isRole ? 'unknown_role' : 'unknown_skill', [id], message);
    return 1;
  }

  private learn(role: Role): void {
    for (const skill of role.skills) {
      this.bySkill.set(skill, [...(this.bySkill.get(skill) ?? []), role.id]);
    }
  }
}

/** A way whose calendar does not exist, or whose roles never meet, runs on one that works. */
function repairCalendars(project: Project, say: Say): Project {
  const known = new Set(project.calendars.map(({ id }) => id));
  const linter = new WayLinter(project, new FindingList());
  const repairWay = (task: Task, way: Way): Way => {
    const { calendar, ...rest } = way;
    const lost = calendar !== undefined && !known.has(calendar);
    if (lost) {
      const message = `task ${quoted(task.id)} runs on the calendar of its roles now: ${quoted(calendar)} does not exist`;
      say('unknown_calendar', [task.id], message);
    }
    const plain = lost ? rest : way;
    if (linter.sharesTime(plain)) return plain;
    const message = `task ${quoted(task.id)} runs on the default calendar now: its roles never work together`;
    say('no_common_time', [task.id], message);
    return { ...plain, calendar: project.defaultCalendar };
  };
  const tasks = project.tasks.map((task) => ({
    ...task,
    ways: task.ways.map((way) => repairWay(task, way)),
  }));
  return { ...project, tasks };
}
