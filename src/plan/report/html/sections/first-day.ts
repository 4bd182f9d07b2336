// The whole first day, where the first screen has no room for all of it.
import { firstActions } from '../../reading/two-minutes.ts';
import { counted } from '../../reading/words.ts';
import { actionMarkup, isFirstDayCut } from '../first-screen.ts';
import { html } from '../markup.ts';
import type { Context, Section } from '../parts.ts';

export function firstDaySection(context: Context): Section | null {
  const actions = firstActions(context.plan);
  if (!isFirstDayCut(actions)) return null;
  return {
    id: 'first-actions',
    title: 'The first 24 hours',
    digest: counted(actions.length, 'action'),
    body: html`<ol>${actions.map((one) => html`<li>${actionMarkup(context, one)}</li>`)}</ol>`,
  };
}
