// The goal, what it lays down, the choices and the charter as Markdown.
import type { Plan } from '../../../contract/plan.ts';
import { aboutGoal, targetText } from '../reading/about-goal.ts';
import { isMinor } from '../reading/criticism.ts';
import { conflictsOf, sidesOf, takersOf } from '../reading/levers.ts';
import { bare, ended } from '../reading/sentences.ts';
import { capital, figure, plain } from '../reading/words.ts';
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
      one.text,
      `${plain(one.kind)} ${one.importance}/5`,
      seen
        .map(
          (found) =>
            `${plain(found.verdict)}: ${together([ended(found.why), found.remedy])} (${together([found.where, found.by === 'code' && 'measured'], ', ')})`,
        )
        .join(' '),
    ];
  });
  return [
    section('The goal', safe(plan.goal), aboutText(plan)),
    rows.length === 0
      ? section('What was read from the goal', factsTable(plan))
      : section(
          'What the goal lays down, and whether the plan keeps to it',
          table(['Id', 'Directive', 'Kind, weight', 'Kept'], rows),
        ),
    reviewText(plan),
  ];
}

const aboutText = (plan: Plan): string =>
  bullets(
    aboutGoal(plan).map(
      ({ title, texts }) =>
        `**${safe(title)}:** ${texts.map((text) => safe(bare(text))).join('; ')}.`,
    ),
  );

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
        (one) => `${capital(one.kind)}: ${safe(bare(one.claim))}: ${safe(one.why_hard)}`,
      ),
      ...attacks.map((one) =>
        together([
          `**${safe(one.lens)}** (${one.severity}):`,
          ...(isMinor(one)
            ? []
            : [
                safe(ended(one.argument)),
                `Wrong if: ${safe(ended(one.would_be_wrong_if))}`,
                'Answer:',
              ]),
          safe(one.answer_in_plan),
        ]),
      ),
      ...cautions.map((one) => `Caution: ${safe(one)}`),
    ]),
  );
}

export function decisionsSection(plan: Plan): string {
  const { scenarios = [], levers = [], choice, lever_bonds: bonds = [] } = plan;
  const named = (id: string): string => levers.find((one) => one.id === id)?.name ?? id;
  const dropped = levers.filter(({ kept }) => !kept);
  return section(
    'Decisions and scenarios',
    bullets(scenarios.map((one) => scenarioText(one, plan))),
    labeled('Another choice would be right', choiceText(choice?.would_change_it ?? [])),
    under(
      'Decisions',
      bullets(levers.filter(({ kept }) => kept).map((one) => leverText(one, scenarios))),
    ),
    bullets([
      ...conflictsOf(bonds).map(
        (one) =>
          `Not together (${safe(named(one.one))}, ${safe(named(one.other))}): ${safe(one.why)}`,
      ),
      ...(dropped.length === 0
        ? []
        : [`Looked at and dropped: ${listed(dropped.map(({ name }) => name))}.`]),
    ]),
  );
}

const choiceText = (all: readonly string[]): string => all.map((one) => safe(ended(one))).join(' ');

type Scenario = NonNullable<Plan['scenarios']>[number];

function scenarioText(one: Scenario, plan: Plan): string {
  return together([
    `${one.id} **${safe(one.name)}:** ${safe(one.idea)}`,
    ...sidesOf(one, plan.choice).map(({ label, texts }) => labeled(label, `${listed(texts)}.`)),
    one.breaks_directives.length > 0 && `Breaks ${one.breaks_directives.join(', ')}.`,
  ]);
}

type Lever = NonNullable<Plan['levers']>[number];

/** Its options, with the scenarios that take them. */
function leverText({ id, name, options, chosen, trade_off }: Lever, all: readonly Scenario[]) {
  const said = options.map((option) => {
    const by = takersOf(all, id, option.name);
    const marks = together([option.name === chosen && '**chosen**', ...by], ', ');
    return `${safe(option.name)}${marks === '' ? '' : ` (${marks})`}: ${listed([option.what])}`;
  });
  return `${id} **${safe(name)}:** ${said.join('; ')}. ${safe(trade_off)}`;
}

export function charterSection({ charter, goal, outcomes = [] }: Plan): string {
  const measures = outcomes.map((one) => [
    one.outcome_id,
    one.measure,
    together([targetText(one, figure), one.by !== null && `by ${one.by}`]),
    one.how_measured,
    one.source,
  ]);
  const head = ['Id', 'Measure', 'Target', 'How measured', 'Source'];
  return section(
    'Charter',
    charter === undefined ? '' : charterText(charter, goal),
    under('Measures', measures.length === 0 ? '' : table(head, measures)),
  );
}

function charterText(charter: NonNullable<Plan['charter']>, goal: string): string {
  return [
    // Where it is in the words of its author it stands there already.
    goal.includes(bare(charter.goal)) ? '' : safe(charter.goal),
    labeled('Within reach', safe(charter.smart.achievable)),
    labeled('Why it matters', safe(charter.smart.relevant)),
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
          (one) => `**${safe(one.name)}:** ${safe(ended(one.interest))} ${safe(one.what_to_do)}`,
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
