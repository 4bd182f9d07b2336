// Who does and decides what, and what goes to whom when it does not work out.
import type { Plan } from '../../../../contract/plan.ts';
import type { PlanRole } from '../../../../contract/plan-working.ts';
import { withinText } from '../../reading/durations.ts';
import { escalationsOf } from '../../reading/escalations.ts';
import { rolesOf } from '../../reading/names.ts';
import { saidOnce } from '../../reading/once.ts';
import { bare } from '../../reading/sentences.ts';
import { counted } from '../../reading/words.ts';
import { html, joined, type Markup } from '../markup.ts';
import {
  type Context,
  linked,
  linksTo,
  linkTo,
  list,
  type Section,
  table,
  under,
} from '../parts.ts';

export function teamSection(context: Context): Section {
  const { plan } = context;
  const { governance } = plan;
  const roles = rolesOf(plan);
  return {
    id: 'team',
    title: governance === undefined ? 'Team' : 'Team and governance',
    digest: counted(roles.length, 'role'),
    body: html`${roleTable(context, roles)}
${governance && under('Who decides together', bodies(context, governance), 'bodies')}
${governance && under('When to go higher', escalation(context, governance), 'escalation')}
${governance && under('Reports', reporting(context, governance), 'reporting')}`,
  };
}

type Governance = NonNullable<Plan['governance']>;

function roleTable(context: Context, roles: readonly string[]): Markup {
  const known = new Map((context.plan.roles ?? []).map((role) => [role.name, role]));
  const hours = hoursBy(context.plan);
  const once = saidOnce();
  const rows = roles.map((name, index) => {
    const role: PlanRole = known.get(name) ?? { name };
    const rate = role.rate_per_hour;
    const [source] = once(name, role.rate_source === undefined ? [] : [role.rate_source]).own;
    return {
      id: `role-${index + 1}`,
      cells: [
        html`<strong>${name}</strong> <span class="muted">${kindOf(role)}</span>`,
        role.does !== undefined && linked(context, role.does),
        joined((role.decides ?? []).map(bare), '; '),
        role.asks === undefined ? '' : linkTo(context, role.asks),
        {
          shows: context.words.figure(Math.round(hours.get(name) ?? 0)),
          sort: hours.get(name) ?? 0,
        },
        rate === undefined
          ? ''
          : {
              shows: html`${context.words.amount(rate, role.currency ?? context.plan.costs.currency)}${source !== undefined && html`<br><span class="muted">${linked(context, source)}</span>`}`,
              sort: rate,
            },
      ],
    };
  });
  const columns = [
    { head: 'Role' },
    { head: 'Does', wide: true },
    { head: 'Decides alone', wide: true },
    { head: 'Asks' },
    { head: 'Hours', number: true },
    { head: 'Rate an hour' },
  ];
  return table('Roles', columns, rows);
}

const kindOf = ({ kind = 'person', capacity = 1 }: PlanRole): string =>
  capacity === 1 || kind === 'equipment'
    ? kind
    : counted(capacity, kind, kind === 'person' ? 'people' : `${kind}s`);

function hoursBy({ phases }: Plan): ReadonlyMap<string, number> {
  const hours = new Map<string, number>();
  for (const task of phases.flatMap((phase) => phase.tasks)) {
    const { assignee_role: role, estimated_hours: each, uses = [] } = task;
    const units = uses.find((use) => use.role === role)?.units ?? 1;
    hours.set(role, (hours.get(role) ?? 0) + each * units);
  }
  return hours;
}

const bodies = (context: Context, { bodies: all }: Governance): Markup =>
  list(
    all.map(
      ({ name, members, decides, meets }) =>
        html`<strong>${name}</strong> (${linksTo(context, members)}): ${joined(decides.map(bare), '; ')}. Meets: ${bare(meets)}.`,
    ),
  );

const escalation = (context: Context, { escalation: all }: Governance): Markup =>
  list(
    escalationsOf(all).map(
      ({ from, to, days, whens }) =>
        html`${linkTo(context, from)} tells ${linkTo(context, to)} ${withinText(days)}: ${joined(
          whens.map((when) => linked(context, bare(when))),
          '; ',
        )}.`,
    ),
  );

const reporting = (context: Context, { reporting: all }: Governance): Markup =>
  list(
    all.map(
      ({ what, from, to, how_often }) =>
        html`${linked(context, bare(what))}: ${linkTo(context, from)} to ${linkTo(context, to)}, ${bare(how_often)}.`,
    ),
  );
