// Risks, assumptions, roles and guesses as Markdown.
import type { Plan } from '../../../contract/plan.ts';
import { withinText } from '../reading/durations.ts';
import { escalationsOf } from '../reading/escalations.ts';
import { guessesApart } from '../reading/guesses.ts';
import { saidOnce } from '../reading/once.ts';
import { riskText, soleOwner } from '../reading/risk-text.ts';
import { bare, ended } from '../reading/sentences.ts';
import { rankedRisks } from '../reading/two-minutes.ts';
import { amount, capital, counted, figure, oddsOf } from '../reading/words.ts';
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
  const sole = soleOwner(plan.risks);
  const rows = rankedRisks(plan).map((risk) => [
    risk.risk_id,
    riskWords(risk),
    together(
      [
        risk.probability === undefined ? risk.likelihood : oddsOf(risk.probability),
        risk.impact,
        ...strikes(risk, plan.costs.currency),
      ],
      ', ',
    ),
    risk.mitigation,
    risk.trigger ?? '',
    together([sole === '' && risk.owner, (risk.tasks ?? []).join(', ')], ': '),
  ]);
  const last = sole === '' ? 'Owner: tasks' : 'Tasks';
  const head = ['Id', 'Risk', 'Odds, impact', 'What to do', 'Sign', last];
  return rows.length === 0
    ? ''
    : section('Risks', labeled('Owner of all', safe(sole)), table(head, rows));
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
  delay && counted(Math.round((delay.likely / 8) * 10) / 10, 'working day'),
  cost &&
    `${amount(cost.base, cost.currency ?? currency)} (up to ${figure(Math.round(cost.high))})`,
];

export function assumptionsSection({ assumptions }: Plan): string {
  const rows = assumptions.map((one) => [
    one.assumption_id,
    together([
      bare(one.claim),
      one.reckoned && `= ${one.reckoned.of.join(one.reckoned.by === 'sum' ? ' + ' : ' × ')}`,
    ]),
    `${figure(one.base)} ${one.lower === one.upper ? '' : `(${figure(one.lower)} to ${figure(one.upper)}) `}${one.unit}`,
    `${capital(one.status)}, ${one.confidence} confidence. ${capital(one.source)}`,
    one.how_to_check ?? '',
  ]);
  const head = ['Id', 'Assumption', 'Value', 'Status and source', 'How to check'];
  return rows.length === 0 ? '' : section('Assumptions', table(head, rows));
}

export function teamSection({ roles = [], governance, costs }: Plan): string {
  const once = saidOnce();
  const rows = roles.map((role) => [
    role.name,
    together([role.kind ?? 'person', (role.capacity ?? 1) > 1 && `× ${role.capacity}`]),
    role.does ?? '',
    (role.decides ?? []).join('; '),
    role.asks ?? '',
    role.rate_per_hour === undefined
      ? ''
      : together(
          [
            amount(role.rate_per_hour, role.currency ?? costs.currency),
            ...once(role.name, role.rate_source === undefined ? [] : [role.rate_source]).own,
          ],
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
    ...escalationsOf(escalation).map(
      ({ from, to, days, whens }) =>
        `${safe(from)} tells ${safe(to)} ${withinText(days)}: ${listed(whens)}`,
    ),
    ...reporting.map(
      ({ what, from, to, how_often }) =>
        `${safe(bare(what))}: ${safe(from)} to ${safe(to)}, ${safe(how_often)}`,
    ),
  ]);

export function guessesSection(plan: Plan): string[] {
  const { ofAssumptions, ofCosts, others, small } = guessesApart(plan);
  const rows = others.map((one) => [one.guess, one.used_for, one.how_to_confirm]);
  const ids = (all: readonly string[]): string => all.map(safe).join(', ');
  return [
    section(
      'Guesses to confirm',
      together([
        ofAssumptions.length > 0 &&
          `${ids(ofAssumptions)}: these assumptions are guesses; how to check them stands with them.`,
        ofCosts.length > 0 && `${ids(ofCosts)}: these prices are guesses; get quotes.`,
        small > 0 && `${counted(small, 'more price')} below 1 % of the total.`,
      ]),
      table(['Guess', 'Used for', 'How to confirm'], rows),
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
        `- **${capital(name)}:** ${swot[name].map((one) => `${safe(bare(one.text))} (${safe(bare(one.so_what))})`).join('; ')}.`,
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
            `**${safe(one.title)}** (${safe(one.owner)}, ${one.urgency}): ${safe(one.where)}`,
        ),
      ),
    ),
    under(
      'To write',
      bullets(
        write.map(
          (one) =>
            `**${safe(one.title)}** (${safe(one.owner)}, ${one.urgency}): ${listed(one.contents)}`,
        ),
      ),
    ),
    under(
      'To collect',
      bullets(
        data.map((one) =>
          together([
            `**${safe(bare(one.what))}:** ${safe(ended(one.method))} ${safe(one.decides)}`,
            one.settles.length > 0 && `(${one.settles.map(safe).join(', ')})`,
          ]),
        ),
      ),
    ),
  );
