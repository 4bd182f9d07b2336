// Whether the plan holds: the conditions of the verdict, and what the checks found, with remedies.
import type { GateFinding, GateResult } from '../../../../contract/plan-gates.ts';
import { type FindingGroup, findingGroups, gatesByRun, gatesDigest } from '../../reading/checks.ts';
import { ended } from '../../reading/sentences.ts';
import { capital, plain } from '../../reading/words.ts';
import { html, type Markup } from '../markup.ts';
import { badge, type Context, linked, list, placed, type Section, table, under } from '../parts.ts';

const tones = {
  pass: 'good',
  warn: 'poor',
  fail: 'bad',
  waived: 'open',
  not_run: 'open',
} as const satisfies Record<GateResult['status'], string>;

export function gatesSection(context: Context): Section {
  const { verdict, gates = [] } = context.plan;
  const conditions = verdict?.conditions ?? [];
  return {
    id: 'gates',
    title: 'Verdict and checks',
    ...(gates.length > 0 ? { digest: gatesDigest(gates) } : {}),
    body: html`${conditions.length > 0 && under('Conditions', list(conditions.map((one) => linked(context, one))))}
${gates.length > 0 && gateList(gates)}
${findings(context, gates)}`,
  };
}

function gateList(gates: readonly GateResult[]): Markup {
  const { ran, idle } = gatesByRun(gates);
  return html`<ul class="gates">${ran.map(
    ({ gate, status, score }) =>
      html`<li>${badge(tones[status], plain(status))} ${capital(plain(gate))}${score !== undefined && html` <span class="muted">${Math.round(score)} of 100</span>`}</li>`,
  )}</ul>
${
  idle.length > 0 &&
  html`<details class="fold"><summary>${idle.length} not part of this version yet: ${idle.map(({ gate }) => plain(gate)).join(', ')}</summary>
${list(idle.map(({ gate, why_not_run: why = '' }) => html`${capital(plain(gate))}: ${why}`))}</details>`
}`;
}

/** What has one remedy stands together under it, so that it is said once. */
function findings(context: Context, gates: readonly GateResult[]): Markup {
  const groups = findingGroups(gates);
  return under('Findings', html`${groups.map((group) => findingGroup(context, group))}`);
}

const columns = [
  { head: 'Level' },
  { head: 'Where' },
  { head: 'Rule', wide: true },
  { head: 'Found', wide: true },
];

/** What breaks a directive names its own place. */
const where = (context: Context, { artifact, field }: GateFinding): Markup =>
  artifact === 'adherence'
    ? placed(context, field)
    : html`${placed(context, artifact)}: ${linked(context, field)}`;

function findingGroup(context: Context, { gate, remedy, findings: all }: FindingGroup): Markup {
  const rows = all.map((one) => ({
    cells: [
      { shows: badge(one.level === 'fail' ? 'bad' : 'poor', one.level), sort: one.level },
      where(context, one),
      linked(context, one.rule),
      linked(context, one.value),
    ],
  }));
  const name = capital(plain(gate));
  return html`<p class="remedy"><strong>${name}.</strong> ${linked(context, ended(remedy))}</p>
${table(`Findings: ${name}`, columns, rows)}`;
}
