// The choices that shape the plan, and the scenario that was chosen from them.
import type { Plan } from '../../../../contract/plan.ts';
import { counted } from '../../reading/words.ts';
import { html, joined, type Markup, nothing } from '../markup.ts';
import {
  badge,
  type Context,
  linked,
  linksTo,
  linkTo,
  list,
  type Section,
  table,
  under,
} from '../parts.ts';

type Lever = NonNullable<Plan['levers']>[number];
type Scenario = NonNullable<Plan['scenarios']>[number];

export function decisionsSection(context: Context): Section | null {
  const { levers = [], scenarios = [], choice, lever_bonds: bonds = [] } = context.plan;
  if (levers.length + scenarios.length === 0) return null;
  const kept = levers.filter((lever) => lever.kept);
  const chosen = scenarios.find(({ id }) => id === choice?.chosen);
  return {
    id: 'decisions',
    title: 'Decisions and scenarios',
    digest: [counted(kept.length, 'decision'), chosen && `chosen: ${chosen.name}`]
      .filter(Boolean)
      .join(', '),
    body: html`${under('Scenarios', scenarioCards(context), 'scenarios')}
${under('Decisions', leverTable(context, kept), 'levers')}
${under('How they bear on each other', bondList(context, bonds))}
${under('Looked at and dropped', dropped(levers))}`,
  };
}

function scenarioCards(context: Context): Markup {
  const { scenarios = [], choice } = context.plan;
  if (scenarios.length === 0) return nothing;
  return html`<div class="cards">${scenarios.map((one) => scenarioCard(context, one))}</div>
${choice && choice.would_change_it.length > 0 && html`<p>Another choice would be right if:</p>${list(choice.would_change_it.map((one) => linked(context, one)))}`}`;
}

function scenarioCard(context: Context, scenario: Scenario): Markup {
  const { choice } = context.plan;
  const isChosen = choice?.chosen === scenario.id;
  const why = isChosen ? choice.why : choice?.against.find(({ id }) => id === scenario.id)?.why_not;
  return html`<section class="card${isChosen && ' chosen'}" id="${scenario.id}">
<h4>${scenario.name} ${isChosen && badge('good', 'chosen')}</h4>
<p>${linked(context, scenario.idea)}</p>
<p class="muted">${joined(
    scenario.settings.map(({ lever, option }) => html`${byName(context, lever)}: ${option}`),
    html`<br>`,
  )}</p>
<p class="side-head">Strengths</p><ul class="signs">${scenario.strengths.map((one) => html`<li class="plus">${linked(context, one)}</li>`)}</ul>
<p class="side-head">Weaknesses</p><ul class="signs">${scenario.weaknesses.map((one) => html`<li class="minus">${linked(context, one)}</li>`)}</ul>
${scenario.breaks_directives.length > 0 && html`<p>${badge('bad', 'breaks')} ${linksTo(context, scenario.breaks_directives)}</p>`}
${why !== undefined && html`<p>${isChosen ? 'Chosen: ' : 'Not chosen: '}${linked(context, why)}</p>`}
</section>`;
}

/** A lever by what it is called, not by its number. */
const byName = (context: Context, lever: string): Markup =>
  linkTo(context, lever, context.names.find(lever)?.title);

function leverTable(context: Context, levers: readonly Lever[]): Markup {
  const rows = levers.map((lever) => ({
    id: lever.id,
    cells: [
      lever.id,
      html`<strong>${lever.name}</strong><br>${lever.question}`,
      options(lever),
      html`${linked(context, lever.trade_off)}${lever.why !== undefined && html` <span class="muted">${linked(context, lever.why)}</span>`}`,
    ],
  }));
  const columns = [
    { head: 'Id' },
    { head: 'Decision' },
    { head: 'Options', wide: true },
    { head: 'What is weighed', wide: true },
  ];
  return table('Decisions', columns, rows);
}

const options = ({ options: all, chosen }: Lever): Markup =>
  html`<ul class="plain">${all.map(({ name, what }) =>
    name === chosen
      ? html`<li><strong>${name}</strong> ${badge('good', 'chosen')} ${what}</li>`
      : html`<li>${name}: ${what}</li>`,
  )}</ul>`;

const bondList = (context: Context, bonds: NonNullable<Plan['lever_bonds']>): Markup =>
  list(
    bonds.map(
      ({ one, other, kind, why }) =>
        html`${byName(context, one)} and ${byName(context, other)}: ${badge(kind === 'conflict' ? 'poor' : 'good', kind)} ${linked(context, why)}`,
    ),
  );

const dropped = (levers: readonly Lever[]): Markup =>
  list(
    levers
      .filter((lever) => !lever.kept)
      .map(
        ({ id, name, why }) =>
          html`<span id="${id}">${name}</span>${why !== undefined && `: ${why}`}`,
      ),
  );
