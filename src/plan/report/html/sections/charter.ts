// What is to be delivered, for whom, and how one sees that it worked.
import type { Plan } from '../../../../contract/plan.ts';
import { targetText } from '../../reading/about-goal.ts';
import { html, type Markup, nothing } from '../markup.ts';
import {
  type Context,
  facts,
  linked,
  linksTo,
  list,
  paragraph,
  type Section,
  statusBadge,
  table,
  under,
} from '../parts.ts';

type Charter = NonNullable<Plan['charter']>;

export function charterSection(context: Context): Section | null {
  const { charter, outcomes = [] } = context.plan;
  if (charter === undefined && outcomes.length === 0) return null;
  return {
    id: 'charter',
    title: 'Charter',
    body: html`${charter && aims(context, charter)}
${charter && under('Deliverables', deliverables(context, charter), 'deliverables')}
${under('Measures', measures(context), 'measures')}
${charter && under('Scope', scope(charter), 'scope')}
${charter && under('Stakeholders', stakeholders(context, charter), 'stakeholders')}
${charter && under('Permits', permits(context, charter), 'permits')}`,
  };
}

const aims = (context: Context, { goal, smart }: Charter): Markup =>
  html`${paragraph(linked(context, goal))}
${facts([
  ['Within reach', linked(context, smart.achievable)],
  ['Why it matters', linked(context, smart.relevant)],
])}`;

function deliverables(context: Context, { deliverables: all }: Charter): Markup {
  const tasks = context.plan.phases.flatMap((phase) => phase.tasks);
  const rows = all.map(({ id, name, acceptance }) => {
    const by = tasks.filter(
      ({ delivers = [] }) => delivers.includes(id) || delivers.includes(name),
    );
    return {
      id,
      cells: [
        id,
        html`<strong>${name}</strong>`,
        list(acceptance.map((one) => linked(context, one))),
        linksTo(
          context,
          by.map(({ task_id }) => task_id),
        ),
      ],
    };
  });
  const columns = [
    { head: 'Id' },
    { head: 'Deliverable' },
    { head: 'Accepted when', wide: true },
    { head: 'Tasks' },
  ];
  return table('Deliverables', columns, rows);
}

/** The outcomes of the plan are the measures of the charter, with ids of plan.json. */
function measures(context: Context): Markup {
  const { outcomes = [], charter } = context.plan;
  const own = (charter?.measures ?? []).map(({ id, ...rest }) => ({ outcome_id: id, ...rest }));
  const rows = (outcomes.length > 0 ? outcomes : own).map((one) => ({
    id: one.outcome_id,
    cells: [
      html`<strong>${one.measure}</strong>`,
      { shows: targetText(one, context.words.figure), sort: one.target },
      one.by === null ? '' : { shows: context.words.day(one.by), sort: one.by },
      one.how_measured,
      linked(context, one.source),
    ],
  }));
  const columns = [
    { head: 'Measure' },
    { head: 'Target', number: true },
    { head: 'By' },
    { head: 'How measured', wide: true },
    { head: 'From' },
  ];
  return table('Measures', columns, rows);
}

function scope({ in_scope: inside, out_of_scope: outside }: Charter): Markup {
  if (inside.length + outside.length === 0) return nothing;
  return html`<div class="pair"><div><h4>In</h4>${list(inside)}</div><div><h4>Out</h4>${list(outside)}</div></div>`;
}

function stakeholders(context: Context, charter: Charter): Markup {
  const rows = charter.stakeholders.map(({ name, interest, what_to_do }) => ({
    cells: [html`<strong>${name}</strong>`, interest, linked(context, what_to_do)],
  }));
  const columns = [
    { head: 'Who' },
    { head: 'Interest', wide: true },
    { head: 'What to do', wide: true },
  ];
  return table('Stakeholders', columns, rows);
}

function permits(context: Context, charter: Charter): Markup {
  const rows = charter.permits.map(({ name, authority, why, status }) => ({
    cells: [
      html`<strong>${name}</strong>`,
      authority,
      linked(context, why),
      { shows: statusBadge(status), sort: status },
    ],
  }));
  const columns = [
    { head: 'Permit' },
    { head: 'Authority' },
    { head: 'Why', wide: true },
    { head: 'Needed' },
  ];
  return table('Permits', columns, rows);
}
