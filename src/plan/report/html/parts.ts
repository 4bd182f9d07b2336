// The small pieces that sections are built of: links, badges, tables, lists.
import type { Plan } from '../../../contract/plan.ts';
import type { ClaimStatus } from '../../../contract/plan-basis.ts';
import type { Names } from '../reading/names.ts';
import { tidy } from '../reading/sentences.ts';
import type { Words } from '../reading/words.ts';
import { html, isEmpty, joined, type Markup, nothing, type Part } from './markup.ts';

export interface Context {
  readonly plan: Plan;
  readonly names: Names;
  readonly words: Words;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** One line that says what is inside, for readers who do not open it. */
  readonly digest?: string;
  readonly body: Markup;
  readonly closed?: boolean;
  /** For the table of contents. */
  readonly inside?: readonly { readonly id: string; readonly title: string }[];
}

/** A text of the plan, in which what it names are links. */
export const linked = ({ names }: Context, text: string): Markup =>
  html`${names
    .split(tidy(text))
    .map((piece) =>
      piece.named === undefined
        ? piece.text
        : html`<a href="#${piece.named.anchor}" title="${piece.named.title}">${piece.text}</a>`,
    )}`;

/** To what has this name; only the name where the plan has no such thing. */
export function linkTo({ names }: Context, name: string, label?: string): Markup {
  const named = names.find(name);
  if (named === undefined) return html`${label ?? name}`;
  return html`<a href="#${named.anchor}" title="${named.title}">${label ?? named.short}</a>`;
}

export const linksTo = (context: Context, ids: readonly string[]): Markup =>
  joined(
    ids.map((id) => linkTo(context, id)),
    ', ',
  );

/** Fields of plan.json and the sections that show them. */
const shownIn: Readonly<Record<string, string>> = {
  ...{ assumptions: 'assumptions', risks: 'risks', costs: 'costs', cost_lines: 'costs' },
  ...{ schedule: 'schedule', phases: 'work', tasks: 'work', dependencies: 'schedule' },
  ...{ charter: 'charter', outcomes: 'charter', roles: 'team', governance: 'team', team: 'team' },
  ...{ scenarios: 'decisions', choice: 'decisions', levers: 'decisions', gates: 'gates' },
  ...{ executive_summary: 'summary', summary: 'summary', premortem: 'premortem' },
};

/** A place in plan.json, such as schedule.finish_date, as a link to the section that shows it. */
export function placed(context: Context, place: string): Markup {
  const section = shownIn[/^[a-z_]+/.exec(place)?.[0] ?? ''];
  return section === undefined ? linked(context, place) : html`<a href="#${section}">${place}</a>`;
}

export const badge = (tone: string, text: string): Markup =>
  html`<span class="badge ${tone}">${text}</span>`;

const statusTitles: Readonly<Record<ClaimStatus, string>> = {
  observed: 'Seen or stated by a source',
  derived: 'Computed from other figures',
  estimated: 'Estimated from something known',
  assumed: 'Taken for granted, not checked',
  speculative: 'A guess',
};

export const statusBadge = (status: ClaimStatus): Markup =>
  html`<span class="badge claim-${status}" title="${statusTitles[status]}">${status}</span>`;

export interface Column {
  readonly head: string;
  readonly number?: boolean;
  readonly wide?: boolean;
}

export interface Cell {
  readonly shows: Part;
  /** What it is sorted by. */
  readonly sort: string | number;
}

export interface Row {
  readonly id?: string;
  readonly cells: readonly (Part | Cell)[];
}

const isCell = (cell: Part | Cell): cell is Cell =>
  typeof cell === 'object' && cell !== null && 'shows' in cell;

/** On narrow screens every cell says which column it is of. */
export function table(caption: string, columns: readonly Column[], rows: readonly Row[]): Markup {
  if (rows.length === 0) return nothing;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
<table class="sortable"><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${column.number && html` class="num"`}>${column.head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => tableRow(row, columns))}</tbody></table></div>`;
}

function tableRow({ id, cells }: Row, columns: readonly Column[]): Markup {
  const shown = cells.map((cell, index) => {
    const { head = '', number, wide } = columns[index] ?? {};
    const kind = number ? html` class="num"` : wide ? html` class="wide"` : nothing;
    const sort = isCell(cell) ? html` data-v="${cell.sort}"` : nothing;
    return html`<td data-h="${head}"${kind}${sort}>${isCell(cell) ? cell.shows : cell}</td>`;
  });
  return html`<tr${id !== undefined && html` id="${id}"`}>${shown}</tr>
`;
}

/** Terms with what they stand for; those that say nothing are left out. */
export function facts(pairs: readonly (readonly [string, Part])[]): Markup {
  const said = pairs.filter(([, part]) => !isEmpty(html`${part}`));
  if (said.length === 0) return nothing;
  return html`<dl class="facts">${said.map(([term, part]) => html`<div><dt>${term}</dt><dd>${part}</dd></div>`)}</dl>`;
}

export const list = (items: readonly Part[]): Markup =>
  items.length === 0 ? nothing : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

export const paragraph = (part: Part): Markup =>
  isEmpty(html`${part}`) ? nothing : html`<p>${part}</p>`;

/** A heading inside a section, with what is under it; nothing when nothing is. */
export const under = (title: string, body: Markup, id?: string): Markup =>
  isEmpty(body)
    ? nothing
    : html`<h3${id !== undefined && html` id="${id}"`}>${title}</h3>
${body}`;
