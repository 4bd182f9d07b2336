// Whether the plan holds: the conditions of the verdict, and what the checks found, with remedies.
import type { GateResult } from '../../../../contract/plan-gates.ts';
import {
  directivesTold,
  type FindingGroup,
  findingGroups,
  gatesDigest,
  gatesRun,
} from '../../reading/checks.ts';
import { bare, ended } from '../../reading/sentences.ts';
import { capital, plain } from '../../reading/words.ts';
import { html, joined, type Markup } from '../markup.ts';
import {
  badge,
  type Context,
  linked,
  linksTo,
  list,
  placed,
  type Section,
  under,
} from '../parts.ts';

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
${findings(context)}`,
  };
}

function gateList(gates: readonly GateResult[]): Markup {
  const ran = gatesRun(gates);
  return html`<ul class="gates">${ran.map(
    ({ gate, status, score }) =>
      html`<li>${badge(tones[status], plain(status))} ${capital(plain(gate))}${score !== undefined && html` <span class="muted">${Math.round(score)} of 100</span>`}</li>`,
  )}</ul>`;
}

/** What has one remedy stands together under it, so that it is said once. */
function findings(context: Context): Markup {
  const told = directivesTold(context.plan);
  const items = [
    ...(told.length === 0
      ? []
      : [
          html`<strong>Directives:</strong> ${linksTo(context, told)} not quite kept; the reasons stand at <a href="#goal">the goal</a>.`,
        ]),
    ...findingGroups(context.plan).map((group) => findingGroup(context, group)),
  ];
  return under('Findings', list(items));
}

function findingGroup(context: Context, { gate, remedy, lines }: FindingGroup): Markup {
  const said = lines.map(
    ({ level, rule, found }) =>
      html`${linked(context, ended(rule))} ${badge(level === 'fail' ? 'bad' : 'poor', level)} ${joined(
        found.map(({ where, value }) => foundMarkup(context, where, value)),
        '; ',
      )}. `,
  );
  return html`<strong>${capital(plain(gate))}:</strong> ${said}<span class="muted">Remedy: ${linked(context, ended(remedy))}</span>`;
}

const foundMarkup = (context: Context, where: readonly string[], value: string): Markup =>
  html`${joined(
    where.map((one) => placed(context, one)),
    ', ',
  )}: ${linked(context, bare(value))}`;
