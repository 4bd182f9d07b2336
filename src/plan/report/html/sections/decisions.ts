// The choices that shape the plan, and the scenario that was chosen from them.
import type { Plan } from '../../../../contract/plan.ts';
import { conflictsOf, sidesOf, takersOf } from '../../reading/levers.ts';
import { counted } from '../../reading/words.ts';
import { html, isEmpty, joined, type Markup, nothing } from '../markup.ts';
import {
  badge,
  type Context,
  linked,
  linksTo,
  linkTo,
  list,
  paragraph,
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
${under('What does not go together', bondList(context, bonds))}
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
  return html`<section class="card${isChosen && ' chosen'}" id="${scenario.id}">
<h4>${scenario.id} ${scenario.name} ${isChosen && badge('good', 'chosen')}</h4>
<p>${linked(context, scenario.idea)}</p>
${sidesOf(scenario, choice).map(
  ({ label, texts }) => html`<p class="side-head">${label}</p>${sideMarkup(context, label, texts)}`,
)}
${scenario.breaks_directives.length > 0 && html`<p>${badge('bad', 'breaks')} ${linksTo(context, scenario.breaks_directives)}</p>`}
</section>`;
}

function sideMarkup(context: Context, label: string, texts: readonly string[]): Markup {
  const sign = label === 'Strengths' || label === 'Chosen' ? 'plus' : 'minus';
  return html`<ul class="signs">${texts.map((one) => html`<li class="${sign}">${linked(context, one)}</li>`)}</ul>`;
}

/** A lever by what it is called, not by its number. */
const byName = (context: Context, lever: string): Markup =>
  linkTo(context, lever, context.names.find(lever)?.title);

function leverTable(context: Context, levers: readonly Lever[]): Markup {
  const rows = levers.map((lever) => ({
    id: lever.id,
    cells: [
      lever.id,
      html`<strong>${lever.name}</strong>`,
      options(context, lever),
      linked(context, lever.trade_off),
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

/** With the scenarios that take it. */
const options = (context: Context, { id, options: all, chosen }: Lever): Markup =>
  html`<ul class="plain">${all.map(({ name, what }) => {
    const takers = linksTo(context, takersOf(context.plan.scenarios ?? [], id, name));
    const by = isEmpty(takers) ? nothing : html` <span class="muted">(${takers})</span>`;
    return name === chosen
      ? html`<li><strong>${name}</strong> ${badge('good', 'chosen')}${by} ${what}</li>`
      : html`<li>${name}${by}: ${what}</li>`;
  })}</ul>`;

const bondList = (context: Context, bonds: NonNullable<Plan['lever_bonds']>): Markup =>
  list(
    conflictsOf(bonds).map(
      ({ one, other, why }) =>
        html`${byName(context, one)} and ${byName(context, other)}: ${linked(context, why)}`,
    ),
  );

const dropped = (levers: readonly Lever[]): Markup =>
  paragraph(
    joined(
      levers
        .filter((lever) => !lever.kept)
        .map(({ id, name }) => html`<span id="${id}">${name}</span>`),
      '; ',
    ),
  );
