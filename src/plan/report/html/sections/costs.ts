// Where the money goes: lines with their sources, the work of each role, what risks cost on average,
// the total that they add up to, and what it may come to.
import type { Plan } from '../../../../contract/plan.ts';
import { type Money, type MoneyLine, moneyOf } from '../../reading/money.ts';
import { anchorOf, shortName } from '../../reading/names.ts';
import { budgetHeld } from '../../reading/two-minutes.ts';
import type { Words } from '../../reading/words.ts';
import { spreadStrip } from '../charts.ts';
import { html, type Markup, nothing, type Part } from '../markup.ts';
import {
  type Context,
  facts,
  linked,
  linkTo,
  type Row,
  type Section,
  statusBadge,
  table,
  under,
} from '../parts.ts';

export function costsSection(context: Context): Section {
  const { plan, words } = context;
  const money = moneyOf(plan);
  return {
    id: 'costs',
    title: 'Costs',
    digest: budgetHeld(plan, words).says,
    body: html`<p>${linked(context, plan.costs.note)}</p>
${table('Costs', columns, rowsOf(context, money))}
${under('By phase', byPhase(context, money), 'cost-phases')}
${spread(context)}`,
  };
}

const columns = [
  { head: 'Id' },
  { head: 'What', wide: true },
  { head: 'Task' },
  { head: 'Low', number: true },
  { head: 'Base', number: true },
  { head: 'High', number: true },
  { head: 'Status and source', wide: true },
];

const rowsOf = (context: Context, { lines, work, risks }: Money): Row[] => [
  ...lines.map((line) => lineRow(context, line)),
  ...work.map(({ role, hours, rate, amount }) =>
    reckoned(
      context.words,
      html`Work of ${linkTo(context, role)}`,
      amount,
      html`${context.words.figure(hours)} h at ${context.words.amount(rate, context.plan.costs.currency)} (<a href="#team">rates</a>)`,
    ),
  ),
  ...(risks === 0
    ? []
    : [
        reckoned(
          context.words,
          html`Expected cost of <a href="#risks">risks</a>`,
          risks,
          'what they cost on average, by their odds',
        ),
      ]),
  total(context),
];

const shown = ({ whole }: Words, value: number) => ({
  shows: whole(Math.abs(value) < 10 ? value : Math.round(value)),
  sort: value,
});

const reckoned = (words: Words, what: Part, amount: number, how: Part): Row => ({
  cells: [
    '',
    what,
    '',
    '',
    shown(words, amount),
    '',
    { shows: html`${statusBadge('derived')} ${how}`, sort: 'derived' },
  ],
});

const lineRow = (context: Context, line: MoneyLine): Row => ({
  ...(line.id === undefined ? {} : { id: anchorOf(line.id) }),
  cells: [
    line.id === undefined ? '' : shortName(line.id),
    linked(context, line.name),
    line.task === undefined ? '' : linkTo(context, line.task),
    shown(context.words, line.low),
    shown(context.words, line.base),
    shown(context.words, line.high),
    {
      shows: html`${line.status && statusBadge(line.status)} ${linked(context, line.source)}${line.given !== null && ` (${context.words.amount(line.given.base, line.given.currency)})`}`,
      sort: line.status ?? '',
    },
  ],
});

/** Low and high of everything at once hardly ever happen: the runs say what it may come to. */
const total = ({ plan, words }: Context): Row => ({
  id: 'cost-total',
  cells: [
    '',
    html`<strong>Total, ${plan.costs.currency}</strong>`,
    '',
    '',
    {
      shows: html`<strong>${words.whole(Math.round(plan.costs.base))}</strong>`,
      sort: plan.costs.base,
    },
    '',
    { shows: statusBadge('derived'), sort: '~' },
  ],
});

function byPhase(context: Context, { phases, risks }: Money): Markup {
  if (phases.length < 2 || phases.every(({ base }) => base === 0)) return nothing;
  const { plan, words } = context;
  const rest = plan.costs.base - risks - phases.reduce((sum, { base }) => sum + base, 0);
  const more: (readonly [Part, number])[] = [
    ['Of no phase', Math.abs(rest) < 1 ? 0 : rest],
    [html`Expected cost of <a href="#risks">risks</a>`, risks],
  ];
  const rows = [
    ...phases.map(({ id, name, base }, index) => ({
      cells: [html`<a href="#${id}" title="${name}">Phase ${index + 1}</a>`, shown(words, base)],
    })),
    ...more
      .filter(([, value]) => value !== 0)
      .map(([what, value]) => ({ cells: [what, shown(words, value)] })),
    {
      id: 'phase-total',
      cells: [html`<strong>Total</strong>`, shown(words, plan.costs.base)],
    },
  ];
  const heads = [
    { head: 'Phase', wide: true },
    { head: plan.costs.currency, number: true },
  ];
  return html`<div class="small">${table('Costs by phase', heads, rows)}</div>`;
}

function spread({ plan, words }: Context): Markup {
  const { simulation } = plan.schedule;
  if (!simulation?.cost) return nothing;
  const { cost, odds } = simulation;
  const { currency, budget } = plan.costs;
  return html`<h3 id="cost-odds">What it may come to</h3>
<p>In the same runs as <a href="#odds">the dates</a>, with the risks that strike:</p>
${spreadStrip(cost, budget === null ? null : { at: budget, name: 'budget' })}
${facts([
  ['One of ten costs at most', words.amount(cost.p10, currency)],
  ['Half cost at most', words.amount(cost.p50, currency)],
  ['Four of five cost at most', words.amount(cost.p80, currency)],
  ['Nine of ten cost at most', words.amount(cost.p90, currency)],
  [
    'Budget',
    budget !== null &&
      `${words.amount(budget, currency)}${odds.budget === null ? '' : `, holds in ${words.odds(odds.budget)}`}`,
  ],
])}
${reserve(plan, words)}`;
}

function reserve({ schedule, costs }: Plan, words: Words): Markup {
  const { contingency, confidence } = schedule.simulation ?? {};
  if (!contingency || confidence === undefined) return nothing;
  const said = (value: number): string => words.amount(value, costs.currency);
  const left = costs.budget === null ? null : costs.budget - costs.base - contingency;
  return html`<p><strong>Reserve:</strong> ${said(contingency)} on top of the base, so that the money is enough in ${words.odds(confidence)} runs. The base already contains the expected cost of risks, so nothing is to be added for them.${
    left !== null &&
    (left >= 0
      ? ` The budget has room for it, and ${said(left)} more.`
      : ` The budget lacks ${said(-left)} for it.`)
  }</p>`;
}
