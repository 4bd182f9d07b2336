// The team: who is named by the tasks, what each may decide, and whom it asks.
import { listed, unstopped } from '../../../../base/sentences.ts';
import type { Team } from '../../../../contract/plan-charter.ts';
import { outputOf } from '../../../stage.ts';
import { directionStage } from '../../../stages/direction.ts';
import type { Draft } from '../draft.ts';
import { fill } from '../fill.ts';
import { money } from '../money.ts';
import { clip } from '../text.ts';
import { knownRisks } from './playbook-risks.ts';
import type { RuleInput } from './rule.ts';
import { tasksOf, type WorkTask } from './work-plan.ts';
import { weekOf } from './work-week.ts';
import { bestFits, spoken } from './work-words.ts';

const mostRoles = { brief: 5, standard: 8, full: 12 } as const;

type Role = Team['roles'][number];

const isForPerson = ({ performer, risk_tier }: WorkTask): boolean =>
  performer === 'human' || risk_tier === 'T3';

const sumOf = (tasks: readonly WorkTask[]): number =>
  tasks.reduce((sum, { cost }) => sum + (cost?.base ?? 0), 0);

export interface Crew {
  readonly name: string;
  readonly kind: 'person' | 'agent';
  readonly tasks: readonly WorkTask[];
}

/** By role, the one with the last word first. Those beyond what a team of this detail has are put
 * together: agents with agents, people with the lead. */
export function crewsOf(draft: Draft): Crew[] {
  const groups = [...Map.groupBy(tasksOf(draft), ({ assignee_role }) => assignee_role)];
  const all = groups.map(([name, tasks]): Crew => {
    return { name, tasks, kind: tasks.some(isForPerson) ? 'person' : 'agent' };
  });
  const lead = leadOf(all);
  const others = all.filter((crew) => crew !== lead);
  const ordered = others.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const most = mostRoles[draft.detail] - 1;
  if (ordered.length <= most) return [lead, ...others];
  const rest = ordered.slice(most - 1);
  const kept = others.filter((crew) => !rest.includes(crew));
  const agents = rest.filter(({ kind }) => kind === 'agent').flatMap(({ tasks }) => tasks);
  const people = rest.filter(({ kind }) => kind === 'person').flatMap(({ tasks }) => tasks);
  return [
    { ...lead, tasks: [...lead.tasks, ...people] },
    ...kept,
    ...(agents.length === 0
      ? []
      : [{ name: 'Assisting agent', kind: 'agent' as const, tasks: agents }]),
  ];
}

const sizeOf = ({ kind, tasks }: Crew): number => tasks.length + (kind === 'person' ? 0.5 : 0);

/** The person with most that binds. */
function leadOf(crews: readonly Crew[]): Crew {
  const weight = ({ kind, tasks }: Crew): number =>
    (kind === 'person' ? 1000 : 0) +
    10 * tasks.filter(({ risk_tier }) => risk_tier === 'T3').length +
    tasks.length;
  const [first] = crews.toSorted((a, b) => weight(b) - weight(a));
  if (first?.kind === 'person') return first;
  return { name: 'Owner', kind: 'person', tasks: [] };
}

function decidesOf({ name, kind, tasks }: Crew, draft: Draft, isLead: boolean): string[] {
  const { budget, currency, base } = draft.assumed.costs;
  const own = sumOf(tasks);
  const said = draft.playbook.roles?.[name]?.decides;
  const given = said === undefined ? [] : [fill(said, draft.slots)];
  if (isLead) {
    return [
      ...given,
      `Everything that binds by contract or law, and all money up to ${money(budget ?? base, currency)}`,
      ...(draft.facts.deadline === null ? ['The date by which it is done'] : []),
    ];
  }
  if (kind === 'agent') {
    const [first] = tasks;
    return [
      ...given,
      `Sources and wording in “${unstopped(clip(first?.title ?? '', 120))}”, before anything is sent or paid`,
    ];
  }
  const many = tasks.length === 1 ? 'task is' : `${tasks.length} tasks are`;
  return [
    ...given,
    own === 0
      ? `How its ${many} done, as long as nothing is paid`
      : `What its tasks cost, up to ${money(own, currency)} in all`,
  ];
}

function roleOf(crew: Crew, draft: Draft, lead: Crew): Role {
  const { name, kind, tasks } = crew;
  const isLead = crew === lead;
  const actions = [
    ...new Set(tasks.flatMap(({ subtasks }) => subtasks.map(({ action }) => action))),
  ];
  const does =
    tasks.length === 0 ? 'Decides and signs.' : `${listed(tasks.map(({ title }) => title))}.`;
  return {
    name,
    kind,
    count: draft.playbook.roles?.[name]?.count ?? 1,
    hours_per_week: kind === 'person' ? weekOf(draft) : null,
    does: clip(does, 300),
    skills: actions.slice(0, 4).map((action) => spoken(action)),
    decides: decidesOf(crew, draft, isLead).map((text) => clip(text, 200)),
    asks: isLead ? '' : lead.name,
    rate_per_hour: null,
    rate_source: '',
  };
}

/** What the gravest risks of the playbook show first. */
const alarmsOf = (draft: Draft): string[] =>
  knownRisks(draft)
    .filter(({ impact }) => impact === 'high')
    .map(({ trigger }) => trigger)
    .slice(0, 3);

/** Whoever would see it first tells the lead. */
function escalationOf(draft: Draft, crews: readonly Crew[]): Team['escalation'] {
  const [lead, ...others] = crews;
  const [buyer] = others.toSorted((a, b) => sumOf(b.tasks) - sumOf(a.tasks));
  if (!lead || !buyer) return [];
  const { high, currency } = draft.assumed.costs;
  const { deadline } = draft.facts;
  const said = ({ name, tasks }: Crew): string =>
    [name, ...tasks.map(({ title, description }) => `${title} ${description}`)].join(' ');
  return (
    [
      ...(sumOf(buyer.tasks) === 0
        ? []
        : [
            {
              when: `Offers come to more than ${money(high, currency)} in all`,
              within_days: 2,
              from: buyer,
            },
          ]),
      ...(deadline === null
        ? []
        : [
            {
              when: `A task on the way to ${deadline.date} is 3 working days late`,
              within_days: 1,
              from: buyer,
            },
          ]),
      ...alarmsOf(draft).map((when) => ({
        when: clip(when, 300),
        within_days: 2,
        from: bestFits(when, crews, said)[0] ?? buyer,
      })),
    ]
      // What the lead sees needs nobody to tell it.
      .filter(({ from }) => from !== lead)
      .map(({ from, ...one }) => ({ ...one, from: from.name, to: lead.name }))
  );
}

export function teamRule({ draft, input }: RuleInput): Team {
  const { budget, currency } = outputOf(input, directionStage);
  const crews = crewsOf(draft);
  const [lead] = crews as [Crew, ...Crew[]];
  const busiest = crews.slice(1).toSorted((a, b) => b.tasks.length - a.tasks.length)[0];
  const spent =
    budget === null
      ? `money spent in ${currency}`
      : `money spent of ${money(budget.amount, budget.currency)}`;
  return {
    roles: crews.map((crew) => roleOf(crew, draft, lead)),
    bodies: [],
    escalation: escalationOf(draft, crews),
    reporting: busiest
      ? [
          {
            what: `Tasks accepted and late, and ${spent}`,
            from: busiest.name,
            to: lead.name,
            how_often: 'every week',
          },
        ]
      : [],
    days_off: [],
    time_zone: '',
  };
}
