// What the plan takes for given: quantities with bounds, status and source, and how to check them.
import type { PlanAssumption } from '../../../../contract/plan.ts';
import { shortName } from '../../reading/names.ts';
import { counted } from '../../reading/words.ts';
import { html, joined } from '../markup.ts';
import { type Context, linked, linkTo, type Section, statusBadge, table } from '../parts.ts';

export function assumptionsSection(context: Context): Section | null {
  const { assumptions } = context.plan;
  if (assumptions.length === 0) return null;
  const weak = assumptions.filter(({ confidence }) => confidence === 'low').length;
  const columns = [
    { head: 'Id' },
    { head: 'Assumption', wide: true },
    { head: 'Low', number: true },
    { head: 'Base', number: true },
    { head: 'High', number: true },
    { head: 'Unit' },
    { head: 'Status and source', wide: true },
    { head: 'How to check', wide: true },
  ];
  return {
    id: 'assumptions',
    title: 'Assumptions',
    digest: `${counted(assumptions.length, 'quantity', 'quantities')}, ${weak} of low confidence`,
    body: table(
      'Assumptions',
      columns,
      assumptions.map((one) => row(context, one)),
    ),
  };
}

function row(context: Context, one: PlanAssumption) {
  const { reckoned } = one;
  const reckoning =
    reckoned &&
    html` = ${joined(
      reckoned.of.map((id) => linkTo(context, id)),
      reckoned.by === 'sum' ? ' + ' : ' × ',
    )}`;
  return {
    id: one.assumption_id,
    cells: [
      shortName(one.assumption_id),
      html`${linked(context, one.claim)}${reckoning}`,
      { shows: context.words.figure(one.lower), sort: one.lower },
      { shows: html`<strong>${context.words.figure(one.base)}</strong>`, sort: one.base },
      { shows: context.words.figure(one.upper), sort: one.upper },
      one.unit,
      {
        shows: html`${statusBadge(one.status)} ${linked(context, one.source)} <span class="muted">(${one.confidence} confidence)</span>`,
        sort: one.status,
      },
      one.how_to_check === undefined ? '' : linked(context, one.how_to_check),
    ],
  };
}
