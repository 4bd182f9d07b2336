// The goal as it was given, what it lays down and whether the plan keeps to it, and what was made of
// it before anything was planned.
import type { Plan } from '../../../../contract/plan.ts';
import { bare } from '../../reading/sentences.ts';
import { counted, plain } from '../../reading/words.ts';
import { html, joined, type Markup, nothing } from '../markup.ts';
import {
  badge,
  type Context,
  facts,
  linked,
  list,
  placed,
  type Section,
  table,
  under,
} from '../parts.ts';

type Adherence = NonNullable<Plan['adherence']>[number];

export function goalSection(context: Context): Section {
  const { plan } = context;
  const { adherence = [], directives = [] } = plan;
  const kept = adherence.filter(({ verdict }) => verdict === 'kept').length;
  return {
    id: 'goal',
    title: 'The goal, and whether the plan keeps to it',
    ...(adherence.length > 0
      ? { digest: `${kept} of ${counted(adherence.length, 'directive')} kept` }
      : {}),
    closed: true,
    body: html`<blockquote class="text">${plan.goal}</blockquote>
${under('What it lays down', directiveTable(context, directives, adherence), 'directives')}
${directives.length === 0 && under('What was read from it', factTable(plan))}
${under('What it is', about(context))}`,
  };
}

const verdicts = { kept: 'good', partly: 'poor', broken: 'bad', not_touched: 'open' } as const;

function directiveTable(
  context: Context,
  directives: NonNullable<Plan['directives']>,
  adherence: readonly Adherence[],
): Markup {
  const rows = directives.map((one) => {
    const seen = adherence.filter(({ directive }) => directive === one.id);
    return {
      id: one.id,
      cells: [
        one.id,
        html`${one.text}${one.quote !== one.text && html`<br><span class="muted">“${one.quote}”</span>`}`,
        plain(one.kind),
        { shows: `${one.importance} of 5`, sort: one.importance },
        {
          shows: html`${seen.map((found) => adhered(context, found))}`,
          sort: seen[0]?.verdict ?? '',
        },
      ],
    };
  });
  const columns = [
    { head: 'Id' },
    { head: 'Directive', wide: true },
    { head: 'Kind' },
    { head: 'Weight' },
    { head: 'Kept', wide: true },
  ];
  return table('Directives of the goal', columns, rows);
}

const adhered = (context: Context, { verdict, why, where, by }: Adherence): Markup =>
  html`${badge(verdicts[verdict], plain(verdict))} ${linked(context, why)} <span class="muted">${where !== '' && html`${placed(context, where)}, `}seen by ${by === 'code' ? 'code' : 'a mind'}</span>`;

function factTable({ facts: found }: Plan): Markup {
  const rows = found.map(({ kind, text, value, unit }) => ({
    cells: [kind, text, `${value}${unit === undefined ? '' : ` ${unit}`}`],
  }));
  const columns = [{ head: 'Kind' }, { head: 'In the goal', wide: true }, { head: 'Read as' }];
  return table('Read from the goal', columns, rows);
}

function about(context: Context): Markup {
  const { purpose, places = [], jurisdictions = [], resources } = context.plan;
  return facts([
    ['Purpose', purpose && `${purpose.purpose}: ${purpose.domain} (${purpose.scale})`],
    ['Form', purpose && html`${purpose.form}: ${linked(context, purpose.why_form)}`],
    ['Success looks like', purpose && list(purpose.success_looks_like)],
    ['Places', list(places.map((one) => place(context, one)))],
    [
      'Rules that matter',
      list(
        jurisdictions.map(
          (one) => html`${one.name}: ${joined(one.rules_that_matter.map(bare), '; ')}`,
        ),
      ),
    ],
    [
      'At hand',
      resources &&
        list(
          resources.at_hand.map(
            ({ what, quote }) =>
              html`${what}${quote !== '' && html` <span class="muted">“${quote}”</span>`}`,
          ),
        ),
    ],
    [
      'Missing',
      resources &&
        list(
          resources.missing.map(
            ({ what, why_needed }) => html`${bare(what)}: ${linked(context, why_needed)}`,
          ),
        ),
    ],
    [
      'Currency',
      resources && html`${resources.currency}: ${linked(context, resources.why_currency)}`,
    ],
  ]);
}

const place = (context: Context, one: NonNullable<Plan['places']>[number]): Markup =>
  html`${[one.name, one.country].filter(Boolean).join(', ')}: ${linked(context, one.role)} <span class="muted">${one.source === 'goal' ? 'named by the goal' : 'proposed'}</span>`;

export function reviewSection(context: Context): Section | null {
  const { review, premise_attacks: attacks = [], cautions = [] } = context.plan;
  if (review === undefined && attacks.length + cautions.length === 0) return null;
  return {
    id: 'review',
    title: 'Review of the goal',
    digest: `${counted(review?.contradictions.length ?? 0, 'contradiction')}, ${counted(attacks.length, 'attack')} on its premise`,
    closed: true,
    body: html`${review ? reviewMarkup(context, review) : nothing}
${under('Attacks on the premise', attackTable(context, attacks), 'attacks')}
${under('Cautions', list(cautions.map((one) => linked(context, one))))}`,
  };
}

const reviewMarkup = (context: Context, review: NonNullable<Plan['review']>): Markup =>
  html`<p>${linked(context, review.reason)}</p>
${under(
  'Contradictions',
  list(
    review.contradictions.map(
      (one) =>
        html`${bare(one.between)} <strong>against</strong> ${bare(one.and)}: ${linked(context, one.why)}`,
    ),
  ),
)}
${under(
  'Hard to do',
  list(
    review.strains.map(
      (one) =>
        html`${badge(one.kind === 'impossible' ? 'bad' : 'poor', one.kind)} ${bare(one.claim)}: ${linked(context, one.why_hard)}`,
    ),
  ),
)}`;

const tones = { fatal: 'bad', serious: 'poor', minor: 'open', none: 'good' } as const;
const ranks = { fatal: 1, serious: 2, minor: 3, none: 4 } as const;

function attackTable(context: Context, attacks: NonNullable<Plan['premise_attacks']>): Markup {
  const rows = attacks.map((one) => ({
    cells: [
      one.lens,
      { shows: badge(tones[one.severity], one.severity), sort: ranks[one.severity] },
      html`${linked(context, one.argument)} <span class="muted">Rests on: ${linked(context, one.rests_on)}</span>`,
      linked(context, one.would_be_wrong_if),
      linked(context, one.answer_in_plan),
    ],
  }));
  const columns = [
    { head: 'Lens' },
    { head: 'Weight' },
    { head: 'Argument', wide: true },
    { head: 'Wrong if', wide: true },
    { head: 'Answer in the plan', wide: true },
  ];
  return table('Attacks on the premise', columns, rows);
}
