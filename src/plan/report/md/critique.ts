// Checks, criticism, failure stories and what was changed as Markdown.
import type { Plan } from '../../../contract/plan.ts';
import type { GateFinding } from '../../../contract/plan-gates.ts';
import { findingGroups, gatesByRun, gatesDigest } from '../reading/checks.ts';
import { bare, ended } from '../reading/sentences.ts';
import { capital, plain } from '../reading/words.ts';
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

export function gatesSection({ gates = [] }: Plan): string {
  if (gates.length === 0) return '';
  const { ran, idle } = gatesByRun(gates);
  const named = (one: (typeof gates)[number]): string => plain(one.gate);
  return section(
    'Checks',
    `${capital(gatesDigest(gates))}.`,
    ran.map((one) => `${named(one)}: ${plain(one.status)}`).join('; '),
    idle.length === 0 ? '' : `Not part of this version yet: ${idle.map(named).join(', ')}.`,
    ...findingGroups(gates).map(
      ({ gate, remedy, findings }) =>
        `**${capital(plain(gate))}.** ${safe(ended(remedy))}\n\n${table(findingHead, findings.map(findingCells))}`,
    ),
  );
}

const findingHead = ['Level', 'Where', 'Rule', 'Found'];

const findingCells = ({ level, artifact, field, rule, value }: GateFinding): string[] => [
  ...[level, artifact === 'adherence' ? field : `${artifact}: ${field}`, rule, value],
];

export function critiqueSections(plan: Plan): string[] {
  const { experts = [], critical_premises: premises = [] } = plan;
  return [
    section('Criticism of experts', experts.map(expertText).join('\n\n')),
    premortemSection(plan),
    section('Critical premises', premises.length === 0 ? '' : premiseTable(premises)),
    redTeamSection(plan),
    revisionsSection(plan),
  ];
}

const expertText = (one: NonNullable<Plan['experts']>[number]): string =>
  [
    `**${one.id} ${safe(one.title)}** (${safe(one.field)}): ${safe(one.verdict)}`,
    bullets(
      one.findings.map(
        (finding) =>
          `${finding.severity}, ${safe(together([finding.section, finding.item]))}: ${safe(finding.says)} Remedy: ${safe(finding.remedy)}`,
      ),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

function premortemSection({ premortem }: Plan): string {
  if (premortem === undefined) return '';
  return section(
    'Premortem',
    labeled('Stop when', safe(premortem.stop_rule)),
    bullets(
      premortem.failures.map((one) =>
        together([
          `**${safe(one.title)}** (${safe(one.archetype)}): ${safe(one.story)}`,
          `Causes: ${listed(one.causes)}. First sign: ${safe(one.first_sign)}`,
          `Tripwires: ${one.tripwires.map(tripwire).join('; ')}. Prevention: ${safe(one.prevention)}`,
          one.tasks.length > 0 && `Tasks: ${one.tasks.join(', ')}.`,
        ]),
      ),
    ),
  );
}

type Wire = NonNullable<Plan['premortem']>['failures'][number]['tripwires'][number];

const tripwire = ({ metric, is, threshold, unit, by, response }: Wire): string =>
  `${safe(bare(metric))} ${is} ${threshold} ${safe(unit)}${by === null ? '' : ` by ${by}`}: ${safe(response)}`;

const premiseTable = (all: NonNullable<Plan['critical_premises']>): string =>
  table(
    ['Id', 'What must be true', 'Why', 'State', 'False if', 'Test', 'By', 'Then'],
    all.map((one) => [
      ...[one.id, one.claim, one.why_critical, one.state],
      ...[one.falsifier, one.test, one.by, one.decision],
    ]),
  );

function redTeamSection({ red_team: team }: Plan): string {
  if (team === undefined) return '';
  const rows = team.findings.map((one) => [
    one.id,
    one.severity,
    together([one.lens, one.section, one.item], ', '),
    `${one.says} Remedy: ${one.remedy}`,
    together([one.stance, one.answer], ': '),
    together([one.ruling, one.why], ': '),
  ]);
  return section(
    'Red team',
    `Resilience ${Math.round(team.resilience)}, candor ${Math.round(team.candor)} of 100.`,
    rows.length === 0 ? '' : table(['Id', 'Weight', 'About', 'Attack', 'Answer', 'Ruling'], rows),
  );
}

function revisionsSection(plan: Plan): string {
  const { refinements = [], plan_changes: changes = [], findings_left: left = [] } = plan;
  const { changes_not_taken: refused = [] } = plan;
  return section(
    'What was changed, and why',
    under(
      'So that time and money hold',
      bullets(
        changes.map((one) =>
          together([
            `${one.kind}: ${safe(one.what)} Why: ${safe(one.why)}`,
            one.gives_up !== '' && `Given up: ${safe(one.gives_up)}`,
            one.effect !== '' && `Effect: ${safe(one.effect)}`,
          ]),
        ),
      ),
    ),
    under('Proposed, but it made nothing better', safeBullets(refused)),
    under(
      'After criticism',
      bullets(
        refinements.map(
          (one) =>
            `Round ${one.round}, ${safe(together([one.section, one.item]))}: ${listed(one.because)}. ${one.changes.map(({ path, before, after }) => `${safe(path)}: “${safe(before)}” became “${safe(after)}”`).join('; ')}`,
        ),
      ),
    ),
    under(
      'Not taken up',
      bullets(
        left.map(
          (one) =>
            `${one.severity}, ${safe(together([one.section, one.item]))}: ${safe(one.says)} Remedy: ${safe(one.remedy)} Why not: ${safe(one.why_left)}`,
        ),
      ),
    ),
  );
}
