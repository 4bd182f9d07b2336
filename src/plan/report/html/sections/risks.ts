// What may go wrong: a matrix to see it at a glance, and a table with signs, owners and answers.
import type { PlanRisk } from '../../../../contract/plan.ts';
import { shortName } from '../../reading/names.ts';
import { riskText, soleOwner } from '../../reading/risk-text.ts';
import { rankedRisks } from '../../reading/two-minutes.ts';
import { capital, counted, type Words } from '../../reading/words.ts';
import { html, joined, type Markup } from '../markup.ts';
import { badge, type Context, linked, linksTo, linkTo, type Section, table } from '../parts.ts';

const levels = ['low', 'medium', 'high'] as const;
const heat = { low: 1, medium: 2, high: 3 } as const;

export function risksSection(context: Context): Section | null {
  const risks = rankedRisks(context.plan);
  if (risks.length === 0) return null;
  const sole = soleOwner(risks);
  const grave = risks.filter(({ impact }) => impact === 'high').length;
  const columns = [
    { head: 'Id' },
    { head: 'Risk', wide: true },
    { head: 'Odds', number: true },
    { head: 'If it strikes' },
    { head: 'Sign', wide: true },
    { head: 'What to do', wide: true },
    ...(sole === '' ? [{ head: 'Owner' }] : []),
    { head: 'Tasks' },
  ];
  return {
    id: 'risks',
    title: 'Risks',
    digest: `${counted(risks.length, 'risk')}, ${grave} of high impact`,
    body: html`${matrix(context, risks)}
${sole !== '' && html`<p>Owner of all: ${linkTo(context, sole)}.</p>`}
${table(
  'Risks, biggest first',
  columns,
  risks.map((risk) => row(context, risk, sole === '')),
)}`,
  };
}

function matrix(context: Context, risks: readonly PlanRisk[]): Markup {
  const cell = (likelihood: PlanRisk['likelihood'], impact: PlanRisk['impact']): Markup => {
    const here = risks.filter((risk) => risk.likelihood === likelihood && risk.impact === impact);
    const links = here.map(({ risk_id }) => linkTo(context, risk_id));
    return html`<td class="heat-${heat[likelihood] * heat[impact]}">${joined(links, ' ')}</td>`;
  };
  const rows = levels
    .toReversed()
    .map(
      (likelihood) =>
        html`<tr><th scope="row">${capital(likelihood)}</th>${levels.map((impact) => cell(likelihood, impact))}</tr>`,
    );
  return html`<table class="matrix"><caption>Likelihood (upward) and impact (to the right)</caption>
<tbody>${rows}</tbody>
<tfoot><tr><td></td>${levels.map((impact) => html`<th scope="col">${capital(impact)}</th>`)}</tr></tfoot></table>`;
}

const tone = { low: 'good', medium: 'poor', high: 'bad' } as const;

function row(context: Context, risk: PlanRisk, hasOwner: boolean) {
  const { currency } = context.plan.costs;
  const odds = risk.probability;
  return {
    id: risk.risk_id,
    cells: [
      shortName(risk.risk_id),
      words(context, risk),
      odds === undefined
        ? { shows: capital(risk.likelihood), sort: heat[risk.likelihood] / 4 }
        : { shows: context.words.odds(odds), sort: odds },
      {
        shows: html`${badge(tone[risk.impact], `${risk.impact} impact`)} ${effects(risk, currency, context.words)}`,
        sort: heat[risk.impact],
      },
      risk.trigger === undefined ? '' : linked(context, risk.trigger),
      linked(context, risk.mitigation),
      ...(hasOwner ? [risk.owner === undefined ? '' : linkTo(context, risk.owner)] : []),
      linksTo(context, risk.tasks ?? []),
    ],
  };
}

/** Each of them once: a description that only repeats title and effect is left out. */
function words(context: Context, risk: PlanRisk): Markup {
  const { title, more, cause, effect } = riskText(risk);
  const chain = [
    more,
    cause === '' ? '' : `Cause: ${cause}`,
    effect === '' ? '' : `Effect: ${effect}`,
  ].filter((text) => text !== '');
  return html`<strong>${title}</strong>${chain.map((text) => html`<br><span class="muted">${linked(context, text)}</span>`)}`;
}

function effects({ delay, cost }: PlanRisk, currency: string, { amount }: Words): string {
  const days = delay && counted(Math.round((delay.likely / 8) * 10) / 10, 'working day');
  const money =
    cost &&
    `${amount(cost.base, cost.currency ?? currency)} (up to ${amount(cost.high, cost.currency ?? currency)})`;
  return [days, money].filter(Boolean).join(', ');
}
