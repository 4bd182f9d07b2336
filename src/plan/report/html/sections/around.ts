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
${list(swot[name].map((line) => html`${linked(context, line.text)} <span class="muted">${linked(context, line.so_what)}</span>`))}</div>`;
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

type Paper = Papers['to_find'][number] | Papers['to_write'][number];

const named = ({ title }: Paper) => html`<strong>${title}</strong>`;

const owned = (context: Context, one: Paper) => [
  linkTo(context, one.owner),
  { shows: one.urgency, sort: urgency[one.urgency] },
];

const finding = (context: Context, all: Papers['to_find']): Markup =>
  table(
    'Documents to find',
    [{ head: 'Document' }, { head: 'Where', wide: true }, { head: 'Owner' }, { head: 'When' }],
    all.map((one) => ({
      cells: [named(one), linked(context, one.where), ...owned(context, one)],
    })),
  );

/** Its contents say what it is for. */
const writing = (context: Context, all: Papers['to_write']): Markup =>
  table(
    'Documents to write',
    [{ head: 'Document' }, { head: 'Contents', wide: true }, { head: 'Owner' }, { head: 'When' }],
    all.map((one) => ({
      cells: [named(one), joined(one.contents.map(bare), '; '), ...owned(context, one)],
    })),
  );

function collecting(context: Context, all: Papers['data']): Markup {
  const rows = all.map((one) => ({
    cells: [
      html`<strong>${one.what}</strong>`,
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
