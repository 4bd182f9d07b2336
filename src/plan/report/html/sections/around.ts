// What surrounds the plan: similar projects, strengths and threats, documents and data.
import type { Plan } from '../../../../contract/plan.ts';
import { bare } from '../../reading/sentences.ts';
import { capital, counted } from '../../reading/words.ts';
import { html, joined, type Markup } from '../markup.ts';
import {
  type Context,
  linked,
  linksTo,
  linkTo,
  list,
  type Section,
  statusBadge,
  table,
  under,
} from '../parts.ts';

export function relatedSection(context: Context): Section | null {
  const { related_projects: all = [] } = context.plan;
  if (all.length === 0) return null;
  const columns = [
    { head: 'Project' },
    { head: 'What came of it', wide: true },
    { head: 'Lesson', wide: true },
    { head: 'Status, and how to check', wide: true },
  ];
  const rows = all.map((one) => ({
    cells: [
      html`<strong>${one.name}</strong><br>${linked(context, one.what)}`,
      linked(context, one.outcome),
      linked(context, one.lesson),
      {
        shows: html`${statusBadge(one.status)} ${linked(context, one.how_to_check)}`,
        sort: one.status,
      },
    ],
  }));
  return {
    id: 'related',
    title: 'Related projects',
    digest: counted(all.length, 'project'),
    closed: true,
    body: table('Related projects', columns, rows),
  };
}

const swotTitles = ['strengths', 'weaknesses', 'opportunities', 'threats'] as const;

export function swotSection(context: Context): Section | null {
  const { swot } = context.plan;
  if (swot === undefined) return null;
  const quarter = (name: (typeof swotTitles)[number]): Markup =>
    html`<div class="card"><h3>${capital(name)}</h3>
${list(swot[name].map((line) => html`${linked(context, line.text)} <strong class="so">So:</strong> ${linked(context, line.so_what)}`))}</div>`;
  return {
    id: 'swot',
    title: 'Strengths, weaknesses, opportunities, threats',
    closed: true,
    body: html`<div class="cards">${swotTitles.map(quarter)}</div>`,
  };
}

export function papersSection(context: Context): Section | null {
  const { papers } = context.plan;
  if (papers === undefined) return null;
  const { to_find: find, to_write: write, data } = papers;
  return {
    id: 'papers',
    title: 'Documents and data',
    digest: `${find.length} to find, ${write.length} to write, ${data.length} to collect`,
    closed: true,
    body: html`${under('To find', finding(context, find))}
${under('To write', writing(context, write))}
${under('Data to collect', collecting(context, data))}`,
  };
}

type Papers = NonNullable<Plan['papers']>;

const urgency = { first: 1, soon: 2, later: 3 } as const;

const shared = (context: Context, one: Papers['to_find'][number] | Papers['to_write'][number]) => [
  html`<strong>${one.title}</strong>`,
  linked(context, one.why),
  linkTo(context, one.owner),
  { shows: one.urgency, sort: urgency[one.urgency] },
];

const heads = [
  { head: 'Document' },
  { head: 'Why', wide: true },
  { head: 'Owner' },
  { head: 'When' },
];

const finding = (context: Context, all: Papers['to_find']): Markup =>
  table(
    'Documents to find',
    [...heads, { head: 'Where' }],
    all.map((one) => ({ cells: [...shared(context, one), linked(context, one.where)] })),
  );

const writing = (context: Context, all: Papers['to_write']): Markup =>
  table(
    'Documents to write',
    [...heads, { head: 'Contents', wide: true }],
    all.map((one) => ({ cells: [...shared(context, one), joined(one.contents.map(bare), '; ')] })),
  );

function collecting(context: Context, all: Papers['data']): Markup {
  const rows = all.map((one) => ({
    cells: [
      html`<strong>${one.what}</strong><br>${linked(context, one.why)}`,
      linked(context, one.method),
      linked(context, one.decides),
      linksTo(context, one.settles),
    ],
  }));
  const columns = [
    { head: 'Data' },
    { head: 'Method', wide: true },
    { head: 'Decides', wide: true },
    { head: 'Settles' },
  ];
  return table('Data to collect', columns, rows);
}
