// The table of contents with the search, beside the plan or, on narrow screens, above it.
import type { Labels } from '../reading/labels.ts';
import { html, type Markup } from './markup.ts';
import type { Section } from './parts.ts';

export interface Group {
  readonly title: string;
  readonly sections: readonly Section[];
}

export const contents = (title: string, groups: readonly Group[], labels: Labels): Markup =>
  html`<nav class="side" aria-label="${labels.contents}">
<p class="side-title">${title}</p>
<div class="search" role="search">
<label class="unseen" for="q">${labels.search}</label>
<input id="q" type="search" placeholder="${labels.search}" autocomplete="off" spellcheck="false" aria-describedby="found" hidden>
<p id="found" role="status" aria-live="polite"></p>
</div>
<details class="toc" open><summary>${labels.contents}</summary>
<ol><li><a href="#top">${labels.twoMinutes}</a></li></ol>
${groups.map(groupMarkup)}
</details>
<p class="tools" hidden><button type="button" id="fold">Open all</button><button type="button" id="print">Print</button><button type="button" id="theme">Dark</button></p>
</nav>
`;

const groupMarkup = ({ title, sections }: Group): Markup =>
  sections.length === 0
    ? html``
    : html`<p class="toc-group">${title}</p>
<ol>${sections.map(entry)}</ol>
`;

const entry = ({ id, title, inside = [] }: Section): Markup =>
  html`<li><a href="#${id}">${title}</a>${
    inside.length > 0 &&
    html`<ol>${inside.map((one) => html`<li><a href="#${one.id}">${one.title}</a></li>`)}</ol>`
  }</li>`;
