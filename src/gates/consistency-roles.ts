// Every role that is used exists, and every role that exists is used: it works, or others turn to it.
import type { Plan } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import { tasksOf } from './plan-parts.ts';

interface Use {
  readonly artifact: string;
  readonly field: string;
  readonly role: string;
}

/** Who works. */
const workUses = (plan: Plan): Use[] =>
  tasksOf(plan).flatMap(({ task_id, assignee_role, uses = [], ways = [] }) => [
    { artifact: 'phases', field: `${task_id}.assignee_role`, role: assignee_role },
    ...[...uses, ...ways.flatMap((way) => way.uses ?? [])].flatMap(({ role }) =>
      role === undefined ? [] : [{ artifact: 'phases', field: `${task_id}.uses`, role }],
    ),
  ]);

/** Who decides, reports and watches. */
function governanceUses({ governance, roles = [], risks, first_24_hours = [] }: Plan): Use[] {
  const { bodies = [], escalation = [], reporting = [] } = governance ?? {};
  const use = (artifact: string, field: string, role: string): Use => ({ artifact, field, role });
  return [
    ...bodies.flatMap(({ name, members }) =>
      members.map((role) => use('governance', `bodies.${name}`, role)),
    ),
    ...[...escalation, ...reporting].flatMap(({ from, to }) => [
      use('governance', 'from', from),
      use('governance', 'to', to),
    ]),
    ...roles.flatMap(({ name, asks = '' }) =>
      asks === '' ? [] : [use('roles', `${name}.asks`, asks)],
    ),
    ...risks.flatMap(({ risk_id, owner = '' }) =>
      owner === '' ? [] : [use('risks', `${risk_id}.owner`, owner)],
    ),
    ...first_24_hours.map(({ who }, index) => use('first_24_hours', `${index}.who`, who)),
  ];
}

const unknownRole = (level: GateFinding['level'], { artifact, field, role }: Use): GateFinding =>
  findingOf(level, {
    ...{ artifact, field, value: role, rule: 'Every role that is used is one of the plan.' },
    remedy: 'Use the exact name of a role, or add the role.',
  });

/** Capitals and spaces make no other role. */
const folded = (role: string): string => role.trim().replaceAll(/\s+/g, ' ').toLowerCase();

const foldedSet = (roles: readonly string[]): ReadonlySet<string> => new Set(roles.map(folded));

export function roleFindings(plan: Plan): GateFinding[] {
  const { roles, roles_required, governance } = plan;
  const names = [...roles_required, ...(roles ?? []).map(({ name }) => name)];
  const named = foldedSet(names);
  // A body may be told or asked like a role.
  const known = foldedSet([...names, ...(governance?.bodies ?? []).map(({ name }) => name)]);
  const work = workUses(plan);
  const rest = governanceUses(plan);
  const busy = foldedSet([...work, ...rest].map(({ role }) => role));
  return [
    ...work.filter(({ role }) => !named.has(folded(role))).map((use) => unknownRole('fail', use)),
    // Without roles in detail nobody said who decides.
    ...(roles === undefined
      ? []
      : rest.filter(({ role }) => !known.has(folded(role))).map((use) => unknownRole('warn', use))),
    ...[...new Set(names)]
      .filter((role) => !busy.has(folded(role)))
      .map((role) =>
        findingOf('fail', {
          ...{ artifact: 'roles', field: role, value: role },
          rule: 'Every role works, decides or watches something.',
          remedy: 'Give it a task, or leave it out.',
        }),
      ),
  ];
}
