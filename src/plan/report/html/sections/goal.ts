// The goal as it was given, what it lays down and whether the plan keeps to it, and what was made of
// it before anything was planned.
import type { Plan } from '../../../../contract/plan.ts';
import { aboutGoal } from '../../reading/about-goal.ts';
import { isMinor } from '../../reading/criticism.ts';
import { bare, ended } from '../../reading/sentences.ts';
import { counted, plain } from '../../reading/words.ts';
import { html, type Markup, nothing } from '../markup.ts';
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
${under('What it involves', about(context))}`,
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
        one.text,
        plain(one.kind),
        { shows: `${one.importance}/5`, sort: one.importance },
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

const adhered = (context: Context, { verdict, why, remedy = '', where, by }: Adherence): Markup =>
  html`${badge(verdicts[verdict], plain(verdict))} ${linked(context, ended(why))}${remedy !== '' && html` ${linked(context, ended(remedy))}`} <span class="muted">${where !== '' && html`${placed(context, where)} `}${by === 'code' && 'measured'}</span>`;

function factTable({ facts: found }: Plan): Markup {
  const rows = found.map(({ kind, text, value, unit }) => ({
    cells: [kind, text, `${value}${unit === undefined ? '' : ` ${unit}`}`],
  }));
  const columns = [{ head: 'Kind' }, { head: 'In the goal', wide: true }, { head: 'Read as' }];
  return table('Read from the goal', columns, rows);
}

const about = (context: Context): Markup =>
  facts(
    aboutGoal(context.plan).map(
      ({ title, texts }) =>
        [
          title,
          texts.length === 1
            ? linked(context, texts[0] ?? '')
            : list(texts.map((text) => linked(context, text))),
        ] as const,
    ),
  );

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
      isMinor(one) ? '' : linked(context, one.argument),
      isMinor(one) ? '' : linked(context, one.would_be_wrong_if),
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
