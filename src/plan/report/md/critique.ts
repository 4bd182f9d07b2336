// Checks, criticism, failure stories and what was changed as Markdown.
import type { Plan } from '../../../contract/plan.ts';
import { effectText, hasRuns, refusedByReason, untitled } from '../reading/changes.ts';
import {
  directivesTold,
  type FindingGroup,
  findingGroups,
  gatesDigest,
  gatesRun,
} from '../reading/checks.ts';
import {
  attacksByLens,
  attacksDigest,
  expertFindings,
  hasDone,
  leftByReason,
  onlyLeft,
  preventionNote,
  type Told,
  untold,
} from '../reading/criticism.ts';
import { differencesOf } from '../reading/differences.ts';
import { bare, ended } from '../reading/sentences.ts';
import { capital, figure, plain } from '../reading/words.ts';
import { bullets, labeled, listed, safe, section, table, together, under } from './pieces.ts';

export function gatesSection(plan: Plan): string {
  const { gates = [] } = plan;
  if (gates.length === 0) return '';
  const ran = gatesRun(gates);
  const named = (one: (typeof gates)[number]): string => plain(one.gate);
  const told = directivesTold(plan);
  return section(
    'Checks',
    together([
      `${capital(gatesDigest(gates))}:`,
      `${ran.map((one) => `${named(one)} ${plain(one.status)}`).join(', ')}.`,
    ]),
    bullets([
      ...(told.length === 0
        ? []
        : [
            `**Directives:** ${told.map(safe).join(', ')} not quite kept; the reasons stand at the goal.`,
          ]),
      ...findingGroups(plan).map(groupText),
    ]),
  );
}

const groupText = ({ gate, remedy, lines }: FindingGroup): string =>
  together([
    `**${capital(plain(gate))}:**`,
    ...lines.map(
      ({ rule, found }) => `${safe(ended(rule))} Found: ${found.map(foundText).join('; ')}.`,
    ),
    `Remedy: ${safe(ended(remedy))}`,
  ]);

const foundText = ({ where, value }: FindingGroup['lines'][number]['found'][number]): string =>
  `${where.map(safe).join(', ')}: ${safe(bare(value))}`;

export function critiqueSections(plan: Plan): string[] {
  const { critical_premises: premises = [] } = plan;
  return [
    expertsSection(plan),
    premortemSection(plan),
    section('Critical premises', premises.length === 0 ? '' : premiseTable(premises)),
    redTeamSection(plan),
    revisionsSection(plan),
  ];
}

function expertsSection(plan: Plan): string {
  const { experts = [] } = plan;
  const told = experts.map((one) => ({ one, all: expertFindings(plan, one.findings) }));
  return section(
    'Criticism of experts',
    marksText(told.flatMap(({ all }) => all)),
    ...told.map(({ one, all }) =>
      [`**${one.id} ${safe(one.title)}.** ${safe(one.verdict)}`, bullets(all.map(findingText))]
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
  );
}

const marksText = (all: readonly Told[]): string =>
  together([
    hasDone(all) && '✓: the plan was changed because of it; the changes are listed below.',
    all.some(({ says }) => says === '') && 'Of these and of minor ones only the remedy is told.',
  ]);

const findingText = (one: Told): string =>
  together([
    one.isDone && '✓',
    `${together([one.id && `**${one.id}**`, safe(one.item || one.section)])} (${together([one.severity, one.also.length > 0 && `also ${one.also.map(safe).join(', ')}`], ', ')}):`,
    safe(ended(one.says)),
    one.says !== '' && one.remedy !== '' && 'Remedy:',
    safe(ended(one.remedy)),
    one.overruled !== '' && `Overruled: ${safe(one.overruled)}`,
  ]);

function premortemSection(plan: Plan): string {
  const { premortem } = plan;
  if (premortem === undefined) return '';
  return section(
    'Premortem',
    labeled('Stop rule', safe(premortem.stop_rule)),
    bullets(
      premortem.failures.map((one) =>
        together([
          `**${safe(one.title)}** (${safe(one.archetype)}): ${safe(one.story)}`,
          `First sign: ${safe(ended(one.first_sign))}`,
          `Tripwires: ${one.tripwires.map(tripwire).join('; ')}.`,
          `${together(['Prevention', preventionNote(plan, one) !== '' && `(${preventionNote(plan, one)})`])}: ${safe(ended(one.prevention))}`,
          sinceText(one.since),
          one.tasks.length > 0 && `Tasks: ${one.tasks.join(', ')}.`,
        ]),
      ),
    ),
  );
}

/** What moved after it was written. */
const sinceText = (since: readonly string[] = []): string =>
  since.length === 0 ? '' : `Changed since: ${listed(since)}.`;

type Wire = NonNullable<Plan['premortem']>['failures'][number]['tripwires'][number];

const tripwire = ({ metric, is, threshold, unit, by, response }: Wire): string =>
  `${safe(bare(metric))} ${is} ${figure(threshold)} ${safe(unit)}${by === null ? '' : ` by ${by}`}: ${safe(bare(response))}`;

const premiseTable = (all: NonNullable<Plan['critical_premises']>): string =>
  table(
    ['Id', 'What must be true, and why', 'False if', 'Test', 'By', 'Then'],
    all.map((one) => [
      `${one.id}${one.state === 'open' ? '' : ` (${one.state})`}`,
      together([
        ended(one.claim),
        one.why_critical,
        (one.since ?? []).length > 0 && `Changed since: ${(one.since ?? []).map(bare).join('; ')}.`,
      ]),
      one.falsifier,
      together([
        one.test,
        (one.guards ?? []).length > 0 && `Until then these wait: ${(one.guards ?? []).join(', ')}.`,
      ]),
      ...[one.by, one.decision],
    ]),
  );

function redTeamSection(plan: Plan): string {
  const { red_team: team } = plan;
  if (team === undefined) return '';
  const lenses = attacksByLens(plan);
  return section(
    'Red team',
    together([
      `${capital(attacksDigest(lenses.flatMap(({ all }) => all)))}.`,
      (plan.experts ?? []).length === 0 && marksText(lenses.flatMap(({ all }) => all)),
    ]),
    ...lenses.map(
      ({ lens, all }) => `**${safe(capital(lens))}**\n\n${bullets(all.map(findingText))}`,
    ),
  );
}

function revisionsSection(plan: Plan): string {
  return section(
    'What was changed, and why',
    hasRuns(plan) ? 'In brackets: the end in four of five runs.' : '',
    under('So that time and money hold', changesText(plan)),
    under(
      'After criticism',
      bullets((plan.refinements ?? []).map((one) => refinementText(plan, one))),
    ),
    under('Not taken up', leftText(plan)),
  );
}

const changesText = (plan: Plan): string =>
  bullets([
    ...(plan.plan_changes ?? []).map((one) =>
      together([
        `${safe(ended(untitled(plan, one.what)))} ${safe(ended(one.why))}`,
        one.gives_up !== '' && `Given up: ${safe(one.gives_up)}`,
        effectText(one.effect) !== '' && `(${safe(effectText(one.effect))})`,
      ]),
    ),
    ...refusedByReason(plan).map(
      ({ why, what }) =>
        `${why === '' ? 'Proposed, but it made nothing better' : safe(capital(why))}: ${what.map((one) => safe(bare(one))).join('; ')}.`,
    ),
  ]);

type Refinement = NonNullable<Plan['refinements']>[number];

/** Findings are told where they were made; here is what they led to. */
function refinementText(plan: Plan, one: Refinement): string {
  const changes = differencesOf(one).map(
    ({ where, before, after }) => `${safe(where)} ${differenceText(before, after)}`,
  );
  return together([
    `${safe(capital(one.item || one.section))}:`,
    untold(plan, one.because)
      .map((why) => safe(ended(why)))
      .join(' '),
    `${changes.join('; ')}.`,
  ]);
}

const differenceText = (before: string, after: string): string =>
  before === '' ? `+ “${safe(after)}”` : `“${safe(before)}” → “${safe(after)}”`;

const leftText = (plan: Plan): string =>
  bullets([
    ...leftByReason(plan).map(
      ({ why, groups }) =>
        `${safe(bare(why))}: ${groups.map(({ effect, items }) => together([items.map(safe).join(', '), effectText(effect) !== '' && `(${safe(effectText(effect))})`])).join('; ')}.`,
    ),
    ...onlyLeft(plan).map(findingText),
  ]);
