// What others hold against the plan: experts, a red team that was answered and judged, and what was
// changed because of them.
import type { Plan } from '../../../../contract/plan.ts';
import { effectText, refusedByReason, untitled } from '../../reading/changes.ts';
import {
  attacksByLens,
  attacksDigest,
  expertFindings,
  hasDone,
  leftByReason,
  onlyLeft,
  type Told,
  untold,
} from '../../reading/criticism.ts';
import { differencesOf } from '../../reading/differences.ts';
import { bare, tidy } from '../../reading/sentences.ts';
import { capital, counted, plain } from '../../reading/words.ts';
import { html, joined, type Markup, nothing } from '../markup.ts';
import {
  badge,
  type Context,
  linked,
  linksTo,
  linkTo,
  list,
  type Section,
  table,
  under,
} from '../parts.ts';

const tones = { fatal: 'bad', major: 'poor', minor: 'open' } as const;

const about = (context: Context, { section, item }: Pick<Told, 'section' | 'item'>): Markup =>
  item === ''
    ? html`${plain(section)}`
    : joined(
        item
          .split(', ')
          .map((one) => linkTo(context, one, /^\d+$/.test(one) ? `phase ${one}` : undefined)),
        ', ',
      );

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
    body: html`${marks(experts.flatMap(({ findings }) => expertFindings(context.plan, findings)))}
${experts.map((one) => expert(context, one))}`,
  };
}

const expert = (context: Context, one: NonNullable<Plan['experts']>[number]): Markup =>
  html`<h3 id="${one.id}">${one.title}</h3>
<p>${linked(context, one.verdict)}</p>
${findingList(context, expertFindings(context.plan, one.findings))}`;

/** What the marks of findings mean; nothing where there are none. */
function marks(all: readonly Told[]): Markup {
  const said = [
    hasDone(all) ? '✓: the plan was changed because of it; the changes are listed below.' : '',
    all.some(({ says }) => says === '')
      ? 'Of these and of minor ones only the remedy is told.'
      : '',
  ].filter((text) => text !== '');
  return said.length === 0 ? nothing : html`<p class="muted">${said.join(' ')}</p>`;
}

const findingList = (context: Context, all: readonly Told[]): Markup =>
  all.length === 0
    ? nothing
    : html`<ul class="plain findings">${all.map((one) => findingItem(context, one))}</ul>`;

const findingItem = (context: Context, one: Told): Markup =>
  html`<li${one.id !== undefined && html` id="${one.id}"`}>${one.isDone && '✓ '}${one.id !== undefined && html`<strong>${one.id}</strong> `}${about(context, one)} ${badge(tones[one.severity], one.severity)} ${one.also.length > 0 && html`<span class="muted">also ${linksTo(context, one.also)}</span> `}${linked(context, one.says)}${one.remedy !== '' && html` ${one.says !== '' && html`<span class="muted">Remedy:</span> `}${linked(context, one.remedy)}`}${one.overruled !== '' && html` ${badge('good', 'overruled')} ${linked(context, one.overruled)}`}</li>
`;

export function redTeamSection(context: Context): Section | null {
  const { red_team: team, experts = [] } = context.plan;
  if (team === undefined) return null;
  const lenses = attacksByLens(context.plan);
  return {
    id: 'red-team',
    title: 'Red team',
    digest: attacksDigest(lenses.flatMap(({ all }) => all)),
    closed: true,
    body: html`${experts.length === 0 && marks(lenses.flatMap(({ all }) => all))}
${lenses.map(
  ({ lens, all }) => html`<h3>${capital(lens)}</h3>
${findingList(context, all)}`,
)}`,
  };
}

export function revisionsSection(context: Context): Section | null {
  const { refinements = [], plan_changes: changes = [], findings_left: left = [] } = context.plan;
  const { changes_not_taken: refused = [] } = context.plan;
  if (refinements.length + changes.length + left.length + refused.length === 0) return null;
  return {
    id: 'revisions',
    title: 'What was changed, and why',
    digest: `${counted(refinements.length + changes.length, 'change')}, ${counted(left.length, 'finding')} not taken up`,
    closed: true,
    body: html`${under('So that time and money hold', planChanges(context))}
${under('After criticism', refinementTable(context, refinements))}
${under('Not taken up', leftList(context), 'not-taken-up')}`,
  };
}

function planChanges(context: Context): Markup {
  const { plan } = context;
  const changes = table(
    'Changes for deadline and budget',
    [
      { head: 'Change', wide: true },
      { head: 'Why', wide: true },
      { head: 'Given up', wide: true },
      { head: 'At 80 %', wide: true },
    ],
    (plan.plan_changes ?? []).map((one) => ({
      cells: [
        changeMarkup(context, one.what),
        linked(context, one.why),
        linked(context, one.gives_up),
        linked(context, effectText(one.effect)),
      ],
    })),
  );
  const refused = refusedByReason(plan).map(
    ({ why, what }) =>
      html`<p>${why === '' ? 'Proposed, but it made nothing better' : capital(why)}: ${joined(
        what.map((one) => changeMarkup(context, bare(one))),
        '; ',
      )}.</p>`,
  );
  return html`${changes}${refused}`;
}

/** A task that a change begins with is a link by its number. */
function changeMarkup(context: Context, what: string): Markup {
  const said = untitled(context.plan, what);
  const [, number = '', rest = said] = /^(\d+\.\d+)(:.*)$/su.exec(said) ?? [];
  return html`${number !== '' && linkTo(context, number)}${linked(context, rest)}`;
}

/** Findings are told where they were made; here is what they led to, without what stayed. */
function refinementTable(context: Context, refinements: NonNullable<Plan['refinements']>): Markup {
  const columns = [
    { head: 'Where' },
    { head: 'Before', wide: true },
    { head: 'After', wide: true },
  ];
  const rows = refinements.flatMap((one) =>
    differencesOf(one).map(({ where, before, after }) => ({
      cells: [
        linked(context, where),
        before && html`<del>${tidy(before)}</del>`,
        after && html`<ins>${tidy(after)}</ins>`,
      ],
    })),
  );
  const why = refinements.flatMap(({ because }) => untold(context.plan, because));
  return html`${list(why.map((one) => linked(context, one)))}
${table('Changed after criticism', columns, rows)}`;
}

function leftList(context: Context): Markup {
  const reasons = leftByReason(context.plan).map(
    ({ why, groups }) =>
      html`${linked(context, bare(why))}: ${joined(
        groups.map(
          ({ effect, items }) =>
            html`${joined(
              items.map((item) => about(context, { section: 'other', item })),
              ', ',
            )}${effectText(effect) !== '' && html` <span class="muted">(${linked(context, effectText(effect))})</span>`}`,
        ),
        '; ',
      )}.`,
  );
  return html`${list(reasons)}${findingList(context, onlyLeft(context.plan))}`;
}
