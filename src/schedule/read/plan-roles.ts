// The roles of a plan. A role that is only named works alone, and its kind follows from who performs
// its tasks: agents round the clock, people in office hours.
import type { SchedulablePlan, SchedulableTask } from '../../contract/plan-schedulable.ts';
import type { PlanRole } from '../../contract/plan-working.ts';
import type { Role } from '../project.ts';
import { type Complain, type Place, quoted } from './place.ts';
import { alwaysCalendar, officeCalendar } from './plan-calendars.ts';
import type { PlanMoney } from './plan-money.ts';

export interface Means {
  readonly roles: readonly Role[];
  readonly roleNames: ReadonlySet<string>;
  readonly skills: ReadonlySet<string>;
  readonly calendars: ReadonlySet<string>;
  /** Roles that the plan describes itself; the others get their hours from each task's performer. */
  readonly described: ReadonlySet<string>;
}

export function meansOf(
  plan: SchedulablePlan,
  calendars: readonly string[],
  money: PlanMoney,
  complain: Complain,
): Means {
  const known = new Set(calendars);
  const described = (plan.roles ?? []).map((role, index) => {
    const read = describedRole(role, money, ['roles', index]);
    checkCalendar(read.calendar, known, ['roles', index, 'calendar'], complain);
    return read;
  });
  const describedNames = new Set<string>();
  for (const [index, { id }] of described.entries()) {
    if (describedNames.has(id)) complain(['roles', index], `${quoted(id)} is there twice`);
    describedNames.add(id);
  }
  const roles = [...described, ...namedRoles(plan, describedNames)];
  return {
    roles,
    roleNames: new Set(roles.map(({ id }) => id)),
    skills: new Set(roles.flatMap(({ skills }) => skills)),
    calendars: known,
    described: describedNames,
  };
}

function describedRole(role: PlanRole, money: PlanMoney, place: Place): Role {
  const { name, kind = 'person', capacity = 1, skills = [], rate_per_hour } = role;
  const calendar = role.calendar ?? (kind === 'agent' ? alwaysCalendar : officeCalendar);
  const plain = { id: name, kind, capacity, calendar, skills };
  if (rate_per_hour === undefined) return plain;
  const rate = money.rateOf(role.currency, [...place, 'currency']);
  return { ...plain, ratePerHour: rate_per_hour * rate };
}

/** A plan that lists its roles means that list; otherwise every role that a task names is one. */
function namedRoles(plan: SchedulablePlan, described: ReadonlySet<string>): Role[] {
  const listed = plan.roles !== undefined || plan.roles_required !== undefined;
  const tasks = plan.phases.flatMap((phase) => phase.tasks);
  const names = listed ? (plan.roles_required ?? []) : tasks.flatMap(rolesNamedBy);
  const byAgents = new Set(tasks.filter(isForAgent).flatMap(rolesNamedBy));
  return [...new Set(names)]
    .filter((name) => !described.has(name))
    .map((name): Role => {
      const isAgent = byAgents.has(name);
      return {
        id: name,
        kind: isAgent ? 'agent' : 'person',
        capacity: 1,
        calendar: isAgent ? alwaysCalendar : officeCalendar,
        skills: [],
      };
    });
}

const isForAgent = (task: SchedulableTask): boolean =>
  task.performer === 'agent' || (task.ways ?? []).some((way) => way.performer === 'agent');

function rolesNamedBy(task: SchedulableTask): string[] {
  const uses = [...(task.uses ?? []), ...(task.ways ?? []).flatMap((way) => way.uses ?? [])];
  const names = [task.assignee_role, ...uses.map(({ role }) => role)];
  return names.filter((name) => name !== undefined);
}

export function checkCalendar(
  name: string,
  known: ReadonlySet<string>,
  place: Place,
  complain: Complain,
): void {
  if (!known.has(name)) complain(place, `there is no calendar ${quoted(name)}`);
}
