// What of a team code can check: names, decision rights and who is asked.
import type { Team } from '../../contract/plan-charter.ts';
import { isZone } from '../../schedule/time/zone.ts';
import { dayProblem, type PlanTime } from './plan-days.ts';
import { ringIn, twiceIn } from './rings.ts';

/** Of any plan. */
const MOST_ROLES = 16;

export function teamProblems(team: Team, time: PlanTime, mostRoles = MOST_ROLES): string[] {
  const names = team.roles.map(({ name }) => name);
  const known = new Set(names);
  const knownOrBody = new Set([...names, ...team.bodies.map(({ name }) => name)]);
  const roleOrBody = (name: string, place: string): string[] =>
    knownOrBody.has(name) ? [] : [`${place}: “${name}” is no role and no body; copy its name`];
  return [
    ...(names.length > mostRoles
      ? [`roles: there are ${names.length}; at most ${mostRoles}, so put some together`]
      : []),
    ...twiceIn(names).map((name) => `roles: “${name}” is there twice; use count`),
    ...team.roles.flatMap((role) => roleProblems(role, known)),
    ...ladderProblems(team),
    ...dayProblems(team, time),
    ...team.bodies.flatMap(({ name, members }) =>
      members
        .filter((member) => !known.has(member))
        .map((member) => `bodies.${name}.members: there is no role “${member}”; copy its name`),
    ),
    ...team.escalation.flatMap(({ from, to }, at) => [
      ...roleOrBody(from, `escalation.${at}.from`),
      ...roleOrBody(to, `escalation.${at}.to`),
    ]),
    ...team.reporting.flatMap(({ from, to }, at) => [
      ...roleOrBody(from, `reporting.${at}.from`),
      ...roleOrBody(to, `reporting.${at}.to`),
    ]),
  ];
}

function roleProblems(role: Team['roles'][number], known: ReadonlySet<string>): string[] {
  const { name, kind, decides, asks, rate_per_hour, rate_source } = role;
  const at = `roles.${name}`;
  return [
    ...(kind !== 'equipment' && decides.length === 0
      ? [`${at}.decides: name at least one thing it may decide without asking`]
      : []),
    ...(asks !== '' && !known.has(asks)
      ? [`${at}.asks: there is no role “${asks}”; copy a name of this team, or leave it empty`]
      : []),
    ...(rate_per_hour !== null && rate_source === ''
      ? [`${at}.rate_source: say where the rate comes from`]
      : []),
  ];
}

/** A day off after the deadline does no harm. */
function dayProblems({ days_off, time_zone }: Team, { start_date }: PlanTime): string[] {
  const time = { start_date, deadline: null };
  return [
    ...days_off.flatMap(({ date, what }) => {
      const problem = dayProblem(date, time);
      return problem === null ? [] : [`days_off “${what}”: ${problem}; mend it or leave it out`];
    }),
    ...(time_zone === '' || isZone(time_zone)
      ? []
      : [`time_zone: there is no zone “${time_zone}”; its IANA name, or empty`]),
  ];
}

/** Everybody's question ends with a person. */
function ladderProblems({ roles }: Team): string[] {
  const ring = ringIn(new Map(roles.map(({ name, asks }) => [name, asks === '' ? [] : [asks]])));
  const last = roles.filter(({ asks, kind }) => asks === '' && kind === 'person');
  return [
    ...(ring
      ? [`asks: ${ring.join(' asks ')} asks ${ring[0]}; somebody must have the last word`]
      : []),
    ...(last.length === 0
      ? ['roles: one person asks nobody; leave "asks" of that role empty']
      : []),
  ];
}
