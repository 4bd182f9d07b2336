// What others hold against the plan: experts, a red team that was answered and judged, and what was
// changed because of them.
import type { Plan } from '../../../../contract/plan.ts';
import type { PlanFinding } from '../../../../contract/plan-critique.ts';
import { bare, tidy } from '../../reading/sentences.ts';
import { capital, counted, plain } from '../../reading/words.ts';
import { html, joined, type Markup } from '../markup.ts';
import { badge, type Context, linked, linkTo, list, type Section, table, under } from '../parts.ts';

const tones = { fatal: 'bad', major: 'poor', minor: 'open' } as const;
const ranks = { fatal: 1, major: 2, minor: 3 } as const;

const severity = (level: PlanFinding['severity']) => ({
  shows: badge(tones[level], level),
  sort: ranks[level],
});

const about = (context: Context, { section, item }: Pick<PlanFinding, 'section' | 'item'>) =>
  item === ''
    ? plain(section)
    : linkTo(context, item, /^\d+$/.test(item) ? `phase ${item}` : undefined);

export function expertsSection(context: Context): Section | null {
  const { experts = [] } = context.plan;
  if (experts.length === 0) return null;
  const all = experts.flatMap(({ findings }) => findings);
  const grave = all.filter((one) => one.severity !== 'minor').length;
  return {
    id: 'experts',
    title: 'Criticism of experts',
    digest: `${counted(experts.length, 'expert')}, ${counted(all.length, 'finding')}, ${grave} major or worse`,
    closed: true,
    body: html`${experts.map((one) => expert(context, one))}`,
  };
}

function expert(context: Context, one: NonNullable<Plan['experts']>[number]): Markup {
  const rows = one.findings.map((finding) => ({
    cells: [
      severity(finding.severity),
      about(context, finding),
      linked(context, finding.says),
      linked(context, finding.remedy),
    ],
  }));
  return html`<h3 id="${one.id}">${one.title} <span class="muted">${one.field}: ${one.looks_at}</span></h3>
<p>${linked(context, one.verdict)}</p>
${table(`Findings of ${one.id}`, findingColumns, rows)}`;
}

const findingColumns = [
  { head: 'Weight' },
  { head: 'About' },
  { head: 'Finding', wide: true },
  { head: 'Remedy', wide: true },
];

export function redTeamSection(context: Context): Section | null {
  const { red_team: team } = context.plan;
  if (team === undefined) return null;
  const rows = team.findings.map((one) => ({
    id: one.id,
    cells: [
      one.id,
      severity(one.severity),
      html`${one.lens}, ${about(context, one)}`,
      html`${linked(context, one.says)} <span class="muted">${linked(context, one.remedy)}</span>`,
      one.stance === undefined
        ? ''
        : html`<strong>${one.stance}</strong>: ${linked(context, one.answer ?? '')}`,
      one.ruling === undefined
        ? ''
        : {
            shows: html`${ruling(one.ruling)} ${linked(context, one.why ?? '')}`,
            sort: one.ruling,
          },
    ],
  }));
  const columns = [
    { head: 'Id' },
    { head: 'Weight' },
    { head: 'Lens, about' },
    { head: 'Attack and remedy', wide: true },
    { head: 'Answer', wide: true },
    { head: 'Ruling', wide: true },
  ];
  return {
    id: 'red-team',
    title: 'Red team',
    digest: `resilience ${Math.round(team.resilience)}, candor ${Math.round(team.candor)} of 100`,
    closed: true,
    body: table('Attacks, answers and rulings', columns, rows),
  };
}

const ruling = (word: 'sustained' | 'partly' | 'overruled'): Markup =>
  badge({ sustained: 'bad', partly: 'poor', overruled: 'good' }[word], word);

export function revisionsSection(context: Context): Section | null {
  const { refinements = [], plan_changes: changes = [], findings_left: left = [] } = context.plan;
  const { changes_not_taken: refused = [] } = context.plan;
  if (refinements.length + changes.length + left.length + refused.length === 0) return null;
  return {
    id: 'revisions',
    title: 'What was changed, and why',
    digest: `${counted(refinements.length + changes.length, 'change')}, ${counted(left.length, 'finding')} not taken up`,
    closed: true,
    body: html`${under('So that time and money hold', planChanges(context, changes))}
${under('Proposed, but it made nothing better', list(refused.map((one) => linked(context, one))))}
${under('After criticism', html`${refinements.map((one) => refinement(context, one))}`)}
${under('Not taken up', leftTable(context, left), 'not-taken-up')}`,
  };
}

const planChanges = (context: Context, all: NonNullable<Plan['plan_changes']>): Markup =>
  table(
    'Changes for deadline and budget',
    [
      { head: 'Kind' },
      { head: 'Change', wide: true },
      { head: 'Why', wide: true },
      { head: 'Given up', wide: true },
      { head: 'Effect' },
    ],
    all.map((one) => ({
      cells: [
        one.kind,
        linked(context, one.what),
        linked(context, one.why),
        linked(context, one.gives_up),
        linked(context, one.effect),
      ],
    })),
  );

/** Before and after stand side by side. */
function refinement(context: Context, one: NonNullable<Plan['refinements']>[number]): Markup {
  const columns = [
    { head: 'Where' },
    { head: 'Before', wide: true },
    { head: 'After', wide: true },
  ];
  const rows = one.changes.map(({ path, before, after }) => ({
    cells: [
      html`<code>${path}</code>`,
      before && html`<del>${tidy(before)}</del>`,
      after && html`<ins>${tidy(after)}</ins>`,
    ],
  }));
  return html`<p>${badge('open', `round ${one.round}`)} ${capital(plain(one.section))}${one.item !== '' && html` ${linkTo(context, one.item)}`}: ${joined(
    one.because.map((why) => linked(context, bare(why))),
    '; ',
  )}.</p>
${table(`Changed in round ${one.round}: ${plain(one.section)} ${one.item}`, columns, rows)}`;
}

const leftTable = (context: Context, all: NonNullable<Plan['findings_left']>): Markup =>
  table(
    'Findings that were not taken up',
    [...findingColumns, { head: 'Why not', wide: true }],
    all.map((one) => ({
      cells: [
        severity(one.severity),
        about(context, one),
        linked(context, one.says),
        linked(context, one.remedy),
        linked(context, one.why_left),
      ],
    })),
  );
