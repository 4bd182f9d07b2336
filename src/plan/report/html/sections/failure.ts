// How it could fail, told as if it had, with tripwires; and what must be true for it to work.
import type { Plan } from '../../../../contract/plan.ts';
import { preventionNote } from '../../reading/criticism.ts';
import { bare } from '../../reading/sentences.ts';
import { counted } from '../../reading/words.ts';
import { html, joined, type Markup } from '../markup.ts';
import {
  badge,
  type Context,
  facts,
  linked,
  linksTo,
  list,
  type Section,
  table,
} from '../parts.ts';

type Failure = NonNullable<Plan['premortem']>['failures'][number];

export function premortemSection(context: Context): Section | null {
  const { premortem } = context.plan;
  if (premortem === undefined) return null;
  return {
    id: 'premortem',
    title: 'Premortem',
    digest: counted(premortem.failures.length, 'story', 'stories'),
    closed: true,
    body: html`<p class="call"><strong>Stop when:</strong> ${linked(context, premortem.stop_rule)}</p>
${premortem.failures.map((one, index) => failure(context, one, index + 1))}`,
  };
}

/** The story tells the causes. */
const failure = (context: Context, one: Failure, number: number): Markup =>
  html`<h3 id="failure-${number}">${one.title} <span class="muted">${one.archetype}</span></h3>
<p>${linked(context, one.story)}</p>
${facts([
  ['First sign', linked(context, one.first_sign)],
  ['Tripwires', list(one.tripwires.map((wire) => tripwire(context, wire)))],
  [
    ['Prevention', preventionNote(context.plan, one)].filter(Boolean).join(', '),
    linked(context, one.prevention),
  ],
  ['Tasks', linksTo(context, one.tasks)],
  ['Changed since', list((one.since ?? []).map((text) => linked(context, text)))],
])}`;

const tripwire = (context: Context, one: Failure['tripwires'][number]): Markup =>
  html`${bare(one.metric)} ${one.is} ${context.words.figure(one.threshold)} ${one.unit}${one.by !== null && ` by ${context.words.day(one.by)}`}: ${linked(context, one.response)}`;

const states = { holds: 'good', refuted: 'bad' } as const;

export function premisesSection(context: Context): Section | null {
  const { critical_premises: all = [] } = context.plan;
  if (all.length === 0) return null;
  const rows = all.map((one) => ({
    id: one.id,
    cells: [
      html`${one.id}${one.state !== 'open' && html` ${badge(states[one.state], one.state)}`}`,
      html`<strong>${linked(context, one.claim)}</strong><br><span class="muted">${linked(context, one.why_critical)}${
        (one.since ?? []).length > 0 &&
        html` Changed since: ${joined(
          (one.since ?? []).map((text) => linked(context, bare(text))),
          '; ',
        )}.`
      }</span>`,
      linked(context, one.falsifier),
      html`${linked(context, one.test)}${(one.guards ?? []).length > 0 && html` Until then these wait: ${linksTo(context, one.guards ?? [])}.`}`,
      { shows: context.words.day(one.by), sort: one.by },
      linked(context, one.decision),
    ],
  }));
  const columns = [
    { head: 'Id' },
    { head: 'What must be true', wide: true },
    { head: 'False if', wide: true },
    { head: 'Test', wide: true },
    { head: 'By' },
    { head: 'Then', wide: true },
  ];
  return {
    id: 'premises',
    title: 'Critical premises',
    digest: `${counted(all.length, 'premise')}, ${all.filter(({ state }) => state === 'open').length} open`,
    closed: true,
    body: table('Critical premises', columns, rows),
  };
}
