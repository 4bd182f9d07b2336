// The roles of a plan are those of its team. A task that names another one gets it added: work that
// nobody is there for would be hidden otherwise.
import type { PlanCalendar, PlanRole } from '../../contract/plan-working.ts';
import type { NetworkInput } from './network-input.ts';
import { calendarIdOf, calendarOf, FULL_WEEK_HOURS, isPartTime } from './part-time.ts';

type TeamRole = NetworkInput['team']['roles'][number];

export interface Roles {
  readonly roles: PlanRole[];
  /** Of those who do not work a full week. */
  readonly calendars: PlanCalendar[];
  readonly says: readonly string[];
  /** As the team writes it. */
  nameOf(role: string): string;
}

const plain = (name: string): string => name.normalize('NFKC').toLowerCase().trim();

export function rolesOf(input: NetworkInput, hasMoney: boolean): Roles {
  const { team, details } = input;
  const isNeeded = neededIn(input);
  const byName = new Map<string, PlanRole>();
  for (const role of team.roles) {
    if (!byName.has(plain(role.name))) byName.set(plain(role.name), planRole(role, hasMoney));
  }
  const says: string[] = [];
  for (const [key, { name }] of byName) {
    if (isNeeded(name)) continue;
    byName.delete(key);
    says.push(`The role “${name}” has no task and nobody asks it; it was left out.`);
  }
  for (const { id, role } of details.phases.flatMap(({ tasks }) => tasks)) {
    if (byName.has(plain(role))) continue;
    byName.set(plain(role), { name: role, kind: 'person', capacity: 1 });
    says.push(`Task ${id} names the role “${role}”, which the team does not have; it was added.`);
  }
  const roles = [...byName.values()];
  return {
    roles,
    calendars: calendarsOf(team.roles, roles),
    says,
    nameOf: (role) => byName.get(plain(role))?.name ?? role,
  };
}

/** Who works, decides or is told, and whom those ask. */
function neededIn({ team, details }: NetworkInput): (role: string) => boolean {
  const { bodies = [], escalation = [], reporting = [] } = team;
  const named = [
    ...details.phases.flatMap(({ tasks }) => tasks.map(({ role }) => role)),
    ...bodies.flatMap(({ members }) => members),
    ...[...escalation, ...reporting].flatMap(({ from, to }) => [from, to]),
  ];
  const needed = new Set<string>();
  const need = (role: string): void => {
    if (role === '' || needed.has(plain(role))) return;
    needed.add(plain(role));
    need(team.roles.find(({ name }) => plain(name) === plain(role))?.asks ?? '');
  };
  named.forEach(need);
  return (role) => needed.has(plain(role));
}

/** Agents work round the clock, whatever somebody says of their week. */
const weekOf = ({ kind, hours_per_week: hours }: TeamRole): number =>
  kind === 'agent' ? FULL_WEEK_HOURS : (hours ?? FULL_WEEK_HOURS);

function calendarsOf(team: readonly TeamRole[], roles: readonly PlanRole[]): PlanCalendar[] {
  const used = new Set(roles.map(({ calendar }) => calendar));
  const all = team.map(weekOf).filter(isPartTime).map(calendarOf);
  const own = new Map(all.map((calendar) => [calendar.calendar_id, calendar]));
  return [...own.values()].filter(({ calendar_id }) => used.has(calendar_id));
}

function planRole(role: TeamRole, hasMoney: boolean): PlanRole {
  const { name, kind, count, does, skills, decides, asks, rate_per_hour, rate_source } = role;
  return {
    name,
    kind,
    capacity: count,
    ...(isPartTime(weekOf(role)) ? { calendar: calendarIdOf(weekOf(role)) } : {}),
    skills,
    does,
    decides,
    ...(asks === '' ? {} : { asks }),
    ...(rate_per_hour === null || !hasMoney ? {} : { rate_per_hour }),
    ...(rate_source === '' ? {} : { rate_source }),
  };
}
