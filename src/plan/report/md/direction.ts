// The goal, what it lays down, the choices and the charter as Markdown.
import type { Plan } from '../../../contract/plan.ts';
import { plain } from '../reading/words.ts';
import {
  bullets,
  labeled,
  listed,
  safe,
  safeBullets,
  section,
  table,
  together,
  under,
} from './pieces.ts';

export function goalSections(plan: Plan): string[] {
  const { directives = [], adherence = [] } = plan;
  const rows = directives.map((one) => {
    const seen = adherence.filter(({ directive }) => directive === one.id);
    return [
      one.id,
      together([one.text, one.quote !== one.text && `“${one.quote}”`]),
      plain(one.kind),
      String(one.importance),
      seen
        .map(
          (found) =>
            `${plain(found.verdict)}: ${found.why} (${together([found.where, found.by], ', ')})`,
        )
        .join(' '),
    ];
  });
  return [
    section('The goal', safe(plan.goal)),
    rows.length === 0
      ? section('What was read from the goal', factsTable(plan))
      : section(
          'What the goal lays down, and whether the plan keeps to it',
          table(['Id', 'Directive', 'Kind', 'Weight', 'Kept'], rows),
        ),
    reviewText(plan),
  ];
}

function factsTable({ facts }: Plan): string {
  const rows = facts.map((fact) => [fact.kind, fact.text, String(fact.value), fact.unit ?? '']);
  return rows.length === 0
    ? 'No amount, date, place or number was found.'
    : table(['Kind', 'In the goal', 'Read as', 'Unit'], rows);
}

function reviewText({ review, premise_attacks: attacks = [], cautions = [] }: Plan): string {
  return section(
    'Review of the goal',
    review === undefined ? '' : safe(review.reason),
    bullets([
      ...(review?.contradictions ?? []).map(
        (one) => `Contradiction: ${safe(one.between)} against ${safe(one.and)}: ${safe(one.why)}`,
      ),
      ...(review?.strains ?? []).map(
        (one) => `${one.kind}: ${safe(one.claim)}: ${safe(one.why_hard)}`,
      ),
      ...attacks.map(
        (one) =>
          `Attack (${safe(one.lens)}, ${one.severity}): ${safe(one.argument)} Rests on: ${safe(one.rests_on)} Wrong if: ${safe(one.would_be_wrong_if)} Answer: ${safe(one.answer_in_plan)}`,
      ),
      ...cautions.map((one) => `Caution: ${safe(one)}`),
    ]),
  );
}

export function decisionsSection({
  scenarios = [],
  levers = [],
  choice,
  lever_bonds: bonds = [],
}: Plan) {
  const named = (id: string): string => levers.find((one) => one.id === id)?.name ?? id;
  const chosen = (id: string): string =>
    choice?.chosen === id
      ? ` **Chosen:** ${safe(choice.why)}`
      : notChosen(choice?.against.find((one) => one.id === id)?.why_not);
  return section(
    'Decisions and scenarios',
    bullets(
      scenarios.map(
        (one) =>
          `${one.id} **${safe(one.name)}:** ${safe(one.idea)} ${one.settings.map(({ lever, option }) => `${safe(named(lever))}: ${safe(option)}`).join('; ')}. Strengths: ${listed(one.strengths)}. Weaknesses: ${listed(one.weaknesses)}.${one.breaks_directives.length > 0 ? ` Breaks ${one.breaks_directives.join(', ')}.` : ''}${chosen(one.id)}`,
      ),
    ),
    labeled('Another choice would be right if', listed(choice?.would_change_it ?? [])),
    bullets(levers.map(leverLine)),
    bullets(
      bonds.map(
        (one) =>
          `${safe(named(one.one))} and ${safe(named(one.other))}, ${one.kind}: ${safe(one.why)}`,
      ),
    ),
  );
}

const notChosen = (why: string | undefined): string =>
  why === undefined ? '' : ` ${labeled('Not chosen', safe(why))}`;

const leverLine = (one: NonNullable<Plan['levers']>[number]): string =>
  one.kept
    ? `${one.id} **${safe(one.name)}:** ${safe(one.question)} ${one.options.map(({ name, what }) => `${safe(name)}${name === one.chosen ? ' (chosen)' : ''}: ${listed([what])}`).join('; ')}. ${safe(one.trade_off)} ${safe(one.why ?? '')}`
    : `${one.id} ${safe(one.name)} was dropped: ${safe(one.why ?? '')}`;

export function charterSection({ charter, outcomes = [] }: Plan): string {
  const measures = outcomes.map((one) => [
    one.outcome_id,
    one.measure,
    `${one.target} ${one.unit}`,
    one.by ?? '',
    one.how_measured,
    one.source,
  ]);
  const head = ['Id', 'Measure', 'Target', 'By', 'How measured', 'Source'];
  return section(
    'Charter',
    charter === undefined ? '' : charterText(charter),
    under('Measures', measures.length === 0 ? '' : table(head, measures)),
  );
}

function charterText(charter: NonNullable<Plan['charter']>): string {
  return [
    safe(charter.goal),
    labeled('In scope', listed(charter.in_scope)),
    labeled('Out of scope', listed(charter.out_of_scope)),
    under(
      'Deliverables',
      bullets(
        charter.deliverables.map(
          (one) => `${one.id} **${safe(one.name)}:** ${listed(one.acceptance)}`,
        ),
      ),
    ),
    under(
      'Stakeholders and permits',
      bullets([
        ...charter.stakeholders.map(
          (one) => `**${safe(one.name)}:** ${safe(one.interest)} ${safe(one.what_to_do)}`,
        ),
        ...charter.permits.map(
          (one) =>
            `Permit (${one.status}): ${together([safe(one.name), safe(one.authority), safe(one.why)], ', ')}`,
        ),
      ]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export const notCovered = ({ quality_summary: quality }: Plan): string =>
  section('What this draft does not cover', safeBullets([...quality.partial, ...quality.stubbed]));
