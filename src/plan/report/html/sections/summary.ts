// The summary and the pitch: the words for those who decide.
import { html, type Markup } from '../markup.ts';
import { type Context, facts, linked, type Section } from '../parts.ts';

export function summarySection(context: Context): Section {
  const { executive_summary: said, summary } = context.plan;
  return { id: 'summary', title: 'Summary', body: said ? wordsOf() : html`<p>${summary}</p>` };

  function wordsOf(): Markup {
    if (said === undefined) return html``;
    return html`<p>${linked(context, said.situation)}</p>
<p>${linked(context, said.approach)}</p>
<p>${linked(context, said.expected)}</p>
<p>${linked(context, said.main_risks)}</p>
<p class="call"><strong>To decide:</strong> ${linked(context, said.decision_needed)}</p>`;
  }
}

export function pitchSection(context: Context): Section | null {
  const { pitch } = context.plan;
  if (pitch === undefined) return null;
  return {
    id: 'pitch',
    title: 'Pitch',
    body: html`<p class="lead">${pitch.headline}</p>
${facts([
  ['Why now', linked(context, pitch.why_now)],
  ['What', linked(context, pitch.what)],
  ['Proof', linked(context, pitch.proof)],
  ['We ask for', linked(context, pitch.ask)],
])}`,
  };
}
