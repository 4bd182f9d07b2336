// Risks, assumptions, roles and guesses as Markdown.
import type { Plan } from '../../../contract/plan.ts';
import { withinText } from '../reading/durations.ts';
import { guessesBySize } from '../reading/guesses.ts';
import { riskText } from '../reading/risk-text.ts';
import { bare } from '../reading/sentences.ts';
import { rankedRisks } from '../reading/two-minutes.ts';
import { amount, figure, oddsOf } from '../reading/words.ts';
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

export function risksSection(plan: Plan): string {
  const rows = rankedRisks(plan).map((risk) => [
    risk.risk_id,
    riskWords(risk),
    together([risk.likelihood, risk.probability !== undefined && oddsOf(risk.probability)], ', '),
    together([risk.impact, ...strikes(risk, plan.costs.currency)], ', '),
    risk.mitigation,
    risk.trigger ?? '',
    risk.owner ?? '',
    (risk.tasks ?? []).join(', '),
  ]);
  const head = ['Id', 'Risk', 'Likelihood', 'Impact', 'What to do', 'Sign', 'Owner', 'Tasks'];
  return rows.length === 0 ? '' : section('Risks', table(head, rows));
}

/** Title, cause and effect, each once. */
function riskWords(risk: Plan['risks'][number]): string {
  const { title, more, cause, effect } = riskText(risk);
  const parts = [
    title,
    bare(more),
    cause && `Cause: ${bare(cause)}`,
    effect && `Effect: ${bare(effect)}`,
  ];
  return together(parts, '. ');
}

const strikes = (
  { delay, cost }: Plan['risks'][number],
  currency: string,
): (string | undefined)[] => [
  delay && `${figure(delay.likely / 8)} working days`,
  cost && amount(cost.base, cost.currency ?? currency),
];

export function assumptionsSection({ assumptions }: Plan): string {
  const rows = assumptions.map((one) => [
    one.assumption_id,
    together([one.claim, one.reckoned && `(${one.reckoned.by} of ${one.reckoned.of.join(', ')})`]),
    ...[one.lower, one.base, one.upper].map(String),
    one.unit,
    one.status,
    one.confidence,
    one.source,
    one.how_to_check ?? '',
  ]);
  const head = [
    'Id',
    'Claim',
    'Lower',
    'Base',
    'Upper',
    'Unit',
    'Status',
    'Confidence',
    'Source',
    'How to check',
  ];
  return rows.length === 0 ? '' : section('Assumptions', table(head, rows));
}

export function teamSection({ roles = [], governance, costs }: Plan): string {
  const rows = roles.map((role) => [
    role.name,
    together([role.kind ?? 'person', (role.capacity ?? 1) > 1 && `× ${role.capacity}`]),
    role.does ?? '',
    (role.decides ?? []).join('; '),
    role.asks ?? '',
    role.rate_per_hour === undefined
      ? ''
      : together(
          [amount(role.rate_per_hour, role.currency ?? costs.currency), role.rate_source],
          ': ',
        ),
  ]);
  const head = ['Role', 'Kind', 'Does', 'Decides alone', 'Asks', 'Rate an hour'];
  return section(
    'Team and governance',
    rows.length === 0 ? '' : table(head, rows),
    governance === undefined ? '' : governanceText(governance),
  );
}

const governanceText = ({
  bodies,
  escalation,
  reporting,
}: NonNullable<Plan['governance']>): string =>
  bullets([
    ...bodies.map(
      ({ name, members, decides, meets }) =>
        `**${safe(name)}** (${members.map(safe).join(', ')}), ${safe(meets)}: ${listed(decides)}`,
    ),
    ...escalation.map(
      ({ when, from, to, within_days: days }) =>
        `${safe(bare(when))}: ${safe(from)} tells ${safe(to)} ${withinText(days)}`,
    ),
    ...reporting.map(
      ({ what, from, to, how_often }) =>
        `${safe(bare(what))}: ${safe(from)} to ${safe(to)}, ${safe(how_often)}`,
    ),
  ]);

export function guessesSection(plan: Plan): string[] {
  const { big, small } = guessesBySize(plan);
  const rows = big.map((one) => [one.guess, one.used_for, one.how_to_confirm]);
  return [
    section(
      'Guesses to confirm',
      table(['Guess', 'Used for', 'How to confirm'], rows),
      labeled('Each below 1 % of the total', listed(small.map(({ guess }) => guess))),
    ),
    section('Open questions', safeBullets(plan.open_questions)),
  ];
}

export function papersSection({ papers, related_projects: related = [], swot }: Plan): string[] {
  return [
    section(
      'Related projects',
      bullets(
        related.map(
          (one) =>
            `**${safe(one.name)}** (${one.status}): ${safe(one.what)} ${safe(one.outcome)} Lesson: ${safe(one.lesson)} To check: ${safe(one.how_to_check)}`,
        ),
      ),
    ),
    swot === undefined ? '' : section('SWOT', swotText(swot)),
    papers === undefined ? '' : papersText(papers),
  ];
}

const swotText = (swot: NonNullable<Plan['swot']>): string =>
  (['strengths', 'weaknesses', 'opportunities', 'threats'] as const)
    .map(
      (name) =>
        `- **${name}:** ${swot[name].map((one) => `${safe(one.text)} (so: ${safe(one.so_what)})`).join('; ')}`,
    )
    .join('\n');

const papersText = ({
  to_find: find,
  to_write: write,
  data,
}: NonNullable<Plan['papers']>): string =>
  section(
    'Documents and data',
    under(
      'To find',
      bullets(
        find.map(
          (one) =>
            `${safe(one.title)} (${safe(one.owner)}, ${one.urgency}): ${safe(one.why)} Where: ${safe(one.where)}`,
        ),
      ),
    ),
    under(
      'To write',
      bullets(
        write.map(
          (one) =>
            `${safe(one.title)} (${safe(one.owner)}, ${one.urgency}): ${safe(one.why)} Contents: ${listed(one.contents)}`,
        ),
      ),
    ),
    under(
      'To collect',
      bullets(
        data.map((one) =>
          together([
            `${safe(one.what)}: ${safe(one.why)} By: ${safe(one.method)} Decides: ${safe(one.decides)}`,
            one.settles.length > 0 && `Settles ${one.settles.join(', ')}.`,
          ]),
        ),
      ),
    ),
  );
